// Primality of 64-bit numbers: Montgomery products built on __umul64hi, and the bases that decide every 64-bit number.
typedef unsigned long long u64;

struct Montgomery {
  u64 modulus, inverse;  // modulus * inverse == -1 mod 2^64

  __device__ explicit Montgomery(u64 odd) : modulus(odd), inverse(odd) {
    for (int k = 0; k < 5; ++k) inverse *= 2 - odd * inverse;  // Newton: 3 correct bits double each time
    inverse = 0 - inverse;
  }

  __device__ u64 multiply(u64 a, u64 b) const {
    const u64 low = a * b, high = __umul64hi(a, b);
    const u64 q = low * inverse;
    const u64 carry = low != 0;  // low + (q * modulus mod 2^64) is 0 mod 2^64
    const u64 result = high + __umul64hi(q, modulus) + carry;
    // The true sum is below twice the modulus and may need 65 bits.
    return result < high || result >= modulus ? result - modulus : result;
  }

  __device__ u64 one() const { return (0 - modulus) % modulus; }  // 2^64 mod modulus
  __device__ u64 from(u64 value) const {
    u64 shifted = value % modulus;
    for (int k = 0; k < 64; ++k) shifted = shifted >= modulus - shifted ? shifted - (modulus - shifted) : shifted + shifted;
    return shifted;
  }
};

__constant__ u64 bases[7] = {2, 325, 9375, 28178, 450775, 9780504, 1795265022};

__device__ bool is_prime(u64 n) {
  if (n < 2) return false;
  if (n % 2 == 0) return n == 2;
  const Montgomery m(n);
  const u64 one = m.one(), minus_one = n - one;
  const int twos = __ffsll(static_cast<long long>(n - 1)) - 1;
  const u64 odd = (n - 1) >> twos;

  for (u64 base : bases) {
    if (base % n == 0) continue;
    u64 power = one, factor = m.from(base);
    for (u64 e = odd; e != 0; e >>= 1) {
      if (e & 1) power = m.multiply(power, factor);
      factor = m.multiply(factor, factor);
    }
    bool passes = power == one || power == minus_one;
    for (int k = 1; k < twos && !passes; ++k) {
      power = m.multiply(power, power);
      passes = power == minus_one;
    }
    if (!passes) return false;
  }
  return true;
}

extern "C" __global__ void test_primes(const u64* numbers, unsigned char* prime, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) prime[i] = is_prime(numbers[i]);
}
