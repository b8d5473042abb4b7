// Gravitational accelerations of all bodies on each other; bodies pass through shared memory a tile at a time.
__device__ __forceinline__ float3 interact(float4 body, float4 other, float3 acceleration, float softening2) {
  const float3 r = make_float3(other.x - body.x, other.y - body.y, other.z - body.z);
  const float distance2 = r.x * r.x + r.y * r.y + r.z * r.z + softening2;
  const float inverse = rsqrtf(distance2);
  const float scale = other.w * inverse * inverse * inverse;
  acceleration.x += r.x * scale;
  acceleration.y += r.y * scale;
  acceleration.z += r.z * scale;
  return acceleration;
}

extern "C" __global__ void nbody_accelerations(const float4* __restrict__ bodies, float3* __restrict__ accelerations,
                                               int n, float softening2) {
  extern __shared__ float4 tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 body = i < n ? bodies[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  float3 acceleration = make_float3(0.0f, 0.0f, 0.0f);

  for (int begin = 0; begin < n; begin += blockDim.x) {
    // Beyond the end stand bodies without mass.
    tile[threadIdx.x] = begin + threadIdx.x < n ? bodies[begin + threadIdx.x] : make_float4(1.0f, 1.0f, 1.0f, 0.0f);
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < blockDim.x; ++k) acceleration = interact(body, tile[k], acceleration, softening2);
    __syncthreads();
  }
  if (i < n) accelerations[i] = acceleration;
}
