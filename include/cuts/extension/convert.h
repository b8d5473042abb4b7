// Values between JavaScript and C++ (part of extension.h). Convert<T> says what T is called in a description, makes one of
// a value or refuses it with the argument's name, and makes a value of one. Nothing is coerced: a number is a number, and
// an integer fits or is refused. 64-bit integers come out as bigint, and go in as bigint or as safe numbers.

#pragma once

#include <limits>
#include <optional>
#include <tuple>

#include "async.h"

namespace cuts::detail {

/** A string in JSON. */
CUTS_COLD inline std::string json(std::string_view text) {
  std::string made = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') made += '\\', made += c;
    else if (static_cast<unsigned char>(c) < 0x20) {
      char buffer[8];
      std::snprintf(buffer, sizeof buffer, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
      made += buffer;
    } else made += c;
  }
  return made + "\"";
}

/** Which argument is converted, for messages. */
struct Place {
  Call& call;
  int position;

  napi_env env() const { return call.instance->env; }
};

/** Refuses an argument; JavaScript writes the message and throws. */
[[noreturn]] CUTS_COLD inline void refuse(const Place& place, std::string_view type, std::string_view rule, napi_value value, ErrorKind kind = kTypeErrorKind) {
  napi_env env = place.env();
  const Definition& definition = *place.call.definition;
  const auto at = static_cast<std::size_t>(place.position);
  call_host(*place.call.instance, kRefuse, js_string(env, definition.full_name), js_number(env, place.position + 1 - definition.hidden),
            js_string(env, at < definition.parameter_names.size() ? definition.parameter_names[at] : std::string("?")), js_string(env, type), js_string(env, rule), value,
            js_number(env, kind));
  throw Error("internal: a refusal did not throw");
}

inline napi_valuetype type_of(napi_env env, napi_value value) {
  napi_valuetype type = napi_undefined;
  check(env, napi_typeof(env, value, &type));
  return type;
}

/** Without a specialisation: a class of the module; see class.h. */
template <class T, class = void>
struct Convert;

/** The Convert of a parameter or a result, however it is passed. */
template <class T>
using ConvertOf = Convert<std::remove_cv_t<std::remove_reference_t<T>>>;

/** Whether what is passed so is only read. */
template <class T>
inline constexpr bool is_read = std::is_lvalue_reference_v<T> && std::is_const_v<std::remove_reference_t<T>>;

/** For types whose stored form is the type itself. */
template <class T>
struct Plain {
  using Stored = T;
  template <class As>
  static decltype(auto) pass(Stored& stored) {
    if constexpr (std::is_lvalue_reference_v<As>) return static_cast<As>(stored);
    else return static_cast<As&&>(std::move(stored));
  }
};

template <>
struct Convert<bool> : Plain<bool> {
  CUTS_COLD static std::string describe(bool) { return R"({"kind":"bool"})"; }
  static bool from(const Place& place, napi_value value) {
    bool result = false;
    if (napi_get_value_bool(place.env(), value, &result) != napi_ok) refuse(place, "bool", "it must be true or false", value);
    return result;
  }
  static napi_value to(Call& call, bool value) {
    napi_value made = nullptr;
    check(call.instance->env, napi_get_boolean(call.instance->env, value, &made));
    return made;
  }
};

template <class T>
struct Convert<T, std::enable_if_t<std::is_floating_point_v<T>>> : Plain<T> {
  static_assert(sizeof(T) <= 8, "JavaScript has no long double");
  static constexpr const char* name = sizeof(T) == 4 ? "float32" : "float64";
  CUTS_COLD static std::string describe(bool) { return concat(R"({"kind":"float","name":")", name, R"("})"); }
  static T from(const Place& place, napi_value value) {
    double result = 0;
    if (napi_get_value_double(place.env(), value, &result) != napi_ok) refuse(place, name, "it must be a number", value);
    return static_cast<T>(result);
  }
  static napi_value to(Call& call, T value) { return js_number(call.instance->env, static_cast<double>(value)); }
};

template <class T>
struct Convert<T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>>> : Plain<T> {
  static_assert(!std::is_same_v<T, char>, "a char is no number here: use signed char, unsigned char or std::string");
  using Limits = std::numeric_limits<T>;
  CUTS_COLD static std::string name() { return concat(std::is_signed_v<T> ? "int" : "uint", sizeof(T) * 8); }
  CUTS_COLD static std::string describe(bool) { return concat(R"({"kind":"int","name":")", name(), R"("})"); }

