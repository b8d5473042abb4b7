// printf in the forms that compilers turn into other functions, its result, and its limit; then the same in host code.
#include <stdio.h>

__global__ void each(float f) { printf("Hello thread %d, f=%f\n", threadIdx.x, f); }

__global__ void forms(int n) {
  printf("hello\n");
  printf("%s\n", "text");
  printf("%c", 'x');
  printf("y");
  printf("");
  printf("\n");
  printf("%s", "plain\n");
  printf("%%\n");
  printf("%c\n", 64 + n);
  int result = printf("%d %d %d\n", 1, 2, 3);
  printf("result %d\n", result);
  result = printf("none\n");
  printf("result %d\n", result);
  result = printf("%s\n", "one");
  printf("result %d\n", result);
  printf("%.0f %.0f %.1f %.2e %g %g\n", 0.5, 2.5, 0.25, 12345.0, 1e-5, 1e15);
  printf("%5d|%-5d|%05d|%+d|%x|%#o|%10.3f|%-8s|%.2s\n", n, n, n, n, 255, 8, 3.14159, "left", "cut");
  printf("%lld %llu %s\n", -1234567890123LL, ~0ULL, "µ");
}

int main() {
  cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 21);
  size_t size = 0;
  cudaDeviceGetLimit(&size, cudaLimitPrintfFifoSize);
  printf("enough room: %d\n", size >= (1 << 21));
  each<<<1, 3>>>(1.2345f);
  cudaDeviceSynchronize();
  forms<<<1, 1>>>(1);
  cudaDeviceSynchronize();

  printf("hello\n");
  printf("%s\n", "text");
  printf("%c", 'x');
  printf("\n");
  fprintf(stdout, "one\n");
  fprintf(stdout, "%s", "two\n");
  fprintf(stdout, "%c\n", '3');
  fputs("four\n", stdout);
  puts("five");
  putchar('6');
  putchar('\n');
  fwrite("seven\n", 1, 6, stdout);
  char text[32];
  int length = sprintf(text, "%s", "copied");
  printf("%d %s\n", length, text);
  length = sprintf(text, "no conversion");
  printf("%d %s\n", length, text);
  length = snprintf(text, 5, "%d-%s", 12, "cut");
  printf("%d %s\n", length, text);
  length = sprintf(text, "%c", 'q');
  printf("%d %s\n", length, text);
  length = printf("counted\n");
  printf("%d\n", length);
  return 0;
}
