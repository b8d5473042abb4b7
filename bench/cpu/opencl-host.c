// Runs kernels.cl on the first OpenCL cpu device, which is PoCL's. Usage: opencl-host kernels.cl
#define CL_TARGET_OPENCL_VERSION 120
#include "contender.h"

#include <CL/cl.h>

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static cl_program program;
static cl_mem a, b, out;

static void check(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  fprintf(stderr, "OpenCL error %d: %s\n", status, what);
  exit(1);
}

// Launches a kernel whose parameters are the given buffers, in the order a, b, out, and then n.
static void launch(const char* name, const char* buffers, int n, size_t rows, size_t columns, const size_t local[2]) {
  static struct {
    const char* name;
    cl_kernel kernel;
  } known[32];
  int at = 0;
  while (known[at].name && strcmp(known[at].name, name)) at++;
  cl_int status;
  if (!known[at].name) {
    known[at].name = name;
    known[at].kernel = clCreateKernel(program, name, &status);
    check(status, name);
  }
  cl_kernel kernel = known[at].kernel;
  const float alpha = 0.5f;
  cl_uint index = 0;
  for (const char* p = buffers; *p; p++) {
    if (*p == 's') check(clSetKernelArg(kernel, index++, sizeof alpha, &alpha), name);
    else check(clSetKernelArg(kernel, index++, sizeof(cl_mem), *p == 'a' ? &a : *p == 'b' ? &b : &out), name);
  }
  check(clSetKernelArg(kernel, index++, sizeof n, &n), name);
  const size_t global[2] = {(columns + local[0] - 1) / local[0] * local[0], (rows + local[1] - 1) / local[1] * local[1]};
  check(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL), name);
}

static const size_t line[2] = {BLOCK, 1}, square[2] = {16, 16}, flat[2] = {32, 8};

#define ELEMENTS(name, buffers) \
  static void name(Arrays v, int n) { \
    (void)v; \
    launch(#name, buffers, n, 1, n, line); \
  }
ELEMENTS(add, "abo")
ELEMENTS(saxpy, "sao")
ELEMENTS(horner, "ao")
ELEMENTS(roots, "ao")
ELEMENTS(reduce_tree, "ao")
ELEMENTS(scan, "ao")
ELEMENTS(nbody, "ao")

#define SQUARE(name, buffers, rows, local) \
  static void name(Arrays v, int n) { \
    (void)v; \
    launch(#name, buffers, n, rows, n, local); \
  }
SQUARE(matmul, "abo", n, square)
SQUARE(transpose, "ao", n / 4, flat)
SQUARE(stencil, "ao", n, square)
SQUARE(mandelbrot, "o", n, square)

static void softmax(Arrays v, int n) {
  (void)v;
  launch("softmax", "ao", n, 1, n, line);
}

static void finish(void) { check(clFinish(queue), "clFinish"); }

static void to_device(Arrays v) {
  const size_t bytes = sizeof(float) * MAX_ELEMENTS;
  check(clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, bytes, v.a, 0, NULL, NULL), "write");
  check(clEnqueueWriteBuffer(queue, b, CL_TRUE, 0, bytes, v.b, 0, NULL, NULL), "write");
  check(clEnqueueWriteBuffer(queue, out, CL_TRUE, 0, bytes, v.out, 0, NULL, NULL), "write");
}

static void from_device(Arrays v) {
  check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof(float) * MAX_ELEMENTS, v.out, 0, NULL, NULL), "read");
}

static const Case cases[] = {
    {"add", add, finish},           {"saxpy", saxpy, finish},       {"horner", horner, finish},
    {"roots", roots, finish},       {"matmul", matmul, finish},     {"reduce", reduce_tree, finish},
    {"transpose", transpose, finish}, {"stencil", stencil, finish}, {"scan", scan, finish},
    {"softmax", softmax, finish},   {"mandelbrot", mandelbrot, finish}, {"nbody", nbody, finish},
};

static char* read_text(const char* path) {
  static char text[1 << 16];
  FILE* file = fopen(path, "r");
  if (!file) exit(1);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  return text;
}

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  cl_platform_id platform;
  check(clGetPlatformIDs(1, &platform, NULL), "no platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL), "no cpu device");
  cl_int status;
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  check(status, "context");
  queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "queue");
  const char* source = read_text(argv[1]);
  program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
  check(status, "program");
  check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
  cl_mem* all[] = {&a, &b, &out};
  for (int i = 0; i < 3; i++) {
    *all[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(float) * MAX_ELEMENTS, NULL, &status);
    check(status, "buffer");
  }
  char version[128], description[512];
  cl_uint units;
  check(clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL), "version");
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL), "units");
  snprintf(description, sizeof description, "%s, %u compute units", version, units);
  return serve(description, cases, sizeof cases / sizeof *cases, (Transfers){to_device, from_device});
}