  static T from(const Place& place, napi_value value) {
    napi_env env = place.env();
    double number = 0;
    if (napi_get_value_double(env, value, &number) == napi_ok) {
      constexpr double safe = 9007199254740991.0;
      if (number >= -safe && number <= safe) {
        if (number != static_cast<double>(static_cast<std::int64_t>(number)))
          refuse(place, name(), "it must be a whole number", value, kRangeErrorKind);
        const double low = sizeof(T) == 8 ? (std::is_signed_v<T> ? -safe : 0) : static_cast<double>(Limits::min());
        const double high = sizeof(T) == 8 ? safe : static_cast<double>(Limits::max());
        if (number >= low && number <= high) return static_cast<T>(number);
      }
      refuse(place, name(), rule(), value, kRangeErrorKind);
    }
    bool is_exact = false;
    if constexpr (std::is_signed_v<T>) {
      std::int64_t wide = 0;
      if (napi_get_value_bigint_int64(env, value, &wide, &is_exact) == napi_ok) {
        if (is_exact && wide >= Limits::min() && wide <= Limits::max()) return static_cast<T>(wide);
        refuse(place, name(), rule(), value, kRangeErrorKind);
      }
    } else {
      std::uint64_t wide = 0;
      if (napi_get_value_bigint_uint64(env, value, &wide, &is_exact) == napi_ok) {
        if (is_exact && wide <= Limits::max()) return static_cast<T>(wide);
        refuse(place, name(), rule(), value, kRangeErrorKind);
      }
    }
    refuse(place, name(), sizeof(T) == 8 ? "it must be a whole number or a bigint" : "it must be a whole number", value);
  }

  static napi_value to(Call& call, T value) {
    napi_env env = call.instance->env;
    if constexpr (sizeof(T) < 8) return js_number(env, static_cast<double>(value));
    napi_value made = nullptr;
    if constexpr (std::is_signed_v<T>) check(env, napi_create_bigint_int64(env, static_cast<std::int64_t>(value), &made));
    else check(env, napi_create_bigint_uint64(env, static_cast<std::uint64_t>(value), &made));
    return made;
  }

