// Variables of the device by the host's variable of the same name.

import type { Implementations } from "../bind-function.js";
import { COPY_KIND } from "../copy-check.js";
import { fail } from "../error-state.js";
import type { Operation } from "../operation.js";
import type { Runtime } from "../runtime.js";
import type { SYMBOLS } from "../signatures/memory.js";
import { copyOperation } from "./copies.js";

export function symbolFunctions(rt: Runtime): Implementations<typeof SYMBOLS> {
  const { guest } = rt;
  const place = (symbol: number, count: number, offset: number): number => {
    const { address, byteLength } = rt.modules.variable(symbol);
    if (offset + count > byteLength) fail("cudaErrorInvalidValue");
    return address + offset;
  };
  const to = (args: readonly number[]): Operation => {
    const [symbol = 0, from = 0, count = 0, offset = 0, kind = 0] = args;
    if (kind === COPY_KIND.deviceToHost || kind === COPY_KIND.hostToHost)
      fail("cudaErrorInvalidMemcpyDirection");
    return copyOperation(rt, place(symbol, count, offset), from, count, kind);
  };
  const from = (args: readonly number[]): Operation => {
    const [target = 0, symbol = 0, count = 0, offset = 0, kind = 0] = args;
    if (kind === COPY_KIND.hostToDevice || kind === COPY_KIND.hostToHost)
      fail("cudaErrorInvalidMemcpyDirection");
    return copyOperation(rt, target, place(symbol, count, offset), count, kind);
  };
  const now = (operation: Operation): undefined => {
    rt.streams.submit(0, operation);
    rt.work.wait();
  };
  return {
    cudaMemcpyToSymbol: (...args) => now(to(args)),
    cudaMemcpyFromSymbol: (...args) => now(from(args)),
    cudaMemcpyToSymbolAsync: (...args) => {
      rt.streams.submit(args[5] ?? 0, to(args));
    },
    cudaMemcpyFromSymbolAsync: (...args) => {
      rt.streams.submit(args[5] ?? 0, from(args));
    },
    cudaGetSymbolAddress: (pointer = 0, symbol = 0) => {
      guest.setWord(pointer, rt.modules.variable(symbol).address);
    },
    cudaGetSymbolSize: (size = 0, symbol = 0) => {
      guest.setWord(size, rt.modules.variable(symbol).byteLength);
    },
  };
}
