// The short way of a checked call: one closure for each number of parameters, so that no argument list is ever an array.
// That is the difference between 1.0 and 1.7 times the cost of a bare koffi call (bench/results/ffi.md has today's figure).
// Each argument's converter gets all arguments, because a length may depend on any of them.

import { type AnyFunction, type Call, refuseCall } from "./call.js";
import { guarded, registered } from "./callback.js";
import type { Converter } from "./converter.js";

/** The short way for a function with nothing to do after the call; undefined when it has too many parameters for it. */
export function directCall(call: Call): AnyFunction | undefined {
  const { library, invoke, finish } = call;
  const check = (index: number): Converter["convert"] => call.converters[index]?.convert ?? missing;
  const [c0, c1, c2, c3, c4, c5] = [check(0), check(1), check(2), check(3), check(4), check(5)];
  switch (call.converters.length) {
    case 0:
      return function () {
        if (arguments.length !== 0 || library.closed) throw refuseCall(call, arguments.length);
        return finish(registered.count === 0 ? invoke() : guarded(library, invoke));
      };
    case 1:
      return function (a) {
        if (arguments.length !== 1 || library.closed) throw refuseCall(call, arguments.length);
        const x = c0(a, a);
        return finish(registered.count === 0 ? invoke(x) : guarded(library, invoke, x));
      };
    case 2:
      return function (a, b) {
        if (arguments.length !== 2 || library.closed) throw refuseCall(call, arguments.length);
        const x = c0(a, a, b);
        const y = c1(b, a, b);
        return finish(registered.count === 0 ? invoke(x, y) : guarded(library, invoke, x, y));
      };
    case 3:
      return function (a, b, c) {
        if (arguments.length !== 3 || library.closed) throw refuseCall(call, arguments.length);
        const x = c0(a, a, b, c);
        const y = c1(b, a, b, c);
        const z = c2(c, a, b, c);
        return finish(registered.count === 0 ? invoke(x, y, z) : guarded(library, invoke, x, y, z));
      };
    case 4:
      return function (a, b, c, d) {
        if (arguments.length !== 4 || library.closed) throw refuseCall(call, arguments.length);
        const x = c0(a, a, b, c, d);
        const y = c1(b, a, b, c, d);
        const z = c2(c, a, b, c, d);
        const w = c3(d, a, b, c, d);
        return finish(registered.count === 0 ? invoke(x, y, z, w) : guarded(library, invoke, x, y, z, w));
      };
    case 5:
      return function (a, b, c, d, e) {
        if (arguments.length !== 5 || library.closed) throw refuseCall(call, arguments.length);
        const x = c0(a, a, b, c, d, e);
        const y = c1(b, a, b, c, d, e);
        const z = c2(c, a, b, c, d, e);
        const w = c3(d, a, b, c, d, e);
        const v = c4(e, a, b, c, d, e);
        return finish(
          registered.count === 0 ? invoke(x, y, z, w, v) : guarded(library, invoke, x, y, z, w, v),
        );
      };
    case 6:
      return function (a, b, c, d, e, f) {
        if (arguments.length !== 6 || library.closed) throw refuseCall(call, arguments.length);
        const x = c0(a, a, b, c, d, e, f);
        const y = c1(b, a, b, c, d, e, f);
        const z = c2(c, a, b, c, d, e, f);
        const w = c3(d, a, b, c, d, e, f);
        const v = c4(e, a, b, c, d, e, f);
        const u = c5(f, a, b, c, d, e, f);
        return finish(
          registered.count === 0 ? invoke(x, y, z, w, v, u) : guarded(library, invoke, x, y, z, w, v, u),
        );
      };
    default:
      return undefined;
  }
}

function missing(): never {
  throw new Error("internal: a parameter without a converter");
}
