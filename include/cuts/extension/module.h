// What a module has: functions, classes, constants (part of extension.h). All it says is written down when the module is
// loaded, given to JavaScript as one text of JSON, and becomes functions there that check, convert and call.

#pragma once

#include "class.h"

namespace cuts {

/** The name of an argument, and its default: `cuts::arg("scale") = 1.0`. */
class arg {
 public:
  explicit arg(const char* name) : name(name) {}
  template <class T>
  arg& operator=(const T& value) {
    literal = detail::literal(value);
    return *this;
  }

  std::string name;
  /** The default as JSON; empty where there is none. */
  std::string literal;
};

/** A constructor with these parameters. */
template <class... A>
struct init {};

namespace detail {

template <class A>
using StoredOf = typename ConvertOf<A>::Stored;

/** What the text of a definition says beside its types. */
struct Extras {
  std::string doc;
  std::vector<arg> arguments;

  CUTS_COLD void add(const char* text) { doc = text; }
  CUTS_COLD void add(const arg& argument) { arguments.push_back(argument); }
};

/** A definition with what JavaScript must know of it. */
struct Described : Definition {
  std::vector<std::string> defaults;
  virtual std::string describe_types() const = 0;
  /** How many parameters the function has, hidden ones too. */
  virtual int count() const = 0;

  CUTS_COLD std::string describe(const char* kind, int index) const {
    std::string text = concat(R"({"kind":")", kind, R"(","native":)", index, R"(,"name":)", json(name), R"(,"doc":)", json(doc), R"(,"isAsync":)", is_async ? "true" : "false", R"(,"parameters":[)");
    for (std::size_t i = static_cast<std::size_t>(hidden); i < parameter_names.size(); i++) {
      text += concat(i == static_cast<std::size_t>(hidden) ? "" : ",", R"({"name":)", json(parameter_names[i]));
      if (!defaults[i].empty()) text += concat(R"(,"default":)", defaults[i]);
      text += "}";
    }
    return concat(text, "],", describe_types(), "}");
  }
};

template <class R>
std::string describe_result() {
  if constexpr (std::is_void_v<R>) return R"({"kind":"void"})";
  else return ConvertOf<R>::describe(false);
}

/** A function with its types. Only an async one has the code to be one: every line here is compiled for every function. */
template <bool IsAsync, class F, class R, class... A>
struct Function final : Described {
  static_assert(sizeof...(A) <= 16, "a function has at most 16 parameters");
  F function;
  explicit Function(F function) : function(std::move(function)) { is_async = IsAsync; }

  int count() const override { return static_cast<int>(sizeof...(A)); }

  CUTS_COLD std::string describe_types() const override {
    std::string text;
    int at = 0;
    ((text += at++ < hidden ? std::string() : concat(text.empty() ? "" : ",", ConvertOf<A>::describe(is_read<A>))), ...);
    return concat(R"("types":[)", text, R"(],"result":)", describe_result<R>());
  }

  napi_value invoke(Call& call, napi_value* arguments) const override {
    if constexpr (!IsAsync) return invoke(call, arguments, std::index_sequence_for<A...>{});
    else return (void)call, (void)arguments, nullptr;
  }

  Job* prepare(Instance& instance, napi_value record, napi_value* arguments) const override {
    if constexpr (IsAsync) return prepare(instance, record, arguments, std::index_sequence_for<A...>{});
    else return (void)instance, (void)record, (void)arguments, nullptr;
  }

 private:
  using Stored = std::tuple<StoredOf<A>...>;

  template <std::size_t... I>
  static Stored convert(Call& call, napi_value* arguments, std::index_sequence<I...>) {
    return Stored{ConvertOf<A>::from(Place{call, static_cast<int>(I)}, arguments[I])...};
  }

  template <std::size_t... I>
  R apply(Stored& stored, std::index_sequence<I...>) const {
    return function(ConvertOf<A>::template pass<A>(std::get<I>(stored))...);
  }

  template <std::size_t... I>
  napi_value invoke(Call& call, napi_value* arguments, std::index_sequence<I...> indices) const {
    (void)arguments;
    Stored stored = convert(call, arguments, indices);
    if constexpr (std::is_void_v<R>) {
      apply(stored, indices);
      return nullptr;
    } else {
      return ConvertOf<R>::to(call, apply(stored, indices));
    }
  }

  struct Running final : Job {
    const Function& definition;
    std::optional<Stored> stored;
    std::optional<std::conditional_t<std::is_void_v<R>, bool, std::decay_t<R>>> value;

