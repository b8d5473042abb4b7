// Loading an addon (part of extension.h): Node calls the entry point, the package calls `connect`, and gets the text that
// describes the module and one function for each definition. Everything belongs to the environment that asked.

#pragma once

#include "module.h"

namespace cuts::detail {

/** Throws into JavaScript what is being handled. */
CUTS_COLD inline void throw_to_js(napi_env env, Instance& instance, const std::string& name) noexcept {
  napi_value thrown = nullptr;
  ErrorKind kind = kErrorKind;
  std::string text;
  try {
    throw;
  } catch (const JsError& error) {
    thrown = error.value;
  } catch (...) {
    describe_exception(kind, text);
  }
  if (thrown != nullptr) {
    napi_throw(env, thrown);
    return;
  }
  try {
    call_host(instance, kFail, js_number(env, kind), js_string(env, name), js_string(env, text));
  } catch (const JsError& error) {
    napi_throw(env, error.value);
  } catch (...) {
    napi_throw_error(env, nullptr, text.c_str());
  }
}

/** Where every call of a function arrives. */
inline napi_value on_call(napi_env env, napi_callback_info info) {
  napi_value arguments[18];
  std::size_t count = 18;
  void* data = nullptr;
  if (napi_get_cb_info(env, info, &count, arguments, nullptr, &data) != napi_ok) return nullptr;
  const Definition& definition = *static_cast<Definition*>(data);
  Instance& instance = *definition.instance;
  if (instance.has_garbage.load(std::memory_order_acquire)) collect_garbage(instance);
  if (definition.is_async) {
    try {
      Job* job = definition.prepare(instance, arguments[0], arguments + 1);
      napi_value handle = nullptr;
      check(env, napi_create_external(env, job, nullptr, nullptr, &handle));
      return handle;
    } catch (...) {
      throw_to_js(env, instance, definition.full_name);
      return nullptr;
    }
  }
  Call call;
  call.instance = &instance;
  call.definition = &definition;
  Within within(&call);
  napi_value result = nullptr;
  std::exception_ptr failure;
  try {
    begin_call(call);
    result = definition.invoke(call, arguments);
    check_cuda();
  } catch (...) {
    failure = std::current_exception();
  }
  end_call(call);
  if (failure) {
    try {
      std::rethrow_exception(failure);
    } catch (...) {
      throw_to_js(env, instance, definition.full_name);
    }
    return nullptr;
  }
  return result;
}

/** One of the functions that the package calls on the instance. */
template <void (*Body)(Instance&, napi_value* arguments)>
napi_value on_instance(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  std::size_t count = 2;
  void* data = nullptr;
  if (napi_get_cb_info(env, info, &count, arguments, nullptr, &data) != napi_ok) return nullptr;
  Instance& instance = *static_cast<Instance*>(data);
  try {
    Body(instance, arguments);
  } catch (...) {
    throw_to_js(env, instance, "dispose()");
  }
  return nullptr;
}

inline Job* job_in(napi_env env, napi_value value) {
  void* job = nullptr;
  check(env, napi_get_value_external(env, value, &job));
  return static_cast<Job*>(job);
}

inline void set_frame(Instance& instance, napi_value* arguments) {
  napi_env env = instance.env;
  void* data = nullptr;
  check(env, napi_get_typedarray_info(env, arguments[0], nullptr, nullptr, &data, nullptr, nullptr));
  if (instance.frame_owner != nullptr) napi_delete_reference(env, instance.frame_owner);
  check(env, napi_create_reference(env, arguments[0], 1, &instance.frame_owner));
  instance.frame = static_cast<double*>(data);
}

inline void start(Instance& instance, napi_value* arguments) { start_job(instance, *job_in(instance.env, arguments[0])); }
inline void wait(Instance& instance, napi_value* arguments) { wait_for_job(instance, job_in(instance.env, arguments[0])); }
inline void cancel(Instance& instance, napi_value* arguments) { cancel_job(std::unique_ptr<Job>(job_in(instance.env, arguments[0]))); }
inline void close(Instance& instance, napi_value*) { close_instance(instance); }
inline void dispose_object(Instance& instance, napi_value* arguments) {
  std::uint32_t index = 0;
  check(instance.env, napi_get_value_uint32(instance.env, arguments[0], &index));
  // The destructor may let go of tensors, as a call does.
  Call call;
  call.instance = &instance;
  Within within(&call);
  instance.module->classes.at(index)->dispose(instance.env, arguments[1]);
  end_call(call);
}

CUTS_COLD inline void set_function(napi_env env, napi_value object, const char* name, napi_callback callback, void* data) {
  napi_value function = nullptr;
  check(env, napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, data, &function));
  check(env, napi_set_named_property(env, object, name, function));
}