 private:
  CUTS_COLD static std::string rule() {
    return sizeof(T) == 8 ? concat("it must be a safe number or a bigint from ", Limits::min(), " to ", Limits::max())
                          : concat("it must be from ", Limits::min(), " to ", Limits::max());
  }
};

inline std::string read_string(const Place& place, napi_value value) {
  napi_env env = place.env();
  std::size_t length = 0;
  if (napi_get_value_string_utf8(env, value, nullptr, 0, &length) != napi_ok) refuse(place, "string", "it must be a string", value);
  std::string text(length, '\0');
  check(env, napi_get_value_string_utf8(env, value, text.data(), length + 1, &length));
  return text;
}

template <>
struct Convert<std::string> : Plain<std::string> {
  CUTS_COLD static std::string describe(bool) { return R"({"kind":"string"})"; }
  static std::string from(const Place& place, napi_value value) { return read_string(place, value); }
  static napi_value to(Call& call, const std::string& value) { return js_string(call.instance->env, value); }
};

template <>
struct Convert<std::string_view> {
  using Stored = std::string;
  CUTS_COLD static std::string describe(bool) { return R"({"kind":"string"})"; }
  static std::string from(const Place& place, napi_value value) { return read_string(place, value); }
  template <class As>
  static std::string_view pass(Stored& stored) {
    return stored;
  }
  static napi_value to(Call& call, std::string_view value) { return js_string(call.instance->env, value); }
};

template <>
struct Convert<const char*> {
  using Stored = std::string;
  CUTS_COLD static std::string describe(bool) { return R"({"kind":"string"})"; }
  static std::string from(const Place& place, napi_value value) {
    std::string text = read_string(place, value);
    if (text.find('\0') != std::string::npos) refuse(place, "const char*", "a string of C must not hold a NUL", value);
    return text;
  }
  template <class As>
  static const char* pass(Stored& stored) {
    return stored.c_str();
  }
  static napi_value to(Call& call, const char* value) {
    if (value == nullptr) throw Error("it returned a null pointer where a string must be");
    return js_string(call.instance->env, value);
  }
};

/** A dtype is its name in JavaScript. */
template <>
struct Convert<DType> : Plain<DType> {
  CUTS_COLD static std::string describe(bool) { return R"({"kind":"dtype"})"; }
  static DType from(const Place& place, napi_value value) {
    if (type_of(place.env(), value) == napi_string) {
      const std::string name = read_string(place, value);
      for (int i = 0; i <= static_cast<int>(kComplex128); i++)
        if (name == name_of(static_cast<DType>(i))) return static_cast<DType>(i);
    }
    refuse(place, "dtype", "it must be the name of a dtype", value);
  }
  static napi_value to(Call& call, DType value) { return js_string(call.instance->env, name_of(value)); }
};

/** The next tensor of the frame. JavaScript has checked the argument and written it there. */
inline Tensor take_tensor(const Place& place, napi_value value) {
  TensorData* data = place.call.next_argument;
  if (data == nullptr) throw Error("internal: a tensor is missing");
  place.call.next_argument = data->next;
  data->value = value;
  data->claim();
  return Tensor(data);
}

inline napi_value give_tensor(Call& call, const Tensor& tensor) {
  if (!tensor.defined()) throw Error("it must not return an undefined tensor\nTry: std::optional<cuts::Tensor> for a result that may be missing");
  TensorData& data = *tensor.internals();
  if (data.instance != call.instance) throw Error("it must not return a tensor of another thread of JavaScript");
  // What the addon keeps stays its own: the caller gets another array over the same memory.
  if (data.kept != nullptr) return call_host(*call.instance, kView, array_of(data));
  data.is_ours = false;
  return array_of(data);
}

CUTS_COLD inline std::string describe_tensor_type(bool is_only_read, const char* dtype, int rank) {
  std::string text = concat(R"({"kind":"tensor","mode":")", is_only_read ? "read" : "write", '"');
  if (dtype != nullptr) text += concat(R"(,"dtype":")", dtype, '"');
  if (rank >= 0) text += concat(R"(,"rank":)", rank);
  return text + "}";
}

template <>
struct Convert<Tensor> : Plain<Tensor> {
  CUTS_COLD static std::string describe(bool is_only_read) { return describe_tensor_type(is_only_read, nullptr, -1); }
  static Tensor from(const Place& place, napi_value value) { return take_tensor(place, value); }
  static napi_value to(Call& call, const Tensor& value) { return give_tensor(call, value); }
};

template <class T, int N>
struct Convert<TensorOf<T, N>> : Plain<TensorOf<T, N>> {
  CUTS_COLD static std::string describe(bool is_only_read) {
    return describe_tensor_type(is_only_read || std::is_const_v<T>, name_of(DTypeOf<T>::value), N);
  }
  static TensorOf<T, N> from(const Place& place, napi_value value) { return take_tensor(place, value); }
  static napi_value to(Call& call, const TensorOf<T, N>& value) { return give_tensor(call, value); }
};

inline bool is_missing(const Place& place, napi_value value) {
  const napi_valuetype type = type_of(place.env(), value);
  return type == napi_undefined || type == napi_null;
}

template <class T>
struct Convert<std::optional<T>> {
  using Inner = Convert<T>;
  using Stored = std::optional<typename Inner::Stored>;
  CUTS_COLD static std::string describe(bool is_only_read) { return concat(R"({"kind":"optional","of":)", Inner::describe(is_only_read), "}"); }
  static Stored from(const Place& place, napi_value value) {
    if (is_missing(place, value)) return std::nullopt;
    return Stored(Inner::from(place, value));
  }
  template <class As>
  static std::optional<T> pass(Stored& stored) {
    if (!stored) return std::nullopt;
    return std::optional<T>(Inner::template pass<T>(*stored));
  }
  static napi_value to(Call& call, const std::optional<T>& value) {
    if (value) return Inner::to(call, *value);
    napi_value none = nullptr;
    check(call.instance->env, napi_get_null(call.instance->env, &none));
    return none;
  }
};

template <class T>
inline constexpr bool is_element = std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char>;

/** Node-API's name of the typed array that stores T. */
template <class T>
constexpr napi_typedarray_type typed_array_of() {
  if constexpr (std::is_same_v<T, float>) return napi_float32_array;
  else if constexpr (std::is_same_v<T, double>) return napi_float64_array;
  else if constexpr (sizeof(T) == 1) return std::is_signed_v<T> ? napi_int8_array : napi_uint8_array;
  else if constexpr (sizeof(T) == 2) return std::is_signed_v<T> ? napi_int16_array : napi_uint16_array;
  else if constexpr (sizeof(T) == 4) return std::is_signed_v<T> ? napi_int32_array : napi_uint32_array;
  else return std::is_signed_v<T> ? napi_bigint64_array : napi_biguint64_array;
}

template <class T>
struct Convert<std::vector<T>> : Plain<std::vector<T>> {
  using Inner = Convert<T>;
  static_assert(std::is_same_v<typename Inner::Stored, T>, "a vector holds values of its own: std::vector<std::string>");
  CUTS_COLD static std::string describe(bool is_only_read) { return concat(R"({"kind":"list","of":)", Inner::describe(is_only_read), "}"); }

