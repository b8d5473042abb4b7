// What a checked call costs: the same C function through CuTS, through bare koffi, and through ctypes + ndpointer where
// Debian's python3-numpy is installed. The function does next to nothing, so the call is all there is to see.
// Times are processor times: a loop of calls never waits, and other programs on the machine are not its cost.
// Run: npm run bench:ffi

import { dlopen } from "../src/ffi/dlopen.js";
import { koffi } from "../src/ffi/koffi.js";
import { numberAddressOf } from "../src/ffi/memory.js";
import { compileLibrary, noCompiler } from "../test/native/compile.js";
import { external } from "./lib/external.js";
import { type Contender, loop, measure } from "./lib/measure.js";
import { packageVersion, type ReportTable, ratioOf, writeReport } from "./lib/report.js";

const source = `
#include <stddef.h>
void sum3(const float* a, const float* b, float* out, int n) { if (n > 0) out[0] = a[0] + b[0]; }
int add(int x, int y) { return x + y; }
int nothing(void) { return 1; }
size_t text_length(const char* text) { size_t n = 0; while (text[n]) n++; return n; }
double weights(const double* w, int rows, int cols) { return rows * cols > 0 ? w[0] : 0; }
long long identity(long long x) { return x; }
`;

if (noCompiler !== undefined) throw new Error(`Cannot run this benchmark: ${noCompiler}`);
const path = compileLibrary("bench", source, ["-O2"]);

const bare = koffi().load(path);
const bareSum = bare.func("sum3", "void", ["float *", "float *", "float *", "int"]);
const bareAdd = bare.func("add", "int", ["int", "int"]);
const bareNothing = bare.func("nothing", "int", []);
const bareLength = bare.func("text_length", "size_t", ["str"]);
const rawSum = bare.func("sum3", "void", ["uintptr_t", "uintptr_t", "uintptr_t", "int"]);

const lib = dlopen(path, {
  sum3: "void(const float a[n], const float b[n], float out[n], int n)",
  add: "int(int x, int y)",
  nothing: "int()",
  text_length: "size_t(const char* text)",
  weights: "double(const double w[rows*cols], int rows, int cols)",
  identity: "long long(long long x)",
});

const a = new Float32Array(1024).fill(1);
const b = new Float32Array(1024).fill(2);
const out = new Float32Array(1024);
const [addressA, addressB, addressOut] = [numberAddressOf(a), numberAddressOf(b), numberAddressOf(out)];

// A program calls more than one function; without this the engine would specialise the call path for a single one.
const w = new Float64Array(12);
for (let i = 0; i < 20_000; i++) {
  lib.weights(w, 3, 4);
  lib.identity(BigInt(i));
  lib.text_length("some text");
  lib.add(i, 1);
  lib.nothing();
}

const calls = (name: string, run: (n: number) => void): Contender => loop(name, run, { clock: "cpu" });

const ctypes = await external("ctypes + ndpointer", "/usr/bin/python3", [
  new URL("ffi-ctypes.py", import.meta.url).pathname,
  path,
]);

const arrays: ReportTable = {
  title: "void sum3(const float a[n], const float b[n], float out[n], int n)",
  baseline: "bare koffi",
  target: { name: "CuTS, checked", atMost: 1.5 },
  timings: await measure([
    calls("bare koffi", (n) => {
      for (let i = 0; i < n; i++) bareSum(a, b, out, 1024);
    }),
    calls("CuTS, checked", (n) => {
      for (let i = 0; i < n; i++) lib.sum3(a, b, out, 1024);
    }),
    calls("koffi, addresses as numbers, unchecked", (n) => {
      for (let i = 0; i < n; i++) rawSum(addressA, addressB, addressOut, 1024);
    }),
    ...(ctypes === undefined ? [] : [ctypes]),
  ]),
  note:
    ctypes === undefined
      ? "ctypes: skipped, /usr/bin/python3 has no NumPy here."
      : `ctypes: ${ctypes.description}.`,
};
ctypes?.stop();

const pair = async (
  title: string,
  bareRun: (n: number) => void,
  checkedRun: (n: number) => void,
): Promise<ReportTable> => ({
  title,
  baseline: "bare koffi",
  timings: await measure([calls("bare koffi", bareRun), calls("CuTS, checked", checkedRun)], { rounds: 20 }),
});

const tables = [
  arrays,
  await pair(
    "int add(int x, int y)",
    (n) => {
      for (let i = 0; i < n; i++) bareAdd(i, 1);
    },
    (n) => {
      for (let i = 0; i < n; i++) lib.add(i, 1);
    },
  ),
  await pair(
    "int nothing()",
    (n) => {
      for (let i = 0; i < n; i++) bareNothing();
    },
    (n) => {
      for (let i = 0; i < n; i++) lib.nothing();
    },
  ),
  await pair(
    "size_t text_length(const char* text)",
    (n) => {
      for (let i = 0; i < n; i++) bareLength("some text");
    },
    (n) => {
      for (let i = 0; i < n; i++) lib.text_length("some text");
    },
  ),
];

console.log(
  writeReport({
    name: "ffi",
    title: "What a checked native call costs, in processor time",
    tables,
    versions: { koffi: packageVersion("koffi") },
  }),
);
if (ratioOf(arrays, "CuTS, checked") > 1.5) process.exitCode = 1;
