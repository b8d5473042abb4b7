// Inline PTX in a header of the program's own, and in a macro.
#pragma once

#define LOAD4(to, address)                                                              \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"     \
               : "=r"((to)[0]), "=r"((to)[1]), "=r"((to)[2]), "=r"((to)[3])             \
               : "r"(address))

__device__ inline unsigned bits_of_pair(float x, float y) {
  unsigned pair;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(y), "f"(x));
  return pair;
}

__device__ inline void load4(uint32_t* to, const void* from) {
  uint32_t address;
  asm("{ .reg .u64 u; cvta.to.shared.u64 u, %1; cvt.u32.u64 %0, u; }" : "=r"(address) : "l"(from));
  LOAD4(to, address);
}

__device__ inline void copy16(void* to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" ::"r"((uint32_t)__cvta_generic_to_shared(to)), "l"(from), "n"(16));
}
