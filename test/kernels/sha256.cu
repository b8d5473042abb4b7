// SHA-256 of many messages of one length, a thread each; the round constants are in constant memory.
__constant__ unsigned int round_constants[64];

__device__ __forceinline__ unsigned int rotate_right(unsigned int x, int n) { return __funnelshift_r(x, x, n); }

__device__ void sha256_block(unsigned int state[8], const unsigned char* block) {
  unsigned int w[64];
  for (int i = 0; i < 16; ++i) {
    w[i] = static_cast<unsigned int>(block[4 * i]) << 24 | block[4 * i + 1] << 16 | block[4 * i + 2] << 8 | block[4 * i + 3];
  }
  for (int i = 16; i < 64; ++i) {
    const unsigned int s0 = rotate_right(w[i - 15], 7) ^ rotate_right(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const unsigned int s1 = rotate_right(w[i - 2], 17) ^ rotate_right(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  unsigned int a = state[0], b = state[1], c = state[2], d = state[3];
  unsigned int e = state[4], f = state[5], g = state[6], h = state[7];
#pragma unroll 4
  for (int i = 0; i < 64; ++i) {
    const unsigned int s1 = rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25);
    const unsigned int choice = (e & f) ^ (~e & g);
    const unsigned int t1 = h + s1 + choice + round_constants[i] + w[i];
    const unsigned int s0 = rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22);
    const unsigned int majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + s0 + majority;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

extern "C" __global__ void sha256(const unsigned char* messages, int length, unsigned char* digests, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned char* message = messages + static_cast<size_t>(i) * length;
  unsigned int state[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
                           0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
  int offset = 0;
  for (; offset + 64 <= length; offset += 64) sha256_block(state, message + offset);

  unsigned char tail[128] = {};
  const int rest = length - offset;
  for (int k = 0; k < rest; ++k) tail[k] = message[offset + k];
  tail[rest] = 0x80;
  const int tail_length = rest < 56 ? 64 : 128;
  const unsigned long long bits = static_cast<unsigned long long>(length) * 8;
  for (int k = 0; k < 8; ++k) tail[tail_length - 1 - k] = static_cast<unsigned char>(bits >> (8 * k));
  for (int k = 0; k < tail_length; k += 64) sha256_block(state, tail + k);

  for (int k = 0; k < 32; ++k) digests[i * 32 + k] = static_cast<unsigned char>(state[k / 4] >> (24 - 8 * (k % 4)));
}
