// ChaCha20 in counter mode: a thread makes one 64-byte block of key stream and applies it to its part of the message.
#include <cstdint>

struct ChaChaKey {
  uint32_t key[8];
  uint32_t nonce[3];
  uint32_t counter;
};

__device__ __forceinline__ void quarter_round(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
  a += b;
  d = __funnelshift_l(d ^ a, d ^ a, 16);
  c += d;
  b = __funnelshift_l(b ^ c, b ^ c, 12);
  a += b;
  d = __funnelshift_l(d ^ a, d ^ a, 8);
  c += d;
  b = __funnelshift_l(b ^ c, b ^ c, 7);
}

extern "C" __global__ void chacha20(const unsigned char* in, unsigned char* out, int n, ChaChaKey k) {
  const int block = blockIdx.x * blockDim.x + threadIdx.x;
  if (block * 64 >= n) return;

  const uint32_t initial[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, k.key[0], k.key[1], k.key[2], k.key[3],
                                k.key[4], k.key[5], k.key[6], k.key[7], k.counter + block, k.nonce[0], k.nonce[1], k.nonce[2]};
  uint32_t x[16];
#pragma unroll
  for (int i = 0; i < 16; ++i) x[i] = initial[i];
  for (int round = 0; round < 10; ++round) {
    quarter_round(x[0], x[4], x[8], x[12]);
    quarter_round(x[1], x[5], x[9], x[13]);
    quarter_round(x[2], x[6], x[10], x[14]);
    quarter_round(x[3], x[7], x[11], x[15]);
    quarter_round(x[0], x[5], x[10], x[15]);
    quarter_round(x[1], x[6], x[11], x[12]);
    quarter_round(x[2], x[7], x[8], x[13]);
    quarter_round(x[3], x[4], x[9], x[14]);
  }
  for (int i = 0; i < 64 && block * 64 + i < n; ++i) {
    const uint32_t word = x[i / 4] + initial[i / 4];
    out[block * 64 + i] = in[block * 64 + i] ^ static_cast<unsigned char>(word >> (8 * (i % 4)));
  }
}