    explicit Running(const Function& definition) : definition(definition) {}
    void run() override {
      if constexpr (std::is_void_v<R>) definition.apply(*stored, std::index_sequence_for<A...>{});
      else value.emplace(definition.apply(*stored, std::index_sequence_for<A...>{}));
    }
    napi_value result() override {
      if constexpr (std::is_void_v<R>) return nullptr;
      else return ConvertOf<R>::to(call, std::move(*value));
    }
    void clear() override {
      value.reset();
      stored.reset();
    }
  };

  template <std::size_t... I>
  CUTS_COLD Job* prepare(Instance& instance, napi_value record, napi_value* arguments, std::index_sequence<I...> indices) const {
    static_assert(!std::is_reference_v<R>, "an async function returns a value, not a reference");
    auto job = std::make_unique<Running>(*this);
    // The environment may end before the job does.
    instance.claim();
    job->call.instance = &instance;
    job->call.definition = this;
    job->call.job = job.get();
    check(instance.env, napi_create_reference(instance.env, record, 1, &job->record));
    begin_call(job->call);
    try {
      Within within(&job->call);
      job->stored.emplace(convert(job->call, arguments, indices));
    } catch (...) {
      cancel_job(std::move(job));
      throw;
    }
    return job.release();
  }
};

/** The definition of a function of any kind. */
template <bool IsAsync, class R, class... A, class F>
CUTS_COLD std::unique_ptr<Described> define(F function) {
  return std::make_unique<Function<IsAsync, F, R, A...>>(std::move(function));
}
template <bool IsAsync, class R, class... A>
std::unique_ptr<Described> definition_of(R (*function)(A...)) {
  return define<IsAsync, R, A...>(function);
}
template <bool IsAsync, class F, class R, class... A>
std::unique_ptr<Described> from_operator(F function, R (F::*)(A...) const) {
  return define<IsAsync, R, A...>(std::move(function));
}
template <bool IsAsync, class F, class = decltype(&F::operator())>
std::unique_ptr<Described> definition_of(F function) {
  return from_operator<IsAsync>(std::move(function), &F::operator());
}
/** A method is a function of its object; one of a base class is called through the class that is defined. */
template <bool IsAsync, class T, class R, class C, class... A>
std::unique_ptr<Described> method_of(R (C::*method)(A...)) {
  return define<IsAsync, R, T&, A...>([method](T& self, A... arguments) -> R { return (self.*method)(std::forward<A>(arguments)...); });
}
template <bool IsAsync, class T, class R, class C, class... A>
std::unique_ptr<Described> method_of(R (C::*method)(A...) const) {
  return define<IsAsync, R, const T&, A...>([method](const T& self, A... arguments) -> R { return (self.*method)(std::forward<A>(arguments)...); });
}
template <bool IsAsync, class T, class R, class... A>
std::unique_ptr<Described> method_of(R (*function)(A...)) {
  return definition_of<IsAsync>(function);
}
template <bool IsAsync, class T, class F, class = decltype(&F::operator())>
std::unique_ptr<Described> method_of(F function) {
  return definition_of<IsAsync>(std::move(function));
}

inline std::string concat_name(const std::string& type, const char* name) {
  return std::string_view(name) == "constructor" ? type : concat(type, ".", name);
}

/** Gives a definition its names; `hidden` leading parameters are not the user's. */
template <class... Extra>
CUTS_COLD void complete(Described& definition, std::string name, std::string full_name, int hidden, const Extra&... extra) {
  Extras extras;
  (extras.add(extra), ...);
  definition.name = std::move(name);
  definition.full_name = std::move(full_name);
  definition.doc = extras.doc;
  definition.hidden = hidden;
  const auto count = static_cast<std::size_t>(definition.count() - hidden);
  const bool is_named = !extras.arguments.empty();
  if (is_named && extras.arguments.size() != count)
    throw Error(concat("cannot define ", definition.full_name, ": there must be a cuts::arg for each of its ", count, " parameters, or none (got ", extras.arguments.size(), ")"));
  definition.parameter_names.assign(static_cast<std::size_t>(hidden), "this");
  definition.defaults.resize(static_cast<std::size_t>(hidden));
  for (std::size_t i = 0; i < count; i++) {
    definition.parameter_names.push_back(is_named ? extras.arguments[i].name : concat("argument", i + 1));
    definition.defaults.push_back(is_named ? extras.arguments[i].literal : std::string());
  }
}

}  // namespace detail

/** A class of a module; see Module::class_. */
template <class T>
class Class {
 public:
  Class(detail::Instance& instance, detail::ClassData& data) : instance_(instance), data_(data) {}

