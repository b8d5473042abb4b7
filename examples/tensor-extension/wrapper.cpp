// A tensor extension: checks, memory from the pool, work on the current stream. The kernel is in kernel.cu.

#include <cuts/extension.h>

void launch_sum_kernel(const float* a, const float* b, float* out, int n, void* stream);

static cuts::Tensor sum_cuda(const cuts::Tensor& a, const cuts::Tensor& b) {
  CUTS_CHECK(a.is_cuda() && b.is_cuda(), "a and b must be on a GPU (got ", a.device(), " and ", b.device(), ")");
  CUTS_CHECK(a.device() == b.device(), "a and b must be on one device (got ", a.device(), " and ", b.device(), ")");
  CUTS_CHECK(a.sizes() == b.sizes(), "a and b must have one shape (got ", a.sizes(), " and ", b.sizes(), ")");
  CUTS_CHECK(a.is_contiguous() && b.is_contiguous(), "a and b must be contiguous");
  CUTS_CHECK(a.numel() <= 0x7fffffff, "a and b must have fewer than 2^31 elements");
  cuts::Tensor out = cuts::empty_like(a);
  launch_sum_kernel(a.data_ptr<float>(), b.data_ptr<float>(), out.data_ptr<float>(), static_cast<int>(a.numel()), cuts::current_stream());
  return out;
}

CUTS_MODULE(m) { m.def("sum_cuda", &sum_cuda, "Adds two arrays on their GPU.", cuts::arg("a"), cuts::arg("b")); }
