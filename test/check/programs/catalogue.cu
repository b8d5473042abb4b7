// Seeded bugs of whole programs, and correct twins. `catalogue bugs` runs the functions that end in _bug, `catalogue twins` the others, `catalogue NAME` one.
// A line with `BUG kind` is where exactly that must be found.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>

#define CHECK(call)                                                     \
  do {                                                                  \
    cudaError_t status = (call);                                        \
    if (status != cudaSuccess) printf("%s\n", cudaGetErrorString(status)); \
  } while (0)

constexpr int N = 64;
constexpr size_t BYTES = N * sizeof(int);

__global__ void fill(int* a, int value) { a[threadIdx.x] = value; }
__global__ void fill_part(int* a, int value, int n) { if (threadIdx.x < n) a[threadIdx.x] = value; }
__global__ void copy(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void count(int* counter) { atomicAdd(counter, 1); }

struct Pair { int* data; int n; };

// --- memory that is never freed
void leak_device_bug() {
  int* a;
  CHECK(cudaMalloc(&a, BYTES));  // BUG leak
  fill<<<1, N>>>(a, 1);
}
void leak_device_ok() {
  int* a;
  CHECK(cudaMalloc(&a, BYTES));
  fill<<<1, N>>>(a, 1);
  cudaFree(a);
}
void leak_managed_bug() {
  int* a;
  cudaMallocManaged(&a, BYTES);  // BUG leak
  a[0] = 1;
}
void leak_managed_ok() {
  int* a;
  cudaMallocManaged(&a, BYTES);
  a[0] = 1;
  cudaFree(a);
}
void leak_pinned_bug() {
  int* a;
  cudaMallocHost(&a, BYTES);  // BUG leak
  a[0] = 1;
}
void leak_pinned_ok() {
  int* a;
  cudaMallocHost(&a, BYTES);
  a[0] = 1;
  cudaFreeHost(a);
}
void leak_in_loop_bug() {
  int* a = nullptr;
  for (int i = 0; i < 3; i++) cudaMalloc(&a, BYTES);  // BUG leak
  cudaFree(a);
}
void leak_in_loop_ok() {
  for (int i = 0; i < 3; i++) {
    int* a;
    cudaMalloc(&a, BYTES);
    cudaFree(a);
  }
}
int* make_array() {
  int* a = nullptr;
  cudaMallocAsync(&a, BYTES, 0);  // BUG leak
  return a;
}
void leak_helper_bug() { make_array(); }
void leak_async_ok() {
  int* a = nullptr;
  cudaMallocAsync(&a, BYTES, 0);
  cudaFreeAsync(a, 0);
}

// --- errors that nobody looks at
void unchecked_malloc_bug() {
  int* a = nullptr;
  cudaMalloc(&a, size_t{1} << 40);  // BUG unchecked-error
}
void unchecked_malloc_ok() {
  int* a = nullptr;
  CHECK(cudaMalloc(&a, size_t{1} << 40));
  cudaGetLastError();
}
void unchecked_launch_bug() {
  int* a;
  cudaMalloc(&a, BYTES);
  fill<<<1, 4096>>>(a, 1);  // BUG unchecked-error
  cudaFree(a);
}
void unchecked_launch_ok() {
  int* a;
  cudaMalloc(&a, BYTES);
  fill<<<1, 4096>>>(a, 1);
  CHECK(cudaGetLastError());
  cudaFree(a);
}
void unchecked_copy_bug() {
  int *a, host[N] = {};
  cudaMalloc(&a, BYTES);
  cudaMemcpy(a, host, 2 * BYTES, cudaMemcpyHostToDevice);  // BUG unchecked-error
  cudaFree(a);
}
void unchecked_copy_ok() {
  int *a, host[N] = {};
  cudaMalloc(&a, BYTES);
  if (cudaMemcpy(a, host, 2 * BYTES, cudaMemcpyHostToDevice) != cudaSuccess) printf("no\n");
  cudaFree(a);
}
void unchecked_variable_bug() {
  int host[N];
  cudaError_t status = cudaMemset(host, 0, BYTES);  // BUG unchecked-error
}
void unchecked_variable_ok() {
  int host[N];
  cudaError_t status = cudaMemset(host, 0, BYTES);
  if (status != cudaSuccess) printf("no\n");
}
void unchecked_double_free_bug() {
  int* a;
  cudaMalloc(&a, BYTES);
  cudaFree(a);
  cudaFree(a);  // BUG unchecked-error
}
void unchecked_middle_free_bug() {
  int* a;
  cudaMalloc(&a, BYTES);  // BUG leak
  cudaFree(a + 4);  // BUG unchecked-error
}
void unchecked_double_free_ok() {
  int* a;
  cudaMalloc(&a, BYTES);
  cudaFree(a);
  a = nullptr;
  cudaFree(a);
}

// --- the host is too early
void early_read_bug() {
  int* a;
  cudaMallocManaged(&a, BYTES);
  fill<<<1, N>>>(a, 1);
  printf("%d\n", a[3]);  // BUG missing-sync
  cudaFree(a);
}
void early_read_ok() {
  int* a;
  cudaMallocManaged(&a, BYTES);
  fill<<<1, N>>>(a, 1);
  cudaDeviceSynchronize();
  printf("%d\n", a[3]);
  cudaFree(a);
}
void early_write_bug() {
  int *a, *b;
  cudaMallocManaged(&a, BYTES);
  cudaMalloc(&b, BYTES);
  memset(a, 0, BYTES);
  copy<<<1, N>>>(a, b);
  a[5] = 1;  // BUG missing-sync
  cudaFree(a);
  cudaFree(b);
}
void early_write_ok() {
  int *a, *b;
  cudaMallocManaged(&a, BYTES);
  cudaMalloc(&b, BYTES);
  memset(a, 0, BYTES);
  a[5] = 1;
  copy<<<1, N>>>(a, b);
  cudaFree(b);
  a[5] = 2;
  cudaFree(a);
}
void early_struct_bug() {
  Pair p{nullptr, N};
  cudaMallocManaged(&p.data, BYTES);
  fill<<<1, N>>>(p.data, 1);
  int sum = 0;
  for (int i = 0; i < p.n; i++) sum += p.data[i];  // BUG missing-sync
  printf("%d\n", sum);
  cudaFree(p.data);
}
void early_struct_ok() {
  Pair p{nullptr, N};
  cudaMallocManaged(&p.data, BYTES);
  fill_part<<<1, N>>>(p.data, 1, N / 2);
  // The other half is nobody else's.
  for (int i = N / 2; i < p.n; i++) p.data[i] = i;
  cudaStreamSynchronize(0);
  printf("%d\n", p.data[0]);
  cudaFree(p.data);
}
void early_library_bug() {
  int* a;
  cudaMallocManaged(&a, BYTES);
  fill<<<1, N>>>(a, 1);
  printf("%d\n", std::accumulate(a, a + N, 0));  // BUG missing-sync
  cudaFree(a);
}
void early_library_ok() {
  int* a;
  cudaMallocManaged(&a, BYTES);
  fill<<<1, N>>>(a, 1);
  cudaDeviceSynchronize();
  printf("%d\n", std::accumulate(a, a + N, 0));
  cudaFree(a);
}
void early_other_stream_bug() {
  int* a;
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaMallocManaged(&a, BYTES);
  fill<<<1, N, 0, one>>>(a, 1);
  cudaStreamSynchronize(two);
  printf("%d\n", a[0]);  // BUG missing-sync
  cudaFree(a);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
}
void early_other_stream_ok() {
  int* a;
  cudaStream_t one, two;
  cudaEvent_t event;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEventCreate(&event);
  cudaMallocManaged(&a, BYTES);
  fill<<<1, N, 0, one>>>(a, 1);
  cudaEventRecord(event, one);
  cudaStreamWaitEvent(two, event, 0);
  copy<<<1, N, 0, two>>>(a, a);
  cudaStreamSynchronize(two);
  printf("%d\n", a[0]);
  cudaFree(a);
  cudaEventDestroy(event);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
}
void early_pinned_bug() {
  int *a, *host;
  cudaMalloc(&a, BYTES);
  cudaMallocHost(&host, BYTES);
  fill<<<1, N>>>(a, 1);
  cudaMemcpyAsync(host, a, BYTES, cudaMemcpyDeviceToHost, 0);
  printf("%d\n", host[0]);  // BUG missing-sync
  cudaFree(a);
  cudaFreeHost(host);
}
void early_pinned_ok() {
  int *a, *host;
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaMalloc(&a, BYTES);
  cudaMallocHost(&host, BYTES);
  fill<<<1, N>>>(a, 1);
  cudaMemcpyAsync(host, a, BYTES, cudaMemcpyDeviceToHost, 0);
  cudaEventRecord(event, 0);
  cudaEventSynchronize(event);
  printf("%d\n", host[0]);
  cudaEventDestroy(event);
  cudaFree(a);
  cudaFreeHost(host);
}
void pinned_reuse_bug() {
  int *a, *host;
  cudaMalloc(&a, BYTES);
  cudaMallocHost(&host, BYTES);
  memset(host, 0, BYTES);
  cudaMemcpyAsync(a, host, BYTES, cudaMemcpyHostToDevice, 0);
  host[0] = 1;  // BUG missing-sync
  cudaFree(a);
  cudaFreeHost(host);
}
void pinned_reuse_ok() {
  int *a, host[N] = {};
  cudaMalloc(&a, BYTES);
  // Ordinary memory was read when the call returns.
  cudaMemcpyAsync(a, host, BYTES, cudaMemcpyHostToDevice, 0);
  host[0] = 1;
  cudaFree(a);
}

// --- two streams
struct Streams {
  cudaStream_t one, two;
  int* a;
  explicit Streams(unsigned flags = cudaStreamDefault) {
    cudaStreamCreateWithFlags(&one, flags);
    cudaStreamCreateWithFlags(&two, flags);
    cudaMalloc(&a, BYTES);  // of the streams
  }
  ~Streams() {
    cudaFree(a);
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
  }
};
void streams_read_bug() {
  Streams s, t;
  fill<<<1, N, 0, s.one>>>(s.a, 1);
  copy<<<1, N, 0, s.two>>>(s.a, t.a);  // BUG stream-race
}
void streams_read_ok() {
  Streams s, t;
  cudaEvent_t event;
  cudaEventCreate(&event);
  fill<<<1, N, 0, s.one>>>(s.a, 1);
  cudaEventRecord(event, s.one);
  cudaStreamWaitEvent(s.two, event, 0);
  copy<<<1, N, 0, s.two>>>(s.a, t.a);
  cudaEventDestroy(event);
}
void streams_write_bug() {
  Streams s;
  fill<<<1, N, 0, s.one>>>(s.a, 1);
  fill<<<1, N, 0, s.two>>>(s.a, 2);  // BUG stream-race
}
void streams_halves_ok() {
  Streams s;
  fill<<<1, N / 2, 0, s.one>>>(s.a, 1);
  fill<<<1, N / 2, 0, s.two>>>(s.a + N / 2, 2);
}
void streams_copy_bug() {
  Streams s;
  int* host;
  cudaMallocHost(&host, BYTES);
  fill<<<1, N, 0, s.one>>>(s.a, 1);
  cudaMemcpyAsync(host, s.a, BYTES, cudaMemcpyDeviceToHost, s.two);  // BUG stream-race
  cudaDeviceSynchronize();
  cudaFreeHost(host);
}
void streams_copy_ok() {
  Streams s;
  int* host;
  cudaMallocHost(&host, BYTES);
  fill<<<1, N, 0, s.one>>>(s.a, 1);
  cudaStreamSynchronize(s.one);
  cudaMemcpyAsync(host, s.a, BYTES, cudaMemcpyDeviceToHost, s.two);
  cudaDeviceSynchronize();
  cudaFreeHost(host);
}
void streams_early_event_bug() {
  Streams s, t;
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventRecord(event, s.one);
  fill<<<1, N, 0, s.one>>>(s.a, 1);
  cudaStreamWaitEvent(s.two, event, 0);
  copy<<<1, N, 0, s.two>>>(s.a, t.a);  // BUG stream-race
  cudaEventDestroy(event);
}
void streams_atomic_ok() {
  Streams s;
  cudaMemset(s.a, 0, BYTES);
  count<<<4, 32, 0, s.one>>>(s.a);
  count<<<4, 32, 0, s.two>>>(s.a);
}
void streams_nonblocking_bug() {
  Streams s(cudaStreamNonBlocking);
  fill<<<1, N, 0, s.one>>>(s.a, 1);
  cudaMemset(s.a, 0, BYTES);  // BUG stream-race
}
void streams_default_ok() {
  Streams s;
  fill<<<1, N, 0, s.one>>>(s.a, 1);
  cudaMemset(s.a, 0, BYTES);
  fill<<<1, N, 0, s.two>>>(s.a, 2);
}
void streams_free_bug() {
  Streams s;
  int* a;
  cudaMallocAsync(&a, BYTES, s.one);
  fill<<<1, N, 0, s.one>>>(a, 1);
  cudaFreeAsync(a, s.two);  // BUG stream-race
}
void streams_free_ok() {
  Streams s;
  int* a;
  cudaMallocAsync(&a, BYTES, s.one);
  fill<<<1, N, 0, s.one>>>(a, 1);
  cudaFreeAsync(a, s.one);
}

// --- pointers of the wrong side
void device_read_bug() {
  int* a;
  cudaMalloc(&a, BYTES);
  cudaMemset(a, 0, BYTES);
  printf("%d\n", a[0]);  // BUG device-pointer
  cudaFree(a);
}
void device_read_ok() {
  int *a, host[N];
  cudaMalloc(&a, BYTES);
  cudaMemset(a, 0, BYTES);
  cudaMemcpy(host, a, BYTES, cudaMemcpyDeviceToHost);
  printf("%d\n", host[0]);
  cudaFree(a);
}
void device_write_bug() {
  int* a;
  cudaMalloc(&a, BYTES);
  for (int i = 0; i < N; i++) a[i] = i;  // BUG device-pointer
  cudaFree(a);
}
void device_memcpy_bug() {
  int *a, host[N] = {};
  cudaMalloc(&a, BYTES);
  memcpy(a, host, BYTES);  // BUG device-pointer
  cudaFree(a);
}
void device_struct_bug() {
  Pair* p;
  cudaMallocManaged(&p, sizeof(Pair));
  cudaMalloc(&p->data, BYTES);
  cudaMemset(p->data, 0, BYTES);
  cudaDeviceSynchronize();
  p->data[3] = 1;  // BUG device-pointer
  cudaFree(p->data);
  cudaFree(p);
}
__global__ void through(Pair p) { p.data[threadIdx.x] = threadIdx.x; }
__global__ void through_host(Pair p) {
  p.data[threadIdx.x] = threadIdx.x;  // BUG host-pointer
}
__global__ void through_stack(const Pair* p) {
  p->data[threadIdx.x] = threadIdx.x;  // BUG host-pointer
}
void device_struct_ok() {
  Pair* p;
  cudaMallocManaged(&p, sizeof(Pair));
  cudaMalloc(&p->data, BYTES);
  through<<<1, N>>>(*p);
  cudaDeviceSynchronize();
  cudaFree(p->data);
  cudaFree(p);
}
void host_struct_bug() {
  Pair p{(int*)malloc(BYTES), N};
  through_host<<<1, N>>>(p);
  cudaDeviceSynchronize();
  free(p.data);
}
void host_struct_ok() {
  Pair p{(int*)malloc(BYTES), N};
  cudaHostRegister(p.data, BYTES, cudaHostRegisterDefault);
  through<<<1, N>>>(p);
  cudaDeviceSynchronize();
  cudaHostUnregister(p.data);
  free(p.data);
}
void host_stack_bug() {
  int local[N] = {};
  Pair* p;
  cudaMallocManaged(&p, sizeof(Pair));
  p->data = local;
  through_stack<<<1, N>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}

// --- memory that nobody has written, or that is gone
__global__ void read_fresh(const int* a, int* out) {
  out[threadIdx.x] = a[threadIdx.x] + 1;  // BUG uninitialized-read
}
__global__ void read_partly(const int* a, int* out) {
  out[threadIdx.x] = a[threadIdx.x] + 1;  // BUG uninitialized-read
}
__global__ void accumulate(int* sum, int value) {
  *sum += value;  // BUG uninitialized-read
}
__global__ void add_one(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x] + 1; }
__global__ void use_freed(int* a) {
  a[threadIdx.x] = 1;  // BUG use-after-free
}
__global__ void use_freed_async(int* a) {
  a[threadIdx.x] = 1;  // BUG use-after-free
}
struct Arrays {
  int *a, *b;
  Arrays() { cudaMalloc(&a, BYTES), cudaMalloc(&b, BYTES); }
  ~Arrays() { cudaFree(a), cudaFree(b); }
};
void fresh_bug() {
  Arrays x;
  read_fresh<<<1, N>>>(x.a, x.b);
}
void fresh_partly_bug() {
  Arrays x;
  cudaMemset(x.a, 0, N);
  read_partly<<<1, N>>>(x.a, x.b);
}
void fresh_accumulate_bug() {
  Arrays x;
  accumulate<<<1, 1>>>(x.a, 3);
}
void fresh_ok() {
  Arrays x;
  int host[N] = {};
  cudaMemset(x.a, 0, BYTES);
  add_one<<<1, N>>>(x.a, x.b);
  add_one<<<1, N>>>(x.b, x.a);
  cudaMemcpy(x.a, host, BYTES, cudaMemcpyHostToDevice);
  add_one<<<1, N>>>(x.a, x.b);
  cudaMemcpy2D(x.b, 16, host, 16, 16, 16, cudaMemcpyHostToDevice);
  add_one<<<1, N>>>(x.b, x.a);
}
void fresh_managed_ok() {
  int* a;
  Arrays x;
  cudaMallocManaged(&a, BYTES);
  for (int i = 0; i < N; i++) a[i] = i;
  add_one<<<1, N>>>(a, x.b);
  cudaDeviceSynchronize();
  cudaFree(a);
}
void freed_kernel_bug() {
  int* a;
  cudaMalloc(&a, BYTES);
  cudaFree(a);
  use_freed<<<1, N>>>(a);
  cudaDeviceSynchronize();
}
void freed_async_bug() {
  int* a;
  cudaMallocAsync(&a, BYTES, 0);
  cudaFreeAsync(a, 0);
  use_freed_async<<<1, N>>>(a);
  cudaDeviceSynchronize();
}
void freed_async_ok() {
  int* a;
  cudaMallocAsync(&a, BYTES, 0);
  fill<<<1, N>>>(a, 1);
  cudaFreeAsync(a, 0);
  cudaDeviceSynchronize();
}
void freed_host_bug() {
  int* a;
  cudaMallocManaged(&a, BYTES);
  cudaFree(a);
  a[0] = 1;  // BUG use-after-free
}
void past_end_host_bug() {
  int* a;
  cudaMallocManaged(&a, BYTES);
  for (int i = 0; i <= N; i++) a[i] = i;  // BUG out-of-bounds
  cudaFree(a);
}
void to_end_host_ok() {
  int* a;
  cudaMallocManaged(&a, BYTES);
  for (int i = 0; i < N; i++) a[i] = i;
  cudaFree(a);
}
void allowed_ok() {
  int* a;
  cudaMalloc(&a, BYTES);  // cuts-check: allow(leak) lives as long as the program
}

