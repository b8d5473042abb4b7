// What the sources of the program share: device code of one is used by the others.
#pragma once

struct Settings {
  float scale;
  int offset;
};

extern __device__ int calls;
extern __constant__ Settings settings;
extern __device__ float table[8];

__device__ float transform(float x);
__device__ int block_sum(int value);

typedef float (*Operation)(float);
extern __device__ Operation operation;

__global__ void count(int* out, int n);

void fill_table();
int total_of(const int* data, int n);
