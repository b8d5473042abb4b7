// Classes of C++ as classes of JavaScript (part of extension.h). The object of JavaScript owns the value: it is deleted by
// dispose(), or when the object is collected. A type tag says which class an object has, so that a foreign one is an
// error; a value that an async function uses cannot be disposed meanwhile.

#pragma once

#include "convert.h"

namespace cuts::detail {

/** Its address identifies a class within the process. */
template <class T>
struct ClassId {
  static inline char id = 0;
};

/** What the object of JavaScript holds. */
template <class T>
struct Holder {
  T* value;
  /** How many calls use it. */
  int users = 0;
};

/** A class of a module. */
struct ClassData {
  std::string name, doc;
  const void* id = nullptr;
  std::vector<std::pair<const char*, std::unique_ptr<Definition>>> members;
  /** Deletes the value of an object. */
  void (*dispose)(napi_env, napi_value object) = nullptr;
};

/** Everything a module has said. */
struct ModuleData {
  std::string doc;
  std::vector<std::unique_ptr<Definition>> functions;
  std::vector<std::unique_ptr<ClassData>> classes;
  std::vector<std::pair<std::string, std::string>> attributes;

  int class_index(const void* id) const {
    for (std::size_t i = 0; i < classes.size(); i++)
      if (classes[i]->id == id) return static_cast<int>(i);
    return -1;
  }
};

template <class T>
napi_type_tag tag_of() {
  return {0x63757473'61646474ull, reinterpret_cast<std::uintptr_t>(&ClassId<T>::id)};
}

/** Gives an object of JavaScript its value. */
template <class T>
void hold(napi_env env, napi_value object, std::unique_ptr<T> value) {
  auto holder = std::make_unique<Holder<T>>(Holder<T>{value.get()});
  const napi_type_tag tag = tag_of<T>();
  check(env, napi_type_tag_object(env, object, &tag));
  const auto finalize = [](napi_env, void* data, void*) {
    auto* held = static_cast<Holder<T>*>(data);
    delete held->value;
    delete held;
  };
  check(env, napi_wrap(env, object, holder.get(), finalize, nullptr, nullptr));
  holder.release();
  value.release();
}

/** Deletes the value of an object; does nothing the second time. */
template <class T>
void dispose_value(napi_env env, napi_value object) {
  const napi_type_tag tag = tag_of<T>();
  bool is_ours = false;
  void* data = nullptr;
  if (napi_check_object_type_tag(env, object, &tag, &is_ours) != napi_ok || !is_ours) throw TypeError("it must be called on an object of the class");
  if (napi_unwrap(env, object, &data) != napi_ok) return;
  auto* holder = static_cast<Holder<T>*>(data);
  if (holder->users > 0) throw Error("the object must not be in use (an async function of it still runs)");
  check(env, napi_remove_wrap(env, object, &data));
  delete holder->value;
  delete holder;
}

/** A value that a call uses. */
template <class T>
class Borrowed {
 public:
  explicit Borrowed(Holder<T>* holder) : holder_(holder) { holder_->users++; }
  Borrowed(Borrowed&& other) noexcept : holder_(std::exchange(other.holder_, nullptr)) {}
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  Borrowed& operator=(Borrowed&&) = delete;
  ~Borrowed() {
    if (holder_ != nullptr) holder_->users--;
  }
  T& value() const { return *holder_->value; }

 private:
  Holder<T>* holder_;
};

template <class T, class>
struct Convert {
  using Class = std::remove_cv_t<std::remove_pointer_t<T>>;
  static_assert(std::is_class_v<Class>, "there is no conversion between this type and JavaScript");
  using Stored = Borrowed<Class>;

  CUTS_COLD static std::string describe(bool) {
    return concat(R"({"kind":"class","id":")", reinterpret_cast<std::uintptr_t>(&ClassId<Class>::id), R"("})");
  }

  static Stored from(const Place& place, napi_value value) {
    napi_env env = place.env();
    const napi_type_tag tag = tag_of<Class>();
    bool is_ours = false;
    const napi_valuetype type = type_of(env, value);
    if (type == napi_object) check(env, napi_check_object_type_tag(env, value, &tag, &is_ours));
    if (!is_ours) refuse(place, class_name(place.call), "it must be an object of this class", value);
    void* data = nullptr;
    if (napi_unwrap(env, value, &data) != napi_ok) refuse(place, class_name(place.call), "the object must not be disposed", value, kDisposedKind);
    return Stored(static_cast<Holder<Class>*>(data));
  }

  template <class As>
  static decltype(auto) pass(Stored& stored) {
    if constexpr (std::is_pointer_v<T>) return static_cast<T>(&stored.value());
    else if constexpr (std::is_lvalue_reference_v<As>) return static_cast<As>(stored.value());
    else return Class(stored.value());
  }

  template <class V>
  static napi_value to(Call& call, V&& value) {
    static_assert(!std::is_pointer_v<T>, "a result must own its value: return the object, or a std::unique_ptr");
    return give(call, std::make_unique<Class>(std::forward<V>(value)));
  }

  static napi_value give(Call& call, std::unique_ptr<Class> value) {
    Instance& instance = *call.instance;
    const int index = instance.module->class_index(&ClassId<Class>::id);
    if (index < 0) throw Error("it returned an object of a class that the module does not define");
    napi_value object = call_host(instance, kInstantiate, js_number(instance.env, index));
    hold(instance.env, object, std::move(value));
    return object;
  }

 private:
  CUTS_COLD static std::string class_name(const Call& call) {
    const ModuleData& module = *call.instance->module;
    const int index = module.class_index(&ClassId<Class>::id);
    return index < 0 ? "a class that the module does not define" : module.classes[static_cast<std::size_t>(index)]->name;
  }
};

template <class T>
struct Convert<std::unique_ptr<T>> {
  CUTS_COLD static std::string describe(bool is_only_read) { return Convert<T>::describe(is_only_read); }
  static napi_value to(Call& call, std::unique_ptr<T> value) {
    if (value == nullptr) throw Error("it must not return a null pointer");
    return Convert<T>::give(call, std::move(value));
  }
};

/** The object that a constructor is called for. */
struct NewObject {
  napi_value value;
};

template <>
struct Convert<NewObject> : Plain<NewObject> {
  CUTS_COLD static std::string describe(bool) { return R"({"kind":"new"})"; }
  static NewObject from(const Place&, napi_value value) { return {value}; }
};

}  // namespace cuts::detail
