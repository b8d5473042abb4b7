// Binds a C function of a library that runs as WebAssembly. Arguments get the same checks as with dlopen and are then converted.
// Memory on the cpu device is used in place; typed arrays and strings are copied in, and copied out again if the function may
// write them.

import type { CType, FunctionDeclaration, Parameter, TypeTable } from "../../cdecl/ast.js";
import { formatType } from "../../cdecl/format.js";
import { fromPointer, toPointer } from "../../compiler/clang/pointer-size.js";
import { ArgumentTypeError, UnsupportedError } from "../../core/errors.js";
import { handleArgument, isHandleArgument } from "../../core/handle-argument.js";
import { plural } from "../../core/text.js";
import type { BoundFunction } from "../../ffi/bound-function.js";
import { type Converter, type Place, wrongType } from "../../ffi/converter.js";
import { sameObjectCheck } from "../../ffi/same-object.js";
import { parameterConverter, type TypeContext } from "../../ffi/signature.js";
import { deviceArrayAccess } from "../../runtime/memory/device-array.js";
import type { Storage } from "../../runtime/memory/storage.js";
import { type Stream, streamCore } from "../../runtime/order/stream.js";
import { StreamCore } from "../../runtime/order/stream-core.js";
import { callWasm, type WasmLibrary } from "./call-wasm.js";
import { followWork } from "./follow-work.js";
import { Guest } from "./guest.js";
import { type WasmStruct, wasmStruct } from "./wasm-structs.js";
import { fromWasm, scalarToWasm, wasmScalar } from "./wasm-values.js";

export type { WasmLibrary } from "./call-wasm.js";

/** Makes what WebAssembly takes of a checked value; memory that it needs is the guest's until the call ends. */
type Lower = (checked: unknown, guest: Guest) => number | bigint;

/** Binds a function. @throws UnsupportedError `CUTS_UNSUPPORTED_TYPE` for one that cannot be called. */
export function bindWasmFunction(
  library: WasmLibrary,
  name: string,
  { parameters, result }: FunctionDeclaration,
  context: TypeContext,
): BoundFunction {
  const converters = parameters.map((parameter, index) => {
    const label = `argument ${index + 1}${parameter.name === undefined ? "" : ` (${parameter.name})`}`;
    const place = { what: `${label} of ${name}`, type: formatType(parameter.type) };
    const { type } = parameter;
    const { convert, after, objects } = parameterConverter(type, parameters, place, context);
    return {
      after,
      objects,
      mode: type.kind === "pointer" && type.readonly ? ("read" as const) : ("write" as const),
      lower: lowering(parameter, name, library, context),
      check: isStreamType(type) ? streamCheck(convert, library, place) : convert,
    };
  });
  const checkObjects = sameObjectCheck(name, converters);
  const written = structResult(result, name, context);
  const raise = written === undefined ? resultOf(result, library, name) : written.raise;
  const call = (...args: readonly unknown[]): unknown => {
    library.check(`call ${name}`);
    if (args.length !== converters.length) {
      throw new ArgumentTypeError(
        "CUTS_ARGUMENT_COUNT",
        `Cannot call ${name}: it takes ${plural(converters.length, "argument")} (got ${args.length})`,
      );
    }
    checkObjects?.(args);
    // All is checked before anything is copied.
    const checked = converters.map(({ check }, index) => check(args[index], ...args));
    const lent = converters.flatMap(({ mode }, index) => announce(args[index], mode));
    const streams = checked.filter((value) => value instanceof StreamCore);
    for (const stream of streams) stream.device.defaultStream.waitForStream(stream);
    using guest = new Guest(
      library,
      checked.filter((value) => ArrayBuffer.isView(value)),
    );
    const values = converters.map(({ lower }, index) => lower(checked[index], guest));
    const room = written === undefined || written.isNumber ? undefined : guest.room(written.byteLength);
    const returned = callWasm(library, name, room === undefined ? values : [toPointer(room), ...values]);
    const value = room === undefined ? returned : guest.read(room, written?.byteLength ?? 0);
    followWork(library, lent);
    // All that the function gave to the device is on its default stream.
    for (const stream of streams) stream.waitForStream(stream.device.defaultStream);
    guest.copyBack();
    for (const [index, { after }] of converters.entries()) after?.(args[index], checked[index]);
    return raise(value as never);
  };
  Object.defineProperty(call, "name", { value: name });
  // There is one thread for host code: a promise of the same call.
  return Object.assign(call, { async: async (...args: readonly unknown[]) => call(...args) });
}

