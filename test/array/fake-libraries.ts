// Libraries of NVIDIA's that write down what they are asked for and compute nothing.

import type { NativePointer } from "../../src/cdecl/types/native-pointer.js";
import { viewOf } from "../../src/ffi/memory.js";

/** A call of a library: its name and arguments. */
export type LibraryCall = readonly [name: string, ...args: number[]];

/** The calls that were made, oldest first. */
export const calls: LibraryCall[] = [];

/** What the fakes answer: a number of elements to work in, and the bytes of a plan. */
const WORK_ELEMENTS = 5;
/** The same of functions for any type, in bytes: on the device and on the host. */
export const WORK_BYTES = 48;
export const HOST_BYTES = 16;
const PLAN_BYTES = 640;

let nextHandle = 100;

/** A library whose functions all succeed; handles count from 100. */
export function fakeLibrary(): never {
  const answer = (name: string, args: readonly number[]): void => {
    if (name.startsWith("cusolverDnX")) {
      if (name.endsWith("bufferSize"))
        for (const [at, bytes] of [WORK_BYTES, HOST_BYTES].entries())
          write64(args.at(at - (name.includes("Batched") ? 3 : 2)) as number, bytes);
    } else if (name.endsWith("bufferSize"))
      write32(args.at(name.includes("gesvdj") ? -2 : -1) as number, WORK_ELEMENTS);
    else if (name === "cufftCreate") write32(args[0] as number, nextHandle++);
    else if (name.includes("Create")) write64(args.at(-1) as number, nextHandle++);
    else if (name.includes("MakePlan")) write64(args.at(-1) as number, PLAN_BYTES);
  };
  const call =
    (name: string) =>
    (...args: number[]): number => {
      calls.push([name, ...args]);
      answer(name, args);
      return 0;
    };
  return new Proxy({}, { get: (_, name: string) => (name === "has" ? () => true : call(name)) }) as never;
}

function write32(address: number, value: number): void {
  viewOf(BigInt(address) as NativePointer, "int32", 1)[0] = value;
}

function write64(address: number, value: number): void {
  viewOf(BigInt(address) as NativePointer, "int64", 1)[0] = BigInt(value);
}