  static std::vector<T> from(const Place& place, napi_value value) {
    napi_env env = place.env();
    bool is_array = false;
    check(env, napi_is_array(env, value, &is_array));
    if (!is_array) {
      if constexpr (is_element<T>) {
        if (const auto elements = from_typed_array(place, value)) return *elements;
      }
      refuse(place, "a list", is_element<T> ? "it must be an array, or a typed array of the same type" : "it must be an array", value);
    }
    std::uint32_t length = 0;
    check(env, napi_get_array_length(env, value, &length));
    std::vector<T> made;
    made.reserve(length);
    for (std::uint32_t i = 0; i < length; i++) {
      napi_value element = nullptr;
      check(env, napi_get_element(env, value, i, &element));
      made.push_back(Inner::from(place, element));
    }
    return made;
  }

  static napi_value to(Call& call, const std::vector<T>& values) {
    napi_env env = call.instance->env;
    napi_value made = nullptr;
    check(env, napi_create_array_with_length(env, values.size(), &made));
    for (std::size_t i = 0; i < values.size(); i++) check(env, napi_set_element(env, made, static_cast<std::uint32_t>(i), Inner::to(call, values[i])));
    return made;
  }

 private:
  static std::optional<std::vector<T>> from_typed_array(const Place& place, napi_value value) {
    napi_env env = place.env();
    bool is_typed = false;
    check(env, napi_is_typedarray(env, value, &is_typed));
    if (!is_typed) return std::nullopt;
    napi_typedarray_type type{};
    std::size_t length = 0;
    void* data = nullptr;
    check(env, napi_get_typedarray_info(env, value, &type, &length, &data, nullptr, nullptr));
    if (type != typed_array_of<T>() && !(sizeof(T) == 1 && std::is_unsigned_v<T> && type == napi_uint8_clamped_array)) return std::nullopt;
    std::vector<T> made(length);
    if (length > 0) std::memcpy(made.data(), data, length * sizeof(T));
    return made;
  }
};

template <class... T>
std::string describe_tuple(bool is_only_read) {
  std::string text;
  ((text += concat(text.empty() ? "" : ",", Convert<T>::describe(is_only_read))), ...);
  return concat(R"({"kind":"tuple","of":[)", text, "]}");
}

template <class... T>
struct Convert<std::tuple<T...>> : Plain<std::tuple<T...>> {
  CUTS_COLD static std::string describe(bool is_only_read) { return describe_tuple<T...>(is_only_read); }