/** Adds the function of a definition to a list, and its description to a text. */
CUTS_COLD inline std::string publish(napi_env env, napi_value natives, int& index, const char* kind, Definition& definition) {
  napi_value function = nullptr;
  check(env, napi_create_function(env, definition.name.c_str(), NAPI_AUTO_LENGTH, on_call, &definition, &function));
  check(env, napi_set_element(env, natives, static_cast<std::uint32_t>(index), function));
  return static_cast<Described&>(definition).describe(kind, index++);
}

CUTS_COLD inline std::string describe_module(napi_env env, const ModuleData& module, napi_value natives) {
  int index = 0;
  std::string text = concat(R"({"doc":)", json(module.doc), R"(,"members":[)");
  for (std::size_t i = 0; i < module.functions.size(); i++) text += concat(i == 0 ? "" : ",", publish(env, natives, index, "function", *module.functions[i]));
  text += R"(],"classes":[)";
  for (std::size_t i = 0; i < module.classes.size(); i++) {
    const ClassData& one = *module.classes[i];
    text += concat(i == 0 ? "" : ",", R"({"name":)", json(one.name), R"(,"doc":)", json(one.doc), R"(,"id":")", reinterpret_cast<std::uintptr_t>(one.id), R"(","members":[)");
    for (std::size_t k = 0; k < one.members.size(); k++) text += concat(k == 0 ? "" : ",", publish(env, natives, index, one.members[k].first, *one.members[k].second));
    text += "]}";
  }
  text += R"(],"attributes":[)";
  for (std::size_t i = 0; i < module.attributes.size(); i++) text += concat(i == 0 ? "" : ",", R"({"name":)", json(module.attributes[i].first), R"(,"value":)", module.attributes[i].second, "}");
  return text + "]}";
}

using Define = void (*)(Module&);

CUTS_COLD inline napi_value connect(napi_env env, napi_value* arguments, Define define) {
  auto* instance = new Instance();
  instance->env = env;
  instance->module = new ModuleData();
  instance->delete_module = [](ModuleData* module) { delete module; };
  check(env, napi_add_env_cleanup_hook(
                 env,
                 [](void* data) {
                   auto* ended = static_cast<Instance*>(data);
                   close_instance(*ended);
                   ended->env = nullptr;
                   ended->release();
                 },
                 instance));
  for (std::uint32_t i = 0; i < kHostFunctions; i++) {
    napi_value function = nullptr;
    check(env, napi_get_element(env, arguments[0], i, &function));
    check(env, napi_create_reference(env, function, 1, &instance->host[i]));
  }
  set_frame(*instance, arguments + 1);
  Module module(*instance, *instance->module);
  define(module);
  napi_value connection = nullptr, natives = nullptr;
  check(env, napi_create_object(env, &connection));
  check(env, napi_create_array(env, &natives));
  check(env, napi_set_named_property(env, connection, "text", js_string(env, describe_module(env, *instance->module, natives))));
  check(env, napi_set_named_property(env, connection, "natives", natives));
  set_function(env, connection, "setFrame", on_instance<set_frame>, instance);
  set_function(env, connection, "start", on_instance<start>, instance);
  set_function(env, connection, "wait", on_instance<wait>, instance);
  set_function(env, connection, "cancel", on_instance<cancel>, instance);
  set_function(env, connection, "close", on_instance<close>, instance);
  set_function(env, connection, "dispose", on_instance<dispose_object>, instance);
  return connection;
}

/** What Node calls when it loads the file. */
CUTS_COLD inline napi_value export_module(napi_env env, napi_value exports, Define define) {
  const auto on_connect = [](napi_env env, napi_callback_info info) -> napi_value {
    napi_value arguments[2];
    std::size_t count = 2;
    void* data = nullptr;
    if (napi_get_cb_info(env, info, &count, arguments, nullptr, &data) != napi_ok) return nullptr;
    try {
      return connect(env, arguments, reinterpret_cast<Define>(data));
    } catch (const JsError& error) {
      napi_throw(env, error.value);
    } catch (const std::exception& error) {
      napi_throw_error(env, "CUTS_ADDON", error.what());
    } catch (...) {
      napi_throw_error(env, "CUTS_ADDON", "it threw something that is no std::exception");
    }
    return nullptr;
  };
  try {
    set_function(env, exports, "connect", on_connect, reinterpret_cast<void*>(define));
    check(env, napi_set_named_property(env, exports, "cutsAbi", js_number(env, kAbiVersion)));
  } catch (const std::exception& error) {
    napi_throw_error(env, "CUTS_ADDON", error.what());
  }
  return exports;
}

}  // namespace cuts::detail

/**
 * Says what a module has; once in an addon.
 *
 *     CUTS_MODULE(m) {
 *       m.def("add", &add, "Adds two tensors.", cuts::arg("a"), cuts::arg("b"));
 *     }
 */
#define CUTS_MODULE(m)                                                                          \
  static void cuts_define_module(::cuts::Module& m);                                            \
  NAPI_MODULE_INIT() { return ::cuts::detail::export_module(env, exports, &cuts_define_module); } \
  static void cuts_define_module(::cuts::Module& m)
