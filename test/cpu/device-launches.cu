// Kernels that launch kernels (dynamic parallelism). Compiled with -rdc=true.

__global__ void add_one(int* values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] += 1;
}

// One launch from each block: all of them are done before what follows in the parent's stream.
extern "C" __global__ void launch_each(int* values, int n) {
  if (threadIdx.x == 0) add_one<<<(n + 31) / 32, 32>>>(values, n);
}

__global__ void append(int* log, int value) { log[++log[0]] = value; }

// A stream's order, and the end of a grid after all that it has launched.
__global__ void append_nested(int* log, int value) {
  append<<<1, 1>>>(log, value);
  append<<<1, 1>>>(log, value + 1);
}
extern "C" __global__ void in_order(int* log) {
  append<<<1, 1, 0, cudaStreamTailLaunch>>>(log, 90);
  append_nested<<<1, 1>>>(log, 10);
  append_nested<<<1, 1>>>(log, 20);
  append<<<1, 1, 0, cudaStreamFireAndForget>>>(log, 30);
  append<<<1, 1, 0, cudaStreamTailLaunch>>>(log, 91);
}

// As deep as CUDA allows: each level counts, and launches the next one twice.
extern "C" __global__ void deep(int* counts, int depth) {
  atomicAdd(&counts[depth], 1);
  if (depth + 1 < 24 && (depth < 4 || threadIdx.x == 0)) deep<<<1, depth < 3 ? 2 : 1>>>(counts, depth + 1);
}

// A loop of tail launches: deeper than a stack of calls could be.
extern "C" __global__ void loop(int* left) {
  if (--left[0] > 0) loop<<<1, 1, 0, cudaStreamTailLaunch>>>(left);
}

struct Wide {
  double scale;
  char tag;
  short pair[3];
};
struct Nothing {};
template <typename T> __global__ void fill(T* out, Nothing, Wide wide, char first, T value) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<T>(wide.scale * value + wide.tag + wide.pair[2] + first);
}
extern "C" __global__ void by_value(float* floats, double* doubles) {
  Wide wide = {2.5, 3, {0, 0, 1000}};
  fill<float><<<2, 4>>>(floats, Nothing(), wide, 7, 1.5f);
  fill<double><<<dim3(1, 1), dim3(8)>>>(doubles, Nothing(), wide, 7, 100.0);
}

__global__ void reverse_shared(int* values) {
  extern __shared__ int own[];
  own[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = own[blockDim.x - 1 - threadIdx.x];
}
extern "C" __global__ void with_streams(int* values, int n, int* status) {
  cudaStream_t own;
  cudaEvent_t event;
  status[0] = cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
  status[1] = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  reverse_shared<<<1, n, n * sizeof(int), own>>>(values);
  cudaEventRecord(event, own);
  cudaStreamWaitEvent(0, event, 0);
  add_one<<<1, n>>>(values, n);
  cudaMemcpyAsync(values + n, values, n * sizeof(int), cudaMemcpyDeviceToDevice, 0);
  cudaMemsetAsync(values + 2 * n, 0xff, n * sizeof(int), 0);
  status[2] = cudaStreamDestroy(own);
  status[3] = cudaEventDestroy(event);
  status[4] = cudaStreamCreateWithFlags(&own, cudaStreamDefault);
}

extern "C" __global__ void errors(int* status) {
  if (threadIdx.x < 2) add_one<<<1, threadIdx.x == 0 ? 2000 : 1>>>(status, 0);
  status[2 * threadIdx.x] = cudaPeekAtLastError();
  __syncthreads();
  status[2 * threadIdx.x + 1] = cudaGetLastError();
  if (threadIdx.x == 0) status[8] = cudaGetLastError();
}

__global__ void faulty(int* values) { values[0] = *reinterpret_cast<volatile int*>(static_cast<size_t>(0xfffffff0u)); }
extern "C" __global__ void launch_faulty(int* values) {
  add_one<<<1, 1>>>(values, 1);
  faulty<<<1, 1>>>(values);
  add_one<<<1, 1>>>(values, 1);
}

// A kernel as a value.
typedef void (*Kernel)(int*, int);
__global__ void add_two(int* values, int n) {
  if (threadIdx.x < n) values[threadIdx.x] += 2;
}
__device__ Kernel table[2] = {add_one, add_two};
extern "C" __global__ void by_table(int* values, int n, int which) { table[which]<<<1, n>>>(values, n); }