  /** A constructor: `.def(cuts::init<int, std::string>(), cuts::arg("size"), cuts::arg("name"))`. */
  template <class... A, class... Extra>
  Class& def(init<A...>, const Extra&... extra) {
    auto* instance = &instance_;
    return add("constructor", "constructor", 1, detail::define<false, void, detail::NewObject, A...>([instance](detail::NewObject object, A... arguments) {
                 detail::hold(instance->env, object.value, std::make_unique<T>(std::forward<A>(arguments)...));
               }),
               extra...);
  }
  /** A method, or a function whose first parameter is the object; the same name again is an overload. */
  template <class F, class... Extra>
  Class& def(const char* name, F method, const Extra&... extra) {
    return add("method", name, 1, detail::method_of<false, T>(method), extra...);
  }
  /** A method that runs on another thread and gives a promise. */
  template <class F, class... Extra>
  Class& def_async(const char* name, F method, const Extra&... extra) {
    return add("method", name, 1, detail::method_of<true, T>(method), extra...);
  }
  /** A function of the class itself. */
  template <class F, class... Extra>
  Class& def_static(const char* name, F function, const Extra&... extra) {
    return add("static", name, 0, detail::definition_of<false>(function), extra...);
  }
  /** A property that is computed. */
  template <class F>
  Class& def_property_readonly(const char* name, F getter, const char* doc = "") {
    return add("getter", name, 1, detail::method_of<false, T>(getter), doc);
  }
  template <class F, class G>
  Class& def_property(const char* name, F getter, G setter, const char* doc = "") {
    def_property_readonly(name, getter, doc);
    return add("setter", name, 1, detail::method_of<false, T>(setter));
  }
  /** A member as a property. */
  template <class C, class V>
  Class& def_readonly(const char* name, V C::*member, const char* doc = "") {
    return add("getter", name, 1, detail::define<false, V, const T&>([member](const T& self) -> V { return self.*member; }), doc);
  }
  template <class C, class V>
  Class& def_readwrite(const char* name, V C::*member, const char* doc = "") {
    def_readonly(name, member, doc);
    return add("setter", name, 1, detail::define<false, void, T&, V>([member](T& self, V value) { self.*member = std::move(value); }));
  }

 private:
  template <class... Extra>
  CUTS_COLD Class& add(const char* kind, const char* name, int hidden, std::unique_ptr<detail::Described> definition, const Extra&... extra) {
    detail::complete(*definition, name, detail::concat_name(data_.name, name), hidden, extra...);
    definition->instance = &instance_;
    data_.members.emplace_back(kind, std::move(definition));
    return *this;
  }

  detail::Instance& instance_;
  detail::ClassData& data_;
};

/** A constant of a module that is being set. */
class Attribute {
 public:
  Attribute(detail::ModuleData& module, const char* name) : module_(module), name_(name) {}
  template <class T>
  void operator=(const T& value) {
    module_.attributes.emplace_back(name_, detail::literal(value));
  }

 private:
  detail::ModuleData& module_;
  const char* name_;
};

/** What CUTS_MODULE fills. */
class Module {
 public:
  Module(detail::Instance& instance, detail::ModuleData& data) : instance_(instance), data_(data) {}

  /** What the module is for. */
  Module& doc(const char* text) {
    data_.doc = text;
    return *this;
  }
  /**
   * A function: a pointer or a lambda, then a text and the names of its arguments, all or none.
   * The same name again is an overload: the first whose parameters fit the arguments is called.
   */
  template <class F, class... Extra>
  Module& def(const char* name, F function, const Extra&... extra) {
    return add(name, detail::definition_of<false>(function), extra...);
  }
  /** A function that runs on another thread and gives a promise. Its tensors count as in use until it is over. */
  template <class F, class... Extra>
  Module& def_async(const char* name, F function, const Extra&... extra) {
    return add(name, detail::definition_of<true>(function), extra...);
  }
  /** A class: `m.class_<Counter>("Counter").def(cuts::init<int>()).def("add", &Counter::add)`. */
  template <class T>
  Class<T> class_(const char* name, const char* doc = "") {
    auto made = std::make_unique<detail::ClassData>();
    made->name = name;
    made->doc = doc;
    made->id = &detail::ClassId<T>::id;
    made->dispose = &detail::dispose_value<T>;
    data_.classes.push_back(std::move(made));
    return Class<T>(instance_, *data_.classes.back());
  }
  /** A constant: `m.attr("version") = 3`. */
  Attribute attr(const char* name) { return Attribute(data_, name); }

 private:
  template <class... Extra>
  CUTS_COLD Module& add(const char* name, std::unique_ptr<detail::Described> definition, const Extra&... extra) {
    detail::complete(*definition, name, name, 0, extra...);
    definition->instance = &instance_;
    data_.functions.push_back(std::move(definition));
    return *this;
  }

  detail::Instance& instance_;
  detail::ModuleData& data_;
};

}  // namespace cuts
