// Plain C++: no CUDA here.
#include <string>

const char* greeting() {
  static std::string text = std::string("from ") + "three files";
  return text.c_str();
}
