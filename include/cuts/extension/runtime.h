// How an addon and the package talk (part of extension.h; nothing here is for users). One Instance for each environment
// of JavaScript (the main thread, each worker thread), one Call for each native call that runs. Tensors cross in the
// frame, a Float64Array that both sides see: JavaScript fills it and calls, C++ reads all of it before anything else
// can happen; an allocation goes the other way round. The layout here and that in src/build/addon/frame.ts are one.

#pragma once

#include <node_api.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "tensor.h"

namespace cuts::detail {

/** Goes up when either side changes what it expects of the other. */
inline constexpr int kAbiVersion = 1;

/** The functions of the package that an addon calls, in the order in which `connect` gets them. */
enum HostFunction : int {
  kAllocate,     // (record?) → array; what is wanted is in the frame, and what was made after it
  kDispose,      // (array)
  kKeep,         // (array, record?) → an array of our own over the same memory
  kView,         // (kept array) → an array for the caller
  kTouch,        // (kept array): its memory is used from now on
  kStream,       // (device, record?) → handle
  kRefuse,       // (function, position, name, type, rule, value, kind): throws
  kFail,         // (kind, function, text): throws
  kInstantiate,  // (class) → an object of the class without a value
  kSettle,       // (record, isFailure, value or error)
  kHostFunctions,
};

/** Where things are in the frame. */
enum FrameSlot : int { kStreamSlot = 0, kCountSlot = 1, kFirstTensor = 2 };
/** What precedes the sizes and strides of a tensor there. */
enum TensorSlot : int { kAddress, kDType, kDevice, kFlags, kAxes, kElements, kArgument, kListSlot, kTensorSlots };
/** What an allocation is asked for with. */
enum AllocationSlot : int { kWantDType, kWantDevice, kWantZeros, kWantAxes, kWantSizes };
inline constexpr int kContiguousFlag = 1, kWritableFlag = 2, kCurrentDevice = -2, kMaxAxes = 32;

/** What an error is in JavaScript. */
enum ErrorKind : int { kErrorKind, kTypeErrorKind, kRangeErrorKind, kDisposedKind, kMemoryKind };

/** An error of JavaScript on its way through C++. Without a value, it is kept by the job that it happened in. */
struct JsError : std::exception {
  napi_value value;
  explicit JsError(napi_value value) : value(value) {}
  const char* what() const noexcept override { return "an error was thrown in JavaScript"; }
};

struct Definition;
struct Job;
struct ModuleData;

/** Something that a thread of an async function wants done on the thread of JavaScript. */
struct Request {
  void (*run)(void*);
  void* context;
  bool is_done = false;
  std::exception_ptr error{};
};

/** What an addon has in one environment. It outlives that as long as kept tensors refer to it. */
struct Instance {
  napi_env env = nullptr;
  napi_ref host[kHostFunctions] = {};
  napi_ref frame_owner = nullptr;
  double* frame = nullptr;
  std::thread::id thread = std::this_thread::get_id();
  std::atomic<int> references{1};
  /** The definitions; destroyed with the instance. */
  ModuleData* module = nullptr;
  void (*delete_module)(ModuleData*) = nullptr;

  std::mutex mutex;
  std::condition_variable to_main, to_worker;
  std::deque<Request*> requests;
  napi_threadsafe_function wake = nullptr;
  /** Guarded by the mutex for other threads. */
  bool is_closed = false;
  /** References that other threads let go of. */
  std::vector<napi_ref> garbage;
  std::atomic<bool> has_garbage{false};

