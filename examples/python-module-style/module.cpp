// A module as one writes it against CPython's and NumPy's C API, here over cuts/extension.h.

#include <cuts/extension.h>

using cuts::Tensor;

static std::string helloworld() { return "Hello from C++"; }

static std::int64_t fib(int n) {
  CUTS_CHECK(n >= 0 && n <= 92, "n must be from 0 to 92, where a 64-bit integer ends (got ", n, ")");
  std::int64_t a = 0, b = 1;
  while (n-- > 0) b += std::exchange(a, b);
  return a;
}

/** Follows the strides, so that a transposed or sliced matrix is read in place. */
static double trace(const cuts::TensorOf<const double, 2>& matrix) {
  CUTS_CHECK(matrix.size(0) == matrix.size(1), "matrix must be square (got ", matrix.sizes(), ")");
  const auto at = matrix.accessor();
  double sum = 0;
  for (std::int64_t i = 0; i < matrix.size(0); i++) sum += at(i, i);
  return sum;
}

static void check_operands(const Tensor& a, const Tensor& b, bool on_gpu) {
  const auto is_there = [on_gpu](const Tensor& x) { return on_gpu ? x.is_cuda() : x.is_cpu(); };
  CUTS_CHECK(is_there(a) && is_there(b), "a and b must be on ", on_gpu ? "a GPU" : "the cpu", " (got ", a.device(), " and ", b.device(), ")");
  CUTS_CHECK(a.sizes() == b.sizes(), "a and b must have one shape (got ", a.sizes(), " and ", b.sizes(), ")");
  CUTS_CHECK(a.is_contiguous() && b.is_contiguous(), "a and b must be contiguous");
}

static Tensor vector_add(const Tensor& a, const Tensor& b) {
  check_operands(a, b, false);
  Tensor out = cuts::empty_like(a);
  const float *x = a.data_ptr<float>(), *y = b.data_ptr<float>();
  float* sum = out.data_ptr<float>();
  for (std::int64_t i = 0; i < a.numel(); i++) sum[i] = x[i] + y[i];
  return out;
}

/** In vector_add.cu. */
void launch_vector_add(const float* a, const float* b, float* out, std::int64_t n, void* stream);

static Tensor vector_add_cuda(const Tensor& a, const Tensor& b) {
  check_operands(a, b, true);
  Tensor out = cuts::empty_like(a);
  launch_vector_add(a.data_ptr<float>(), b.data_ptr<float>(), out.data_ptr<float>(), a.numel(), cuts::current_stream());
  return out;
}

CUTS_MODULE(m) {
  m.doc("A module of C++ functions.");
  m.def("helloworld", &helloworld, "Greets.");
  m.def("fib", &fib, "The n-th Fibonacci number.", cuts::arg("n"));
  m.def("trace", &trace, "The sum of the diagonal of a matrix.", cuts::arg("matrix"));
  m.def("vector_add", &vector_add, "Adds two arrays on the cpu.", cuts::arg("a"), cuts::arg("b"));
  m.def("vector_add_cuda", &vector_add_cuda, "Adds two arrays by a kernel.", cuts::arg("a"), cuts::arg("b"));
}
