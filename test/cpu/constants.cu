// Kernels that read constants, and kernels that write wherever they are told. Those without a loop run on the calling
// thread where the launch is small.
#define KERNEL extern "C" __global__ void

__constant__ int table[4] = {10, 11, 12, 13};
__constant__ int zeros[4];
__device__ int counter = 1;

__device__ const int* where() { return table; }

KERNEL read_table(int* out, int i) { out[0] = table[i] + zeros[i]; }
KERNEL address(int* out, int) { out[0] = (int)(size_t)where(); }
KERNEL shout(int* out, int i) {
  printf("value %d %s\n", i, i > 3 ? "large" : "small");
  out[0] = i;
}
KERNEL poke(int* out, int at, int value) {
  *(volatile int*)at = value;
  out[0] = 1;
}
KERNEL poke_table(int* out, int i, int value) {
  ((volatile int*)where())[i] = value;
  out[0] = 1;
}
KERNEL poke_and_trap(int* out, int at, int value) {
  *(volatile int*)at = value;
  __trap();
}
KERNEL poke_in_loop(int* out, int at, int n) {
  for (int i = 0; i < n; i++) ((volatile int*)at)[i] = i;
  out[0] = n;
}
KERNEL count(int* out, int n) {
  counter += n;
  out[0] = counter;
}
