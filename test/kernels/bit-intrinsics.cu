// The integer intrinsics, each into its own column: counts, finds, reversals, permutations, high products, shifts.
extern "C" __global__ void bit_intrinsics(const unsigned int* a, const unsigned int* b, unsigned int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned int x = a[i], y = b[i];
  const int sx = static_cast<int>(x), sy = static_cast<int>(y);
  const unsigned long long wide = static_cast<unsigned long long>(x) << 32 | y;
  unsigned int* row = out + i * 24;

  row[0] = __popc(x);
  row[1] = __popcll(wide);
  row[2] = __clz(sx);
  row[3] = __clzll(static_cast<long long>(wide));
  row[4] = __ffs(sx);
  row[5] = __ffsll(static_cast<long long>(wide));
  row[6] = __brev(x);
  row[7] = static_cast<unsigned int>(__brevll(wide) >> 32);
  row[8] = __byte_perm(x, y, 0x6214);
  row[9] = __umulhi(x, y);
  row[10] = static_cast<unsigned int>(__mulhi(sx, sy));
  row[11] = static_cast<unsigned int>(__umul64hi(wide, wide) >> 32);
  row[12] = __funnelshift_l(x, y, y & 63);
  row[13] = __funnelshift_r(x, y, 13);
  row[14] = __umul24(x, y);
  row[15] = static_cast<unsigned int>(__mul24(sx, sy));
  row[16] = __usad(x, y, 5u);
  row[17] = __sad(sx, sy, 7u);
  row[18] = static_cast<unsigned int>(__hadd(sx, sy));
  row[19] = __urhadd(x, y);
  row[20] = __dp4a(x, y, 9u);
  row[21] = static_cast<unsigned int>(__dp4a(sx, sy, -9));
  row[22] = umin(x, y) ^ umax(x, y);
  row[23] = __float_as_uint(__uint2float_rz(x));
}
