// Async functions: the arguments are converted when the function is called, it runs on a thread of Node's pool when the
// work before it is done, and its promise settles on the thread of JavaScript. Whatever needs JavaScript meanwhile (a
// new tensor) is asked for there: by the event loop, or, where the thread of JavaScript waits for the function, by the wait.

#pragma once

#include <memory>

#include "runtime.h"

namespace cuts::detail {

/** A call of an async function. */
struct Job {
  Call call;
  napi_ref record = nullptr;
  napi_async_work work = nullptr;
  bool is_started = false;
  /** Guarded by the mutex of the instance while the job runs. */
  bool is_done = false;
  /** What the function threw. */
  bool has_failed = false;
  ErrorKind error_kind = kErrorKind;
  std::string error_text;
  napi_ref error_value = nullptr;

  Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  virtual ~Job() {
    if (call.instance != nullptr) call.instance->release();
  }
  /** Calls the function; on any thread. */
  virtual void run() = 0;
  /** The result, on the thread of JavaScript. */
  virtual napi_value result() = 0;
  /** Lets go of arguments and result before the call ends. */
  virtual void clear() = 0;
};

/** Sorts an exception that is being handled. */
CUTS_COLD inline void describe_exception(ErrorKind& kind, std::string& text) {
  try {
    throw;
  } catch (const TypeError& error) {
    kind = kTypeErrorKind, text = error.what();
  } catch (const RangeError& error) {
    kind = kRangeErrorKind, text = error.what();
  } catch (const std::bad_alloc&) {
    kind = kMemoryKind, text = "there must be enough memory of the process for it";
  } catch (const std::out_of_range& error) {
    kind = kRangeErrorKind, text = error.what();
  } catch (const std::length_error& error) {
    kind = kRangeErrorKind, text = error.what();
  } catch (const std::invalid_argument& error) {
    kind = kRangeErrorKind, text = error.what();
  } catch (const std::domain_error& error) {
    kind = kRangeErrorKind, text = error.what();
  } catch (const std::exception& error) {
    kind = kErrorKind, text = error.what();
  } catch (...) {
    kind = kErrorKind, text = "it threw something that is no std::exception";
  }
}

inline napi_value record_of(const Call& call) {
  napi_env env = call.instance->env;
  return call.job == nullptr ? undefined(env) : dereference(env, call.job->record);
}

inline napi_value array_of(const TensorData& data) {
  napi_env env = data.instance->env;
  if (data.kept != nullptr) return dereference(env, data.kept);
  if (data.value != nullptr && data.call->job == nullptr) return static_cast<napi_value>(data.value);
  if (data.call == nullptr || data.call->job == nullptr) throw Error("internal: a tensor without an array");
  napi_value arrays = nullptr, array = nullptr;
  check(env, napi_get_named_property(env, record_of(*data.call), "arrays", &arrays));
  check(env, napi_get_element(env, arrays, static_cast<std::uint32_t>(data.slot), &array));
  return array;
}

/** Does what threads of async functions ask for. */
CUTS_COLD inline void serve(Instance& instance, std::unique_lock<std::mutex>& lock) {
  while (!instance.requests.empty()) {
    Request* request = instance.requests.front();
    instance.requests.pop_front();
    lock.unlock();
    try {
      request->run(request->context);
    } catch (...) {
      request->error = std::current_exception();
    }
    lock.lock();
    request->is_done = true;
    instance.to_worker.notify_all();
  }
}

template <class F>
void on_main(Call& call, F&& body) {
  Instance& instance = *call.instance;
  if (instance.is_here()) return body();
  // An error of JavaScript belongs to its thread: the job keeps it.
  auto guarded = [&] {
    try {
      body();
    } catch (const JsError& error) {
      if (call.job->error_value == nullptr) check(instance.env, napi_create_reference(instance.env, error.value, 1, &call.job->error_value));
      throw JsError(nullptr);
    }
  };
  Request request{[](void* context) { (*static_cast<decltype(guarded)*>(context))(); }, &guarded};
  std::unique_lock<std::mutex> lock(instance.mutex);
  if (!instance.is_closed) {
    instance.requests.push_back(&request);
    instance.to_main.notify_all();
    napi_call_threadsafe_function(instance.wake, nullptr, napi_tsfn_nonblocking);
    instance.to_worker.wait(lock, [&] { return request.is_done || instance.is_closed; });
  }
  if (!request.is_done) {
    for (auto at = instance.requests.begin(); at != instance.requests.end(); ++at) {
      if (*at != &request) continue;
      instance.requests.erase(at);
      break;
    }
    throw Error("the environment that called it has ended");
  }
  if (request.error) std::rethrow_exception(request.error);
}

/** Runs the function of a job on this thread. */
CUTS_COLD inline void run_job(Job& job) noexcept {
  {
    Within within(&job.call);
    try {
      job.run();
      check_cuda();
    } catch (const JsError& error) {
      job.has_failed = true;
      // Thrown here, on the thread of JavaScript, where a wait has run the job.
      if (error.value != nullptr && job.error_value == nullptr) napi_create_reference(job.call.instance->env, error.value, 1, &job.error_value);
      if (job.error_value == nullptr) job.error_text = error.what();
    } catch (...) {
      job.has_failed = true;
      describe_exception(job.error_kind, job.error_text);
    }
  }
  std::lock_guard<std::mutex> lock(job.call.instance->mutex);
  job.is_done = true;
  job.call.instance->to_main.notify_all();
}

/** Tells JavaScript how a job ended, and ends it. */
CUTS_COLD inline void finish_job(std::unique_ptr<Job> job) noexcept {
  Instance& instance = *job->call.instance;
  napi_env env = instance.env;
  if (env == nullptr) {
    job->clear();
    end_call(job->call);
    return;
  }
  napi_value record = nullptr, value = nullptr;
  bool has_failed = job->has_failed;
  try {
    record = record_of(job->call);
    if (!has_failed) {
      Within within(&job->call);
      value = job->result();
    }
  } catch (const JsError& error) {
    has_failed = true;
    value = error.value;
  } catch (...) {
    has_failed = true;
    describe_exception(job->error_kind, job->error_text);
  }
  try {
    if (has_failed && value == nullptr) {
      if (job->error_value != nullptr) value = dereference(env, job->error_value);
      else call_host(instance, kFail, js_number(env, job->error_kind), js_string(env, job->call.definition->full_name), js_string(env, job->error_text));
    }
  } catch (const JsError& error) {
    value = error.value;
  } catch (...) {
  }
  {
    Within within(&job->call);
    job->clear();
  }
  end_call(job->call);
  try {
    napi_value failed = nullptr;
    check(env, napi_get_boolean(env, has_failed, &failed));
    call_host(instance, kSettle, record, failed, value != nullptr ? value : undefined(env));
  } catch (...) {
    // The environment ends, and nobody waits any more.
  }
  napi_delete_reference(env, job->record);
  if (job->error_value != nullptr) napi_delete_reference(env, job->error_value);
  if (job->work != nullptr) napi_delete_async_work(env, job->work);
}

inline void on_wake(napi_env env, napi_value, void* context, void*) {
  if (env == nullptr) return;
  auto* instance = static_cast<Instance*>(context);
  std::unique_lock<std::mutex> lock(instance->mutex);
  serve(*instance, lock);
}

/** Gives a job to the thread pool. */
CUTS_COLD inline void start_job(Instance& instance, Job& job) {
  napi_env env = instance.env;
  if (instance.wake == nullptr) {
    check(env, napi_create_threadsafe_function(env, nullptr, nullptr, js_string(env, "cuts"), 0, 1, nullptr, nullptr, &instance, on_wake, &instance.wake));
    check(env, napi_unref_threadsafe_function(env, instance.wake));
  }
  check(env, napi_create_async_work(
                 env, nullptr, js_string(env, "cuts"), [](napi_env, void* data) { run_job(*static_cast<Job*>(data)); },
                 [](napi_env, napi_status, void* data) { finish_job(std::unique_ptr<Job>(static_cast<Job*>(data))); }, &job, &job.work));
  job.is_started = true;
  check(env, napi_queue_async_work(env, job.work));
}

/** Blocks until a job has run; one that was not started is run here. */
CUTS_COLD inline void wait_for_job(Instance& instance, Job* job) {
  if (!job->is_started) {
    run_job(*job);
    finish_job(std::unique_ptr<Job>(job));
    return;
  }
  std::unique_lock<std::mutex> lock(instance.mutex);
  while (!job->is_done) {
    serve(instance, lock);
    if (!job->is_done) instance.to_main.wait(lock, [&] { return job->is_done || !instance.requests.empty(); });
  }
}

/** Ends a job that was never started. */
CUTS_COLD inline void cancel_job(std::unique_ptr<Job> job) {
  job->clear();
  end_call(job->call);
  napi_delete_reference(job->call.instance->env, job->record);
}

/** The process or the environment is about to end: nobody serves other threads any more. */
inline void close_instance(Instance& instance) {
  std::lock_guard<std::mutex> lock(instance.mutex);
  instance.is_closed = true;
  instance.to_worker.notify_all();
}

}  // namespace cuts::detail
