// The quick start, `npm start`: compiles and runs a CUDA kernel, calls C functions, checks the results, and says what
// this machine has. It needs no toolkit, no compiler and no GPU.

import * as cu from "cuts";

const bold = (text: string) =>
  process.stdout.isTTY && !process.env["NO_COLOR"] ? `\u001B[1m${text}\u001B[0m` : text;

const milliseconds = (since: number) => `${(performance.now() - since).toFixed(1)} ms`;

// 1. A CUDA kernel, on the GPU if there is one, else on this CPU: the same source. TypeScript reads its parameters:
//    `a` and `b` are read, `out` is written, `n` is a number.
const device = cu.device();
console.log(bold(`1. A CUDA kernel on ${device.id}: ${device.properties.name}`));
const add = cu.kernel(`
  extern "C" __global__ void add_arrays(const float* a, const float* b, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] + b[i];
  }`);

const n = 1_000_000;
const a = Float32Array.from({ length: n }, (_, i) => i);
const b = Float32Array.from({ length: n }, (_, i) => 2 * i);
const out = new Float32Array(n);

let start = performance.now();
await add.ready();
console.log(`   compiled in ${milliseconds(start)} (from the cache the next time)`);
await add.run({ threads: n }, a, b, out, n);
start = performance.now();
await add.run({ threads: n }, a, b, out, n);
console.log(`   added ${n.toLocaleString("en")} numbers in ${milliseconds(start)}, copies included`);

const wrong = out.findIndex((value, i) => value !== Math.fround(3 * i));
if (wrong >= 0) throw new Error(`out[${wrong}] is ${out[wrong]}, not ${3 * wrong}`);
console.log("   checked: all of them are right");

// 2. Open a library and declare its functions in C. TypeScript reads the declarations: `hypot` takes two numbers and
//    returns one, `frexp` writes into an Int32Array.
console.log(`\n${bold("2. Calling C from TypeScript")}`);
using math = cu.dlopen(process.platform === "win32" ? "ucrtbase.dll" : "m", {
  hypot: "double(double x, double y)",
  frexp: "double(double x, int exponent[1])",
});

const length = math.hypot(3, 4);
console.log(`   hypot(3, 4) = ${length}`);

const exponent = new Int32Array(1);
const fraction = math.frexp(40, exponent);
console.log(`   frexp(40)   = ${fraction} x 2^${exponent[0]}`);

if (length !== 5 || fraction * 2 ** (exponent[0] ?? 0) !== 40)
  throw new Error("The C library returned wrong results");

// 3. A wrong call never reaches C: with the right types TypeScript refuses it, and at run time CuTS does.
console.log(`\n${bold("3. A mistake is an error before the call")}`);
try {
  // @ts-expect-error an `int*` is no Float64Array
  math.frexp(40, new Float64Array(1));
} catch (error) {
  for (const line of (error as Error).message.split("\n")) console.log(`   ${line}`);
}

// 4. What else this machine has.
console.log(`\n${bold("4. This machine")}`);
const { entries } = await cu.inspectMachine();
for (const entry of entries) {
  const works = entry.found && entry.call?.ok !== false;
  const status = works ? "yes" : entry.found ? "broken" : "no";
  console.log(
    `   ${status.padEnd(6)}  ${entry.name.padEnd(14)}  ${works ? (entry.version ?? "") : entry.purpose}`,
  );
}

console.log(`
${bold("Next steps")}
   npm run cuts -- doctor    the same in detail: where each part is, and why a part is not there
   npm run cuts -- --help    what else the command line does
   npm test                  the tests
   examples/quick-start.ts   this program; change the kernel or a declaration and see TypeScript follow`);
