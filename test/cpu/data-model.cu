// Sizes, layouts and addresses as nvcc has them: pointers, size_t and long have 8 bytes.
#define KERNEL extern "C" __global__ void
typedef unsigned long long u64;

struct Node {
  char tag;
  Node* next;
  int count;
  long total;
};
struct View {
  int* data;
  size_t length;
  short tag;
};
struct Base {
  long kind;
  __device__ virtual int value(int x) const { return x + 1; }
};
struct Twice : Base {
  int* at;
  __device__ int value(int x) const override { return 2 * x + *at; }
};
struct Table {
  char name;
  const char* text;
  short code;
  int (*call)(int);
};

__device__ int twice(int x) { return 2 * x; }
__device__ int thrice(int x) { return 3 * x; }
__device__ int cell = 5;
__device__ int* to_cell = &cell;
__device__ int* nowhere;
__device__ Table table[2] = {{'a', "first", 7, twice}, {'b', "second", 8, thrice}};
__device__ int (*calls[3])(int) = {thrice, nullptr, twice};

KERNEL sizes(int* out) {
  out[0] = sizeof(long);
  out[1] = sizeof(void*);
  out[2] = sizeof(size_t);
  out[3] = sizeof(Node);
  out[4] = __builtin_offsetof(Node, next);
  out[5] = __builtin_offsetof(Node, count);
  out[6] = __builtin_offsetof(Node, total);
  out[7] = sizeof(View);
  out[8] = sizeof(Twice);
  out[9] = sizeof(Table);
  out[10] = ((size_t)1 << 60) >> 58;
  out[11] = (~0ul >> 32) == 0xffffffffu;
  out[12] = sizeof(ptrdiff_t) + sizeof(uintptr_t);
}
KERNEL globals(int* out, int i) {
  out[0] = *to_cell;
  out[1] = nowhere == nullptr;
  out[2] = table[i].code + table[i].name + table[i].text[0];
  out[3] = table[i].call(10);
  out[4] = calls[0](1) + calls[2](1);
  out[5] = calls[1] == nullptr;
  nowhere = &cell;
  to_cell = out + 32;
  out[6] = *nowhere;
  *to_cell = 9;
  out[7] = ((unsigned*)&to_cell)[1] == 0;
}
KERNEL linked(int* out, int n) {
  __shared__ Node nodes[16];
  __shared__ Node* first;
  int t = threadIdx.x;
  nodes[t] = {(char)t, t + 1 < n ? &nodes[t + 1] : nullptr, t, (long)t << 33};
  if (t == 0) first = nodes;
  __syncthreads();
  long sum = 0;
  int count = 0;
  for (Node* p = first; p != nullptr; p = p->next) {
    sum += p->total;
    count += p->count;
  }
  out[t] = (int)(sum >> 33) + 1000 * count;
}
KERNEL local_pointers(int* out, int n) {
  int own[4] = {1, 2, 3, 4};
  int* ends[2] = {own, own + 3};
  int** both = ends;
  for (int k = 0; k < n; k++) {
    int* moved = both[k % 2];
    both[k % 2] = moved + (k % 2 ? -1 : 1);
  }
  out[threadIdx.x] = *ends[0] * 10 + *ends[1];
  View view{out, 16, 3};
  View copy = view;
  copy.data[16 + threadIdx.x] = (int)copy.length + copy.tag;
}
KERNEL virtual_call(int* out, int i) {
  int five = 5;
  Base base;
  Twice other;
  other.at = &five;
  const Base* both[2] = {&base, &other};
  out[0] = both[i]->value(10);
}
KERNEL by_value(int* out, int low, View view, int* after, char c, long last) {
  out[threadIdx.x] = view.data[threadIdx.x] + low + (int)(view.length >> 32) + view.tag + after[0] + c + (int)(last >> 40);
}
KERNEL words(unsigned long* out, const u64* in, size_t n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 6364136223846793005ul + 1442695040888963407ul;
}
KERNEL hash(unsigned long* out, int n) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned long h = 14695981039346656037ul;
    for (size_t k = 0; k < 8; k++) h = (h ^ ((i >> (8 * k)) & 255)) * 1099511628211ul;
    out[i] = h;
  }
}
KERNEL prints(int* out, int n) {
  unsigned long big = 0x123456789abcdefful;
  printf("%lu %d %zu %s %p %ld %d\n", big, n, (size_t)1 << 40, "text", (void*)0x1000, -1l, 8);
  out[0] = 1;
}
KERNEL loads_far(int* out, int low, int high) {
  __shared__ u64 kept;
  kept = ((u64)high << 32) | (unsigned)low;
  __syncthreads();
  int* p = *(int**)&kept;
  if (high == 0) p = out;
  *(volatile int*)p = 1;  // here: loads_far
}
KERNEL steps_far(int* out, size_t high, int low) {
  out[0] = 1;
  out[high + low] = 2;  // here: steps_far
}
KERNEL allocates(int* out, size_t bytes) {
  void* p = malloc(bytes);
  out[0] = p != nullptr;
  free(p);
}
// The fast inverse square root, as it is copied from programs whose long had 4 bytes.
KERNEL inverse_root(int* out) {
  for (int i = 0; i < 3; i++) {
    float number = (i + 1) * (i + 1), y = number;
    long bits = *(long*)&y;
    bits = 0x5f3759df - (bits >> 1);
    y = *(float*)&bits;
    out[i] = (int)(y * (1.5f - 0.5f * number * y * y) * 1e6f + 0.5f);
  }
}
