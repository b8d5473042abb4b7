// thrust::system_error: what algorithms throw when the device fails.
#pragma once
#include <stdexcept>
#include <string>

namespace thrust {
namespace system {
class system_error : public std::runtime_error {
 public:
  explicit system_error(cudaError_t __error) : std::runtime_error(std::string("after the algorithm: ") + cudaGetErrorString(__error)), error_(__error) {}
  cudaError_t code() const { return error_; }

 private:
  cudaError_t error_;
};
}
using system::system_error;
namespace detail {
inline void report_failure(cudaError_t __error) {
  if (__error != cudaSuccess) throw system_error(__error);
}
}
}
