// Plain C, built with any compiler: the comments after the pointers say how long the arrays are, and CuTS checks it.

#include <math.h>

typedef struct {
  double mean;
  double deviation;
} summary;

summary summarize(const double* values /*[count]*/, int count) {
  double sum = 0, squares = 0;
  for (int i = 0; i < count; i++) sum += values[i];
  const double mean = count > 0 ? sum / count : 0;
  for (int i = 0; i < count; i++) squares += (values[i] - mean) * (values[i] - mean);
  return (summary){mean, count > 0 ? sqrt(squares / count) : 0};
}

void scale(float* values /*[rows][cols]*/, int rows, int cols, const float* factors /*[cols]*/) {
  for (int row = 0; row < rows; row++)
    for (int col = 0; col < cols; col++) values[row * cols + col] *= factors[col];
}
