// Base64 encoding, three bytes to four characters a thread, with padding at the end; and decoding with a check.
__constant__ char alphabet[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

extern "C" __global__ void base64_encode(const unsigned char* in, int n, uchar4* out) {
  const int group = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = group * 3;
  if (first >= n) return;
  const int present = min(3, n - first);
  unsigned int bits = in[first] << 16;
  if (present > 1) bits |= in[first + 1] << 8;
  if (present > 2) bits |= in[first + 2];
  out[group] = make_uchar4(alphabet[bits >> 18 & 63], alphabet[bits >> 12 & 63],
                           present > 1 ? alphabet[bits >> 6 & 63] : '=', present > 2 ? alphabet[bits & 63] : '=');
}

__device__ int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  switch (c) {
    case '+':
      return 62;
    case '/':
      return 63;
    case '=':
      return 0;
    default:
      return -1;
  }
}

extern "C" __global__ void base64_decode(const char* text, int groups, unsigned char* out, int n, int* invalid) {
  const int group = blockIdx.x * blockDim.x + threadIdx.x;
  if (group >= groups) return;
  unsigned int bits = 0;
  for (int k = 0; k < 4; ++k) {
    const int value = value_of(text[group * 4 + k]);
    if (value < 0) atomicAdd(invalid, 1);
    bits = bits << 6 | (value & 63);
  }
  for (int k = 0; k < 3 && group * 3 + k < n; ++k) out[group * 3 + k] = static_cast<unsigned char>(bits >> (16 - 8 * k));
}
