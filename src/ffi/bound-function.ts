// A C function as users call it: count, types, lengths and ranges are checked, then koffi is entered, then the result is
// converted. A checked call must cost little more than a bare one, so the common shapes (up to six parameters, nothing
// left to do after the call) have their own closures; the rest goes through one general path.

import type { FunctionDeclaration } from "../cdecl/ast.js";
import { ArgumentTypeError, DisposedError } from "../core/errors.js";
import { plural } from "../core/text.js";
import { runAsync } from "./async-calls.js";
import { isResizable } from "./buffers.js";
import { guarded, registered } from "./callback.js";
import { type Converter, type Place, wrongType } from "./converter.js";
import { type KoffiFunction, type KoffiLibrary, koffi } from "./koffi.js";
import { functionResult, parameterConverter, type TypeContext } from "./signature.js";
import { formatParameters, formatType } from "../cdecl/format.js";

/** The library that functions belong to: what they must know of it. */
export interface LibraryState {
  readonly label: string;
  readonly handle: KoffiLibrary;
  closed: boolean;
  /** Whether errno is saved after every call. */
  readonly recordsErrno: boolean;
  errno: number;
  /** An asynchronous call begins; the function it returns says that it is over. */
  enter(): () => void;
}

/** A function with its asynchronous form. */
export interface BoundFunction {
  (...args: readonly unknown[]): unknown;
  /** The same call on another thread. Arguments are checked at once; what is wrong rejects the promise. */
  readonly async: (...args: readonly unknown[]) => Promise<unknown>;
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** Binds `symbol` as `declaration` says; `name` is what messages call it. */
export function bindFunction(
  library: LibraryState,
  name: string,
  symbol: string,
  declaration: FunctionDeclaration,
  context: TypeContext,
): BoundFunction {
  const { parameters } = declaration;
  const converters = parameters.map((parameter, index) => {
    const label =
      parameter.name === undefined ? `argument ${index + 1}` : `argument ${index + 1} (${parameter.name})`;
    const place: Place = { what: `${label} of ${name}`, type: formatType(parameter.type) };
    return parameterConverter(parameter.type, parameters, place, context);
  });
  const result = functionResult(declaration.result, `the result of ${name}`, context);
  const native = library.handle.func(
    symbol,
    result.koffiType,
    converters.map(({ koffiType }) => koffiType),
  );
  const call: Call = {
    name,
    library,
    declaration,
    converters,
    native,
    invoke: library.recordsErrno ? recordErrno(native, library) : native,
    finish: result.fromNative,
  };
  const bound = converters.some(({ after }) => after !== undefined) ? general(call) : direct(call);
  Object.defineProperty(bound, "name", { value: name });
  return Object.assign(bound, { async: (...args: readonly unknown[]) => callAsync(call, args) });
}

interface Call {
  readonly name: string;
  readonly library: LibraryState;
  readonly declaration: FunctionDeclaration;
  readonly converters: readonly Converter[];
  readonly native: KoffiFunction;
  /** `native`, with errno saved where that is asked for. */
  readonly invoke: AnyFunction;
  readonly finish: (value: unknown) => unknown;
}

function recordErrno(native: KoffiFunction, library: LibraryState): AnyFunction {
  return (...args) => {
    const result = native(...args);
    library.errno = koffi().errno();
    return result;
  };
}

/** The call for functions with something to do afterwards, or with many parameters. */
function general(call: Call): AnyFunction {
  const { library, invoke, finish } = call;
  return (...args) => {
    if (args.length !== call.converters.length || library.closed) throw refuse(call, args.length);
    const converted = convert(call, args);
    const value = guarded(invoke, ...converted);
    conclude(call, args, converted);
    return finish(value);
  };
}

function convert(call: Call, args: readonly unknown[]): readonly unknown[] {
  return call.converters.map((converter, index) => converter.convert(args[index], ...args));
}

function conclude(call: Call, args: readonly unknown[], converted: readonly unknown[]): void {
  for (const [index, converter] of call.converters.entries())
    converter.after?.(args[index], converted[index]);
}

async function callAsync(call: Call, args: readonly unknown[]): Promise<unknown> {
  if (args.length !== call.converters.length || call.library.closed) throw refuse(call, args.length);
  const prepare = (): readonly unknown[] => {
    const converted = convert(call, args);
    for (const [index, value] of converted.entries()) checkStable(call, index, value);
    return converted;
  };
  const leave = call.library.enter();
  try {
    const { value, converted } = await runAsync(call.native.async, prepare, () => {
      if (call.library.recordsErrno) call.library.errno = koffi().errno();
    });
    // `args` is used here, after the call: until then everything in it is reachable and its memory stays.
    conclude(call, args, converted);
    return call.finish(value);
  } finally {
    leave();
  }
}

/** Memory that `resize` can take away is not handed to another thread. */
function checkStable(call: Call, index: number, value: unknown): void {
  if (!ArrayBuffer.isView(value) || !isResizable(value.buffer)) return;
  const parameter = call.declaration.parameters[index];
  const place: Place = {
    what: `argument ${index + 1}${parameter?.name === undefined ? "" : ` (${parameter.name})`} of ${call.name}.async`,
    type: parameter === undefined ? "memory" : formatType(parameter.type),
  };
  throw wrongType(
    "CUTS_ARGUMENT_RESIZABLE",
    place,
    "its memory must not be resizable while the call runs",
    value,
  );
}

/** Why a call is refused before its arguments are looked at. */
function refuse(call: Call, count: number): Error {
  const { name, library, declaration } = call;
  if (library.closed) {
    return new DisposedError(
      "CUTS_DISPOSED",
      `Cannot call ${name}: its library must be open (got ${library.label}, closed)`,
    );
  }
  const { parameters } = declaration;
  const list =
    parameters.length === 0
      ? "no arguments"
      : `${plural(parameters.length, "argument")} (${formatParameters(parameters)})`;
  return new ArgumentTypeError("CUTS_ARGUMENT_COUNT", `Cannot call ${name}: it takes ${list} (got ${count})`);
}

/** The call for functions with nothing to do afterwards. One closure per number of parameters: no array is made. */
function direct(call: Call): AnyFunction {
  const { library, invoke, finish } = call;
  const check = (index: number): Converter["convert"] => call.converters[index]?.convert ?? missing;
  const [c0, c1, c2, c3, c4, c5] = [check(0), check(1), check(2), check(3), check(4), check(5)];
  switch (call.converters.length) {
    case 0:
      return function () {
        if (arguments.length !== 0 || library.closed) throw refuse(call, arguments.length);
        return finish(registered.count === 0 ? invoke() : guarded(invoke));
      };
    case 1:
      return function (a) {
        if (arguments.length !== 1 || library.closed) throw refuse(call, arguments.length);
        const x = c0(a, a);
        return finish(registered.count === 0 ? invoke(x) : guarded(invoke, x));
      };
    case 2:
      return function (a, b) {
        if (arguments.length !== 2 || library.closed) throw refuse(call, arguments.length);
        const x = c0(a, a, b);
        const y = c1(b, a, b);
        return finish(registered.count === 0 ? invoke(x, y) : guarded(invoke, x, y));
      };
    case 3:
      return function (a, b, c) {
        if (arguments.length !== 3 || library.closed) throw refuse(call, arguments.length);
        const x = c0(a, a, b, c);
        const y = c1(b, a, b, c);
        const z = c2(c, a, b, c);
        return finish(registered.count === 0 ? invoke(x, y, z) : guarded(invoke, x, y, z));
      };
    case 4:
      return function (a, b, c, d) {
        if (arguments.length !== 4 || library.closed) throw refuse(call, arguments.length);
        const x = c0(a, a, b, c, d);
        const y = c1(b, a, b, c, d);
        const z = c2(c, a, b, c, d);
        const w = c3(d, a, b, c, d);
        return finish(registered.count === 0 ? invoke(x, y, z, w) : guarded(invoke, x, y, z, w));
      };
    case 5:
      return function (a, b, c, d, e) {
        if (arguments.length !== 5 || library.closed) throw refuse(call, arguments.length);
        const x = c0(a, a, b, c, d, e);
        const y = c1(b, a, b, c, d, e);
        const z = c2(c, a, b, c, d, e);
        const w = c3(d, a, b, c, d, e);
        const v = c4(e, a, b, c, d, e);
        return finish(registered.count === 0 ? invoke(x, y, z, w, v) : guarded(invoke, x, y, z, w, v));
      };
    case 6:
      return function (a, b, c, d, e, f) {
        if (arguments.length !== 6 || library.closed) throw refuse(call, arguments.length);
        const x = c0(a, a, b, c, d, e, f);
        const y = c1(b, a, b, c, d, e, f);
        const z = c2(c, a, b, c, d, e, f);
        const w = c3(d, a, b, c, d, e, f);
        const v = c4(e, a, b, c, d, e, f);
        const u = c5(f, a, b, c, d, e, f);
        return finish(registered.count === 0 ? invoke(x, y, z, w, v, u) : guarded(invoke, x, y, z, w, v, u));
      };
    default:
      return general(call);
  }
}

function missing(): never {
  throw new Error("internal: a parameter without a converter");
}