  bool is_here() const { return std::this_thread::get_id() == thread; }
  void claim() { references.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    if (module != nullptr) delete_module(module);
    delete this;
  }
};

/** A native call that runs: which tensors it has, and on what stream. */
struct Call {
  Instance* instance = nullptr;
  const Definition* definition = nullptr;
  /** Set for the call of an async function. */
  Job* job = nullptr;
  TensorData* first = nullptr;
  TensorData* last = nullptr;
  /** The next tensor among the arguments that was not taken yet. */
  TensorData* next_argument = nullptr;
  /** The handle of the current stream; NaN when it is not known yet. */
  double stream = 0;
};

/** The call that this thread is in. */
inline thread_local Call* current_call = nullptr;

/** Makes a call the current one of this thread. */
struct Within {
  Call* const outer = current_call;
  explicit Within(Call* call) { current_call = call; }
  ~Within() { current_call = outer; }
  Within(const Within&) = delete;
  Within& operator=(const Within&) = delete;
};

/** What all definitions have, before their types: messages are made of it. */
struct Definition {
  Instance* instance = nullptr;
  std::string name, doc;
  /** "sum_cuda", "Counter.add". */
  std::string full_name;
  std::vector<std::string> parameter_names;
  /** Leading parameters that are not the user's: the object of a method. */
  int hidden = 0;
  bool is_async = false;