/**
 * What the function gives to the device is on its default stream, and may still be under way when the function returns. Gives the
 * memory that it may write.
 */
function announce(value: unknown, mode: "read" | "write"): readonly Storage[] {
  const storage = deviceArrayAccess(value)?.storage;
  storage?.order(storage.device.defaultStream, mode);
  return storage !== undefined && mode === "write" ? [storage] : [];
}

function isStreamType(type: CType): boolean {
  return type.kind === "pointer" && type.to.kind === "struct" && type.to.name === "CUstream_st";
}

/** A stream of the cpu device stays itself: the runtime of the library has a handle for it. */
function streamCheck(other: Converter["convert"], library: WasmLibrary, place: Place): Converter["convert"] {
  return (value, ...args) => {
    if (!isHandleArgument(value) || value[handleArgument].tag !== "CUstream_st") return other(value, ...args);
    const stream = streamCore(value as Stream, `use ${place.what}`);
    if (stream.device === library.device) return stream;
    throw wrongType("CUTS_ARGUMENT_DEVICE", place, "it must be a stream of the cpu device, or null", value);
  };
}

function structResult(type: CType, name: string, context: TypeContext): WasmStruct | undefined {
  return type.kind === "struct" || type.kind === "vector" ? wasmStruct(type, name, context) : undefined;
}

function lowering({ type }: Parameter, name: string, library: WasmLibrary, context: TypeContext): Lower {
  const { types } = context;
  switch (type.kind) {
    case "scalar":
      wasmScalar(type.name, name);
      return (value) => scalarToWasm(type.name, value);
    case "enum":
      return (value) => Number(value);
    case "string":
      return (value, guest) => toPointer(value === null ? 0 : guest.string(value as string));
    case "struct":
    case "vector":
      return wasmStruct(type, name, context).lower;
    case "pointer": {
      if (type.to.kind === "struct" && types.structs.has(type.to.name)) {
        const { lowerAll } = wasmStruct(type.to, name, context);
        return (value, guest) =>
          typeof value === "object" && value !== null && !ArrayBuffer.isView(value)
            ? lowerAll(value, guest, type.readonly)
            : toPointer(guest.pointer(value as ArrayBufferView | bigint | null, type.readonly));
      }
      checkPointer(type.to, name, types);
      return (value, guest) =>
        toPointer(
          value instanceof StreamCore
            ? library.code.streamOf(value)
            : guest.pointer(value as ArrayBufferView | bigint | null, type.readonly),
        );
    }
    default:
      throw unsupported(type, name);
  }
}

/** What lies in memory as it does on the machine can be shared; a handle is an address. */
function checkPointer(to: CType, name: string, { structs }: TypeTable): void {
  if (to.kind === "scalar") wasmScalar(to.name, name, true);
  else if (to.kind === "struct" && !structs.has(to.name)) return;
  else if (to.kind !== "void" && to.kind !== "vector" && to.kind !== "enum") throw unsupported(to, name);
}

function resultOf(
  type: CType,
  library: WasmLibrary,
  name: string,
): (value: number | bigint | undefined) => unknown {
  switch (type.kind) {
    case "void":
      return () => undefined;
    case "scalar":
      wasmScalar(type.name, name);
      return (value) => fromWasm(type.name, value as number | bigint);
    case "enum":
      return Number;
    case "string":
      return orNull((address) => new Guest(library).textAt(address));
    case "pointer":
      return orNull((address) => library.code.processMemory.toNative(address));
    default:
      throw unsupported(type, name);
  }
}

function orNull(give: (address: number) => unknown): (value: number | bigint | undefined) => unknown {
  return (value = 0) => {
    const address = fromPointer(value);
    return address === 0 ? null : give(address);
  };
}

function unsupported(type: CType, name: string): UnsupportedError {
  return new UnsupportedError(
    "CUTS_UNSUPPORTED_TYPE",
    `Cannot call ${name}: ${formatType(type)} cannot be passed to WebAssembly, where this library runs` +
      "\nTry: numbers, strings, pointers to numbers and structs of numbers; or a C compiler on this machine",
  );
}