  static std::tuple<T...> from(const Place& place, napi_value value) {
    napi_env env = place.env();
    bool is_array = false;
    std::uint32_t length = 0;
    check(env, napi_is_array(env, value, &is_array));
    if (is_array) check(env, napi_get_array_length(env, value, &length));
    if (length != sizeof...(T)) refuse(place, "a tuple", concat("it must be an array of ", sizeof...(T)), value);
    std::uint32_t at = 0;
    const auto next = [&] {
      napi_value element = nullptr;
      check(env, napi_get_element(env, value, at++, &element));
      return element;
    };
    return std::tuple<T...>{Convert<T>::from(place, next())...};
  }

  static napi_value to(Call& call, const std::tuple<T...>& values) {
    napi_env env = call.instance->env;
    napi_value made = nullptr;
    check(env, napi_create_array_with_length(env, sizeof...(T), &made));
    std::uint32_t at = 0;
    std::apply([&](const T&... value) { (check(env, napi_set_element(env, made, at++, Convert<T>::to(call, value))), ...); }, values);
    return made;
  }
};

template <class A, class B>
struct Convert<std::pair<A, B>> : Plain<std::pair<A, B>> {
  using Tuple = Convert<std::tuple<A, B>>;
  CUTS_COLD static std::string describe(bool is_only_read) { return Tuple::describe(is_only_read); }
  static std::pair<A, B> from(const Place& place, napi_value value) {
    auto [first, second] = Tuple::from(place, value);
    return {std::move(first), std::move(second)};
  }
  static napi_value to(Call& call, const std::pair<A, B>& value) { return Tuple::to(call, std::tuple<A, B>(value)); }
};

/** Text, numbers, truth values and null as they are written in a description: defaults and constants. */
CUTS_COLD inline std::string literal(bool value) { return value ? "true" : "false"; }
CUTS_COLD inline std::string literal(std::nullopt_t) { return "null"; }
CUTS_COLD inline std::string literal(std::nullptr_t) { return "null"; }
CUTS_COLD inline std::string literal(const char* value) { return json(value); }
CUTS_COLD inline std::string literal(const std::string& value) { return json(value); }
CUTS_COLD inline std::string literal(std::string_view value) { return json(value); }
CUTS_COLD inline std::string literal(DType value) { return json(name_of(value)); }
template <class T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
CUTS_COLD std::string literal(T value) {
  if constexpr (sizeof(T) < 8) return std::to_string(value);
  else {
    const bool is_safe = static_cast<double>(value) <= 9007199254740991.0 && static_cast<double>(value) >= -9007199254740991.0;
    return is_safe ? std::to_string(value) : concat(R"({"bigint":")", value, R"("})");
  }
}
template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>
CUTS_COLD std::string literal(T value) {
  if (value != value) return R"({"number":"NaN"})";
  if (value > std::numeric_limits<T>::max() || value < std::numeric_limits<T>::lowest()) return value > 0 ? R"({"number":"Infinity"})" : R"({"number":"-Infinity"})";
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", static_cast<double>(value));
  return buffer;
}
template <class T>
CUTS_COLD std::string literal(const std::vector<T>& values) {
  std::string text;
  for (const T& value : values) text += concat(text.empty() ? "" : ",", literal(value));
  return concat("[", text, "]");
}

}  // namespace cuts::detail
