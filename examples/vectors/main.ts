// CuVec and NumCu in TypeScript: memory that host and device share, that grows, and that every operation takes as it is.

import * as cu from "cuts";

// CuVec's README: a vector that is an ordinary typed array on the host, and the same memory on the device.
const source = cu.vec("float32", 1337 * 42);
source.view[0] = 9;
const image = source.reshape(1337, 42);

const kernel = cu.kernel(`
  extern "C" __global__ void increment2d(const float* src, float* dst, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) dst[y * width + x] = src[y * width + x] + 1;
  }`);

function increment2d(src: cu.NDArray<"float32">, output = cu.vec("float32", src.size)): cu.Vec<"float32"> {
  const [height = 1, width = 1] = src.shape;
  const grid = [Math.ceil(width / 32), Math.ceil(height / 32)] as const;
  kernel({ grid, block: [32, 32] }, src, output, width, height);
  return output;
}

const result = increment2d(image);
await result.ready(); // CuVec's dev_sync(): before that, `view` is an error
console.log(result.view[0], result.view[1]); // → 10 1

// It grows. Old views keep what they had.
const before = result.view;
result.push(5);
console.log(result.length, result.capacity >= result.length, before.length); // → 56155 true 56154

// NumCu: add, mul and div, into memory that is there where `out` names it.
const a = cu.vec("float32", [1, 2, 3, 4]);
const b = cu.vec("float32", [10, 20, 0, 40]);
const out = cu.vec("float32", 4);

cu.add(a, b, { out });
await out.ready();
console.log([...out.values()]); // → [ 11, 22, 3, 44 ]

cu.mul(a, b, { out });
await out.ready();
console.log([...out.values()]); // → [ 10, 40, 0, 160 ]

// div(numerator, divisor, default): what a division by 0 gives is said, not guessed.
const div = cu.elementwise(
  "float32 a, float32 b, float32 fallback -> float32 c",
  "c = b == 0 ? fallback : a / b",
);
console.log(await div(a, b, -1).tolist()); // → [ 0.10000000149011612, 0.10000000149011612, -1, 0.10000000149011612 ]