  virtual ~Definition() = default;
  virtual napi_value invoke(Call& call, napi_value* arguments) const = 0;
  virtual Job* prepare(Instance& instance, napi_value record, napi_value* arguments) const = 0;
};

[[noreturn]] CUTS_COLD inline void throw_status(napi_env env, napi_status status) {
  bool is_pending = false;
  napi_is_exception_pending(env, &is_pending);
  if (is_pending) {
    napi_value thrown = nullptr;
    napi_get_and_clear_last_exception(env, &thrown);
    throw JsError(thrown);
  }
  const napi_extended_error_info* info = nullptr;
  napi_get_last_error_info(env, &info);
  throw Error(concat("internal: Node-API failed: ", info != nullptr && info->error_message != nullptr ? info->error_message : "status", " (", static_cast<int>(status), ")"));
}

/** Throws what a call of Node-API left behind, if something went wrong. */
inline void check(napi_env env, napi_status status) {
  if (status != napi_ok) throw_status(env, status);
}

inline napi_value undefined(napi_env env) {
  napi_value value = nullptr;
  napi_get_undefined(env, &value);
  return value;
}

inline napi_value dereference(napi_env env, void* reference) {
  napi_value value = nullptr;
  check(env, napi_get_reference_value(env, static_cast<napi_ref>(reference), &value));
  return value;
}

inline napi_value js_string(napi_env env, std::string_view text) {
  napi_value value = nullptr;
  check(env, napi_create_string_utf8(env, text.data(), text.size(), &value));
  return value;
}

inline napi_value js_number(napi_env env, double number) {
  napi_value value = nullptr;
  check(env, napi_create_double(env, number, &value));
  return value;
}

/** Calls a function of the package. */
template <class... Arguments>
napi_value call_host(Instance& instance, HostFunction which, Arguments... arguments) {
  napi_env env = instance.env;
  napi_value list[sizeof...(Arguments) + 1] = {arguments...};
  napi_value result = nullptr;
  check(env, napi_call_function(env, undefined(env), dereference(env, instance.host[which]), sizeof...(Arguments), list, &result));
  return result;
}

/** The array of a tensor of a call that runs. */
napi_value array_of(const TensorData& data);
/** What JavaScript knows an async call by; undefined for others. */
napi_value record_of(const Call& call);
/** Runs `body` on the thread of JavaScript; at once where this is it. */
template <class F>
void on_main(Call& call, F&& body);

inline Call& running_call(const char* action) {
  if (current_call == nullptr)
    throw Error(concat("cannot ", action, ": it must be done on the thread of a call from JavaScript, while it runs"));
  return *current_call;
}

inline void add_to_call(Call& call, TensorData* data) {
  data->call = &call;
  data->next = nullptr;
  if (call.last == nullptr) call.first = data;
  else call.last->next = data;
  call.last = data;
}

/** Reads one tensor from the frame; the call holds it. */
inline TensorData* read_tensor(Call& call, const double*& at) {
  const int ndim = static_cast<int>(at[kAxes]);
  TensorData* data = TensorData::make(ndim);
  data->data = reinterpret_cast<void*>(static_cast<std::uintptr_t>(at[kAddress]));
  data->dtype = static_cast<DType>(static_cast<int>(at[kDType]));
  data->device.index = static_cast<int>(at[kDevice]);
  const int flags = static_cast<int>(at[kFlags]);
  data->is_contiguous = (flags & kContiguousFlag) != 0;
  data->is_writable = (flags & kWritableFlag) != 0;
  data->numel = static_cast<std::int64_t>(at[kElements]);
  data->argument = static_cast<int>(at[kArgument]);
  data->slot = static_cast<int>(at[kListSlot]);
  data->instance = call.instance;
  at += kTensorSlots;
  std::int64_t* sizes = data->sizes();
  for (int i = 0; i < 2 * ndim; i++) sizes[i] = static_cast<std::int64_t>(*at++);
  add_to_call(call, data);
  return data;
}

/** Takes over what JavaScript has put into the frame for a call. */
inline void begin_call(Call& call) {
  const double* frame = call.instance->frame;
  call.stream = frame[kStreamSlot];
  const int count = static_cast<int>(frame[kCountSlot]);
  const double* at = frame + kFirstTensor;
  for (int i = 0; i < count; i++) read_tensor(call, at);
  call.next_argument = call.first;
}

/** Keeps the memory of a tensor beyond its call. */
CUTS_COLD inline void keep(Call& call, TensorData& data) {
  Instance& instance = *call.instance;
  napi_value own = call_host(instance, kKeep, array_of(data), record_of(call));
  napi_ref reference = nullptr;
  check(instance.env, napi_create_reference(instance.env, own, 1, &reference));
  data.kept = reference;
  instance.claim();
}

/** Ends a call: gives back what was made and not returned, keeps what the addon has kept. On the thread of JavaScript. */
inline void end_call(Call& call) noexcept {
  Instance& instance = *call.instance;
  for (TensorData* data = call.first; data != nullptr;) {
    TensorData* next = data->next;
    data->next = nullptr;
    const bool is_held = data->references.load(std::memory_order_acquire) > 1;
    try {
      if (instance.env != nullptr) {
        napi_value made = data->is_ours ? array_of(*data) : nullptr;
        if (is_held && data->kept == nullptr) keep(call, *data);
        if (made != nullptr) call_host(instance, kDispose, made);
      }
    } catch (...) {
      // The environment ends: the memory goes with it, and a kept tensor refuses to be used.
    }
    data->is_ours = false;
    data->is_live.store(false, std::memory_order_release);
    data->value = nullptr;
    data->call = nullptr;
    data->release();
    data = next;
  }
  call.first = call.last = nullptr;
}

/** A tensor that was kept is used in a call: the runtime must know before. */
CUTS_COLD inline void touch(TensorData* data) {
  Call* call = current_call;
  if (call == nullptr || call->instance != data->instance || call->job != nullptr || data->kept == nullptr || data->instance->env == nullptr)
    throw Error("a tensor that was kept from an earlier call can be used only in a call that is not async, on the same thread of JavaScript");
  call_host(*call->instance, kTouch, dereference(call->instance->env, data->kept));
  data->is_live.store(true, std::memory_order_relaxed);
  data->claim();
  add_to_call(*call, data);
}

/** Nobody but its call refers to a tensor that was made in it: the memory can be used for the next one. */
inline void last_use(TensorData* data) {
  Call* call = current_call;
  if (call == nullptr || call != data->call || call->job != nullptr || !data->instance->is_here()) return;
  data->is_ours = false;
  data->is_live.store(false, std::memory_order_relaxed);
  try {
    call_host(*data->instance, kDispose, array_of(*data));
  } catch (...) {
    // The array is collected all the same.
  }
}

inline void destroy(TensorData* data) {
  Instance* instance = data->instance;
  if (data->kept != nullptr) {
    napi_ref reference = static_cast<napi_ref>(data->kept);
    if (!instance->is_here()) {
      std::lock_guard<std::mutex> lock(instance->mutex);
      if (!instance->is_closed) instance->garbage.push_back(reference);
      instance->has_garbage.store(true, std::memory_order_release);
    } else if (instance->env != nullptr && (current_call != nullptr || !instance->is_closed)) {
      // Outside of a call (in a finaliser) JavaScript must not run: the collector frees the array.
      if (current_call != nullptr) {
        try {
          call_host(*instance, kDispose, dereference(instance->env, reference));
        } catch (...) {
        }
      }
      napi_delete_reference(instance->env, reference);
    }
    instance->release();
  }
  data->~TensorData();
  ::operator delete(data);
}

/** Lets go of what other threads have. */
CUTS_COLD inline void collect_garbage(Instance& instance) {
  std::vector<napi_ref> garbage;
  {
    std::lock_guard<std::mutex> lock(instance.mutex);
    garbage.swap(instance.garbage);
    instance.has_garbage.store(false, std::memory_order_relaxed);
  }
  for (napi_ref reference : garbage) {
    try {
      call_host(instance, kDispose, dereference(instance.env, reference));
    } catch (...) {
    }
    napi_delete_reference(instance.env, reference);
  }
}

CUTS_COLD inline std::string describe_tensor(const TensorData* data) {
  if (data->argument < 0 || data->call == nullptr) return concat("the tensor ", data->dtype, IntSpan(data->sizes(), static_cast<std::size_t>(data->ndim)));
  const auto& names = data->call->definition->parameter_names;
  const auto at = static_cast<std::size_t>(data->argument);
  return concat("argument ", data->argument + 1 - data->call->definition->hidden, " (", at < names.size() ? names[at] : std::string("?"), ")");
}

inline TensorData* allocate(Call& call, IntSpan shape, DType dtype, int device, bool zeros) {
  if (shape.size() > kMaxAxes) throw RangeError(concat("a tensor must have at most ", kMaxAxes, " axes (got ", shape.size(), ")"));
  Instance& instance = *call.instance;
  double* frame = instance.frame;
  frame[kWantDType] = static_cast<int>(dtype);
  frame[kWantDevice] = device;
  frame[kWantZeros] = zeros ? 1 : 0;
  frame[kWantAxes] = static_cast<double>(shape.size());
  for (std::size_t i = 0; i < shape.size(); i++) {
    if (shape[i] < 0) throw RangeError(concat("a size must not be negative (got ", shape, ")"));
    frame[static_cast<std::size_t>(kWantSizes) + i] = static_cast<double>(shape[i]);
  }
  napi_value array = call.job == nullptr ? call_host(instance, kAllocate) : call_host(instance, kAllocate, record_of(call));
  const double* at = instance.frame + kFirstTensor;
  TensorData* data = read_tensor(call, at);
  data->is_ours = true;
  data->value = array;
  return data;
}

inline Tensor make_tensor(IntSpan shape, DType dtype, int device, bool zeros) {
  Call& call = running_call("make a tensor");
  TensorData* data = nullptr;
  on_main(call, [&] { data = allocate(call, shape, dtype, device, zeros); });
  data->claim();
  // JavaScript zeroes what is on a GPU, in the order of the stream.
  if (zeros && data->device.is_cpu() && data->numel > 0)
    std::memset(data->data, 0, static_cast<std::size_t>(data->numel) * static_cast<std::size_t>(size_of(dtype)));
  return Tensor(data);
}

CUTS_COLD inline void* stream_of(int device) {
  Call& call = running_call("ask for the current stream");
  double handle = 0;
  on_main(call, [&] {
    Instance& instance = *call.instance;
    napi_value answer = call_host(instance, kStream, js_number(instance.env, device), record_of(call));
    check(instance.env, napi_get_value_double(instance.env, answer, &handle));
  });
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(handle));
}

}  // namespace cuts::detail

namespace cuts {

inline Tensor empty(IntSpan shape, DType dtype) { return detail::make_tensor(shape, dtype, detail::kCurrentDevice, false); }
inline Tensor empty(IntSpan shape, DType dtype, Device device) { return detail::make_tensor(shape, dtype, device.index, false); }
inline Tensor zeros(IntSpan shape, DType dtype) { return detail::make_tensor(shape, dtype, detail::kCurrentDevice, true); }
inline Tensor zeros(IntSpan shape, DType dtype, Device device) { return detail::make_tensor(shape, dtype, device.index, true); }

inline Stream current_stream() {
  const double known = detail::running_call("ask for the current stream").stream;
  return Stream(known == known ? reinterpret_cast<void*>(static_cast<std::uintptr_t>(known)) : detail::stream_of(detail::kCurrentDevice));
}
inline Stream current_stream(Device device) { return Stream(detail::stream_of(device.index)); }

}  // namespace cuts
