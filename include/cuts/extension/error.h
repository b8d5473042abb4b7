// Errors of an addon, and the checks that throw them. Whatever a function throws becomes an error of JavaScript that
// names the function: cuts::Error and other exceptions an AddonError, TypeError and RangeError their namesakes.

#pragma once

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "dtype.h"

namespace cuts {

/** Something that cannot be done; an AddonError in JavaScript. */
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/** A TypeError in JavaScript: a wrong dtype, shape or device. */
class TypeError : public Error {
 public:
  using Error::Error;
};

/** A RangeError in JavaScript: a value out of its range. */
class RangeError : public Error {
 public:
  using Error::Error;
};

namespace detail {

CUTS_COLD inline void append(std::string& text, std::string_view part) { text.append(part); }
CUTS_COLD inline void append(std::string& text, char part) { text.push_back(part); }
CUTS_COLD inline void append(std::string& text, bool part) { text.append(part ? "true" : "false"); }
CUTS_COLD inline void append(std::string& text, DType part) { text.append(name_of(part)); }
CUTS_COLD inline void append(std::string& text, const char* part) { text.append(part == nullptr ? "(null)" : part); }
CUTS_COLD inline void append(std::string& text, const std::string& part) { text.append(part); }
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
CUTS_COLD void append(std::string& text, T part) {
  text.append(std::to_string(part));
}
template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>
CUTS_COLD void append(std::string& text, T part) {
  char buffer[40];
  text.append(buffer, static_cast<std::size_t>(std::snprintf(buffer, sizeof buffer, "%.9g", static_cast<double>(part))));
}
/** Whatever has to_string(). */
template <class T>
auto append(std::string& text, const T& part) -> decltype(part.to_string(), void()) {
  text.append(part.to_string());
}

}  // namespace detail

/** Its arguments one after the other, as text: strings, numbers, dtypes, devices, shapes. */
template <class... Parts>
CUTS_COLD std::string concat(const Parts&... parts) {
  std::string text;
  (detail::append(text, parts), ...);
  return text;
}

namespace detail {

template <class... Parts>
[[noreturn]] CUTS_COLD void check_failed(const char* condition, const char* file, int line, const Parts&... parts) {
  std::string text = concat(parts...);
  if (text.empty()) text = concat("it must hold that ", condition);
  std::string_view path = file;
  path.remove_prefix(path.find_last_of("/\\") + 1);
  throw Error(concat(text, " (", path, ":", line, ")"));
}

[[noreturn]] CUTS_COLD inline void refuse_dtype(DType dtype, const char* what, const DType* allowed, int count) {
  std::string text = concat("the dtype of ", what, " must be ");
  for (int i = 0; i < count; i++) text += concat(i == 0 ? "" : i == count - 1 ? " or " : ", ", allowed[i]);
  throw TypeError(concat(text, " (got ", dtype, ")"));
}

}  // namespace detail
}  // namespace cuts

#if defined(__GNUC__)
/** Of cuda_status.h, where one of the addon's sources is CUDA's: the name of the last error on this thread; null for none. */
extern "C" __attribute__((weak, visibility("hidden"))) const char* cuts_cuda_status(const char** text);
#endif

namespace cuts {
namespace detail {

/** Throws where a call or a launch of CUDA has failed that nobody looked at. */
CUTS_COLD inline void check_cuda() {
#if defined(__GNUC__)
  if (cuts_cuda_status == nullptr) return;
  const char* text = nullptr;
  const char* name = cuts_cuda_status(&text);
  if (name == nullptr) return;
  throw Error(concat("a call or a launch of CUDA in it failed and it went on: ", name, ", ", text,
                     "\nTry: cudaGetLastError() after each launch; CUTS_CHECK(x.is_cuda(), \"x must be on a GPU\"), where x may be on the cpu: "
                     "kernels that nvcc compiled run on a GPU only, those of load({ device: \"cpu\" }) on the cpu device"));
#endif
}

}  // namespace detail
}  // namespace cuts

/**
 * Throws a cuts::Error unless the condition holds. The text is what follows it, put together.
 *
 *     CUTS_CHECK(a.dim() == 2, "a must be a matrix, but has ", a.dim(), " axes");
 */
#define CUTS_CHECK(condition, ...)                                                                      \
  do {                                                                                                  \
    if (!(condition)) ::cuts::detail::check_failed(#condition, __FILE__, __LINE__, ##__VA_ARGS__);      \
  } while (false)
