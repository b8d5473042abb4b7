// The function that introductions to pybind11 begin with: it changes an array in place.

#include <cuts/extension.h>

static void myfunc(cuts::TensorOf<double> x, double factor) {
  CUTS_CHECK(x.is_cpu() && x.is_contiguous(), "x must be contiguous and on the cpu (got ", x, ")");
  double* values = x.data();
  for (std::int64_t i = 0; i < x.numel(); i++) values[i] *= factor;
}

CUTS_MODULE(m) { m.def("myfunc", &myfunc, "Multiplies an array in place.", cuts::arg("x"), cuts::arg("factor") = 2.0); }
