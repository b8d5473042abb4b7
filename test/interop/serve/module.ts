// What tests of include/python/cuts.py call: a module as users write it.
import * as cu from "../../../src/index.js";

export const version = 3;
export const names = ["a", "b"];
export const hidden = Symbol("none of Python's");

export function scale(x: cu.NDArray, k: number): cu.NDArray {
  return x.mul(k);
}

export async function fillWith(x: cu.NDArray<"float32">, value: number): Promise<cu.NDArray> {
  x.fill(value);
  return x;
}

export function row(x: cu.NDArray, index: number): cu.NDArray {
  return x.slice([index]);
}

export function same(value: unknown): unknown {
  return value;
}

export function typed(): unknown {
  const bytes = new ArrayBuffer(2);
  return [
    Float32Array.of(1, 2.5),
    BigInt64Array.of(-1n),
    new Int16Array(0),
    Uint8ClampedArray.of(300),
    bytes,
  ];
}

export function kindOf(value: unknown): string | undefined {
  return value?.constructor.name;
}

export function forever(): never {
  for (;;);
}

export function circle(): unknown {
  const value: Record<string, unknown> = {};
  return (value["own"] = value);
}

export function mapOf(key: unknown): unknown {
  return new Map([[key, 1]]);
}

export function describe(x: cu.NDArray): unknown {
  return { dtype: x.dtype, shape: x.shape, strides: x.strides, isReadonly: x.isReadonly };
}

export function copy(x: cu.NDArray): cu.NDArray {
  return x.copy();
}

export function both(x: cu.NDArray): unknown {
  return { sum: x.sum(), twice: [x.mul(2), "text"] };
}

let kept: cu.NDArray | undefined;
export function keep(x: cu.NDArray): void {
  kept = cu.concatenate([x]);
}
export function recall(): cu.NDArray | undefined {
  return kept;
}

export function fail(what: string): never {
  throw new RangeError(`there is no ${what}`);
}

export function print(text: string): void {
  console.log(text);
  console.error(`to stderr: ${text}`);
}

export function end(code: number): void {
  process.exit(code);
}

export function openFiles(): Promise<string[]> {
  return import("node:fs").then(({ readdirSync, readlinkSync }) =>
    readdirSync("/proc/self/fd").flatMap((name) => {
      try {
        return [readlinkSync(`/proc/self/fd/${name}`)];
      } catch {
        return [];
      }
    }),
  );
}

export function mapped(): Promise<number> {
  return import("node:fs").then(
    ({ readFileSync }) => readFileSync("/proc/self/maps", "utf8").split("memfd:cuts").length - 1,
  );
}