int main(int, char** argv) {
  const char* what = argv[1];
#define CASE(name) \
  if (strcmp(what, #name) == 0 || strcmp(what, strstr(#name, "_bug") ? "bugs" : "twins") == 0) name();
  CASE(leak_device_bug)
  CASE(leak_device_ok)
  CASE(leak_managed_bug)
  CASE(leak_managed_ok)
  CASE(leak_pinned_bug)
  CASE(leak_pinned_ok)
  CASE(leak_in_loop_bug)
  CASE(leak_in_loop_ok)
  CASE(leak_helper_bug)
  CASE(leak_async_ok)
  CASE(unchecked_malloc_bug)
  CASE(unchecked_malloc_ok)
  CASE(unchecked_launch_bug)
  CASE(unchecked_launch_ok)
  CASE(unchecked_copy_bug)
  CASE(unchecked_copy_ok)
  CASE(unchecked_variable_bug)
  CASE(unchecked_variable_ok)
  CASE(unchecked_middle_free_bug)
  CASE(unchecked_double_free_bug)
  CASE(unchecked_double_free_ok)
  CASE(early_read_bug)
  CASE(early_read_ok)
  CASE(early_write_bug)
  CASE(early_write_ok)
  CASE(early_struct_bug)
  CASE(early_struct_ok)
  CASE(early_library_bug)
  CASE(early_library_ok)
  CASE(early_other_stream_bug)
  CASE(early_other_stream_ok)
  CASE(early_pinned_bug)
  CASE(early_pinned_ok)
  CASE(pinned_reuse_bug)
  CASE(pinned_reuse_ok)
  CASE(streams_read_bug)
  CASE(streams_read_ok)
  CASE(streams_write_bug)
  CASE(streams_halves_ok)
  CASE(streams_copy_bug)
  CASE(streams_copy_ok)
  CASE(streams_early_event_bug)
  CASE(streams_atomic_ok)
  CASE(streams_nonblocking_bug)
  CASE(streams_default_ok)
  CASE(streams_free_bug)
  CASE(streams_free_ok)
  CASE(device_read_bug)
  CASE(device_read_ok)
  CASE(device_write_bug)
  CASE(device_memcpy_bug)
  CASE(device_struct_bug)
  CASE(device_struct_ok)
  CASE(host_struct_bug)
  CASE(host_struct_ok)
  CASE(host_stack_bug)
  CASE(fresh_bug)
  CASE(fresh_partly_bug)
  CASE(fresh_accumulate_bug)
  CASE(fresh_ok)
  CASE(fresh_managed_ok)
  CASE(freed_kernel_bug)
  CASE(freed_async_bug)
  CASE(freed_async_ok)
  CASE(freed_host_bug)
  CASE(past_end_host_bug)
  CASE(to_end_host_ok)
  CASE(allowed_ok)
  return 0;
}
