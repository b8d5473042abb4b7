// The fast way of a checked call: one closure for each number of parameters, so that no argument list is ever an array. This costs
// about as much as a bare koffi call, instead of 1.7 times as much (bench/results/ffi.md has current figures). Each argument's
// converter gets all arguments, because a length may depend on any of them.

import { type AnyFunction, type Call, refuseCall } from "./call.js";
import type { Converter } from "./converter.js";
import { guarded, refusedByKoffi, registered } from "./guard.js";

/** Makes the fast call of a function that needs nothing done after the call; undefined if it has too many parameters. */
export function directCall(call: Call): AnyFunction | undefined {
  const { library, invoke, finish } = call;
  const refused = (error: unknown): unknown => refusedByKoffi(call, error);
  const check = (index: number): Converter["convert"] => call.converters[index]?.convert ?? missing;
  const [c0, c1, c2, c3, c4, c5] = [check(0), check(1), check(2), check(3), check(4), check(5)];
  switch (call.converters.length) {
    case 0:
      return function () {
        if (arguments.length !== 0 || library.closed) throw refuseCall(call, arguments.length);
        if (registered.count > 0) return finish(guarded(call));
        let result: unknown;
        try {
          result = invoke();
        } catch (error) {
          throw refused(error);
        }
        return finish(result);
      };
    case 1:
      return function (a) {
        if (arguments.length !== 1 || library.closed) throw refuseCall(call, arguments.length);
        const x = c0(a, a);
        if (registered.count > 0) return finish(guarded(call, x));
        let result: unknown;
        try {
          result = invoke(x);
        } catch (error) {
          throw refused(error);
        }
        return finish(result);
      };
    case 2:
      return function (a, b) {
        if (arguments.length !== 2 || library.closed) throw refuseCall(call, arguments.length);
        const x = c0(a, a, b);
        const y = c1(b, a, b);
        if (registered.count > 0) return finish(guarded(call, x, y));
        let result: unknown;
        try {
          result = invoke(x, y);
        } catch (error) {
          throw refused(error);
        }
        return finish(result);
      };
    case 3:
      return function (a, b, c) {
        if (arguments.length !== 3 || library.closed) throw refuseCall(call, arguments.length);
        const x = c0(a, a, b, c);
        const y = c1(b, a, b, c);
        const z = c2(c, a, b, c);
        if (registered.count > 0) return finish(guarded(call, x, y, z));
        let result: unknown;
        try {
          result = invoke(x, y, z);
        } catch (error) {
          throw refused(error);
        }
        return finish(result);
      };
    case 4:
      return function (a, b, c, d) {
        if (arguments.length !== 4 || library.closed) throw refuseCall(call, arguments.length);
        const x = c0(a, a, b, c, d);
        const y = c1(b, a, b, c, d);
        const z = c2(c, a, b, c, d);
        const w = c3(d, a, b, c, d);
        if (registered.count > 0) return finish(guarded(call, x, y, z, w));
        let result: unknown;
        try {
          result = invoke(x, y, z, w);
        } catch (error) {
          throw refused(error);
        }
        return finish(result);
      };
    case 5:
      return function (a, b, c, d, e) {
        if (arguments.length !== 5 || library.closed) throw refuseCall(call, arguments.length);
        const x = c0(a, a, b, c, d, e);
        const y = c1(b, a, b, c, d, e);
        const z = c2(c, a, b, c, d, e);
        const w = c3(d, a, b, c, d, e);
        const v = c4(e, a, b, c, d, e);
        if (registered.count > 0) return finish(guarded(call, x, y, z, w, v));
        let result: unknown;
        try {
          result = invoke(x, y, z, w, v);
        } catch (error) {
          throw refused(error);
        }
        return finish(result);
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
        if (registered.count > 0) return finish(guarded(call, x, y, z, w, v, u));
        let result: unknown;
        try {
          result = invoke(x, y, z, w, v, u);
        } catch (error) {
          throw refused(error);
        }
        return finish(result);
      };
    default:
      return undefined;
  }
}

function missing(): never {
  throw new Error("internal: a parameter without a converter");
}
