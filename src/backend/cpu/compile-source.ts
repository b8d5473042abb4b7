// CUDA C++ to code for the cpu device: clang to LLVM IR, the SIMT pass, clang to WebAssembly.

import type { Compilation } from "../../compiler/cache.js";
import { clang } from "../../compiler/clang/clang.js";
import { nameInSource } from "../../compiler/clang/ascii-names.js";
import { compileWasm } from "../../compiler/clang/compile-wasm.js";
import {
  compileDeviceIr,
  type DeviceIr,
  type DeviceIrOptions,
  SOURCE_NAME,
  shownPath,
} from "../../compiler/clang/device-ir.js";
import { targetOfIr } from "../../compiler/clang/device-target.js";
import { compileError } from "../../compiler/clang/diagnostics.js";
import { linkIr } from "../../compiler/clang/link-ir.js";
import { optimiseIr } from "../../compiler/clang/optimise-ir.js";
import { RELAXED_SIMD } from "../../compiler/clang/relaxed-simd.js";
import { printModule } from "../../compiler/ir/print.js";
import { isPtx } from "../../compiler/is-ptx.js";
import type { CompileError } from "../../core/errors.js";
import type { CpuCompileOptions, CpuGlobal, CpuKernel } from "./cpu-object.js";
import { hasOtherKernels, mayTakeRecords, readRecords } from "./find-records.js";
import { takeLaunchBounds } from "./launch-bounds.js";
import { translateModule } from "./ptx/translate-module.js";
import { schedulerObject } from "./scheduler-object.js";
import { fixBlockSize } from "./simt/fix-block-size.js";
import { inlineWaiting } from "./simt/force-inline.js";
import { guardedShuffles } from "./simt/guarded-shuffles.js";
import { lowerInlinePtx, placeOf } from "./simt/inline-ptx.js";
import { keepCalls } from "./simt/keep-calls.js";
import { keepWaitLoops } from "./simt/keep-wait-loops.js";
import { lowerModule } from "./simt/lower-module.js";
import { clampShifts } from "./simt/clamp-shifts.js";
import { narrowPointers } from "./simt/narrow-pointers.js";
import { hideMaskedIndices } from "./simt/masked-indices.js";
import { findRefused, type RefusedFeature } from "./simt/refused-ir.js";
import { onlyKernels } from "./simt/only-kernels.js";
import { readZerosPastLocals } from "./simt/short-locals.js";
import { attachPlaces, markPlaces } from "./simt/source-places.js";
import { toObjectCode } from "./stored-object.js";
import { type WatchFact, watchAccesses } from "./simt/watch-accesses.js";
import { numberSites, WATCH_IMPORTS } from "./simt/watch-calls.js";
import { watchVisits } from "./simt/watch-visits.js";
import { linesOf } from "./watch/source-lines.js";

/** What kernels may call on the host; machine/instance.js has them. */
const IMPORTS =
  "__cuts_printf __cuts_printf_lp64 __cuts_vprintf __cuts_assert_fail __cuts_trap __cuts_clock __cuts_malloc __cuts_free __cuts_stack_overflow __cuts_launch __cuts_launch_error __cxa_pure_virtual __cxa_deleted_virtual".split(
    " ",
  );

/** Compiles without looking into the cache. */
export async function compileSource(given: string, options: CpuCompileOptions): Promise<Compilation> {
  const source = isPtx(given) ? translateModule(given, options.fileName ?? "module.ptx") : given;
  const facts: WatchFact[] = [];
  const request = frontEndRequest(options, facts);
  const needsTypes = mayTakeRecords(source, request);
  const compiled = await compileDeviceIr(source, { ...request, debug: needsTypes ? "types" : "lines" });
  const hasTypes = needsTypes || hasOtherKernels(compiled.ir, source, request);
  const device =
    hasTypes === needsTypes ? compiled : await compileDeviceIr(source, { ...request, debug: "types" });
  // Watched accesses are calls, which the optimiser leaves where they are.
  const keeping =
    options.watch === undefined
      ? () =>
          compileDeviceIr(source, { ...request, debug: hasTypes ? "types" : "lines", keepsAccesses: true })
      : undefined;
  return compileIr(device, hasTypes, options, request, { facts, source }, keeping);
}

/** The IR of one source of several that are one module, as {@link compileLinked} takes it. */
export function compileForLinking(source: string, options: CpuCompileOptions): Promise<DeviceIr> {
  return compileDeviceIr(source, { ...frontEndRequest(options, []), debug: "types", isOptimised: false });
}

/**
 * Compiles several sources to one module without looking into the cache.
 *
 * @throws CompileError `CUTS_COMPILE_LINK` for what two of them define, or none.
 */
export async function compileLinked(
  units: readonly DeviceIr[],
  options: CpuCompileOptions,
): Promise<Compilation> {
  const facts: WatchFact[] = [];
  const request = frontEndRequest(options, facts);
  const name = options.fileName ?? "the kernels";
  const joined = await linkIr(
    units.map(({ ir }) => ir),
    name,
  );
  const changed = changedFirst(joined, options, facts);
  const optimised = async (keepsAccesses: boolean): Promise<DeviceIr> => ({
    ir: await optimiseIr(changed, name, { keepsAccesses }),
    names: new Map<string, string>(),
    diagnostics: units.flatMap(({ diagnostics }) => diagnostics),
    files: units.flatMap(({ files }) => files),
  });
  const keeping = options.watch === undefined ? () => optimised(true) : undefined;
  return compileIr(await optimised(false), true, options, request, { facts, source: "" }, keeping);
}

/** What is done to clang's first IR; for watched code `facts` becomes what its calls tell. */
function changedFirst(given: string, options: CpuCompileOptions, facts: WatchFact[]): string {
  const ir = readZerosPastLocals(onlyKernels(given));
  const isWide = options.addressBits === 64;
  const narrow = clampShifts((isWide ? undefined : narrowPointers(ir, options.watch === "check")) ?? ir);
  if (options.watch === undefined) return keepCalls(keepWaitLoops(narrow));
  // Barriers and fences are told of however they are written.
  const watched = watchAccesses(lowerInlinePtx(narrow).ir);
  if (options.watch === "check") {
    facts.splice(0, facts.length, ...watched.facts);
    return watched.ir;
  }
  const visited = watchVisits(watched.ir, watched.facts.length);
  facts.splice(0, facts.length, ...watched.facts, ...visited.facts);
  return visited.ir;
}

function frontEndRequest(options: CpuCompileOptions, facts: WatchFact[]): DeviceIrOptions {
  return {
    ...(options.fileName === undefined ? {} : { fileName: options.fileName }),
    ...(options.headers === undefined ? {} : { headers: new Map(Object.entries(options.headers)) }),
    ...(options.changedHeaders === undefined ? {} : { changedHeaders: options.changedHeaders }),
    options: options.options ?? [],
    nameExpressions: options.nameExpressions ?? [],
    ...(options.prelude === undefined ? {} : { prelude: options.prelude }),
    ...(options.watch === "check" ? { tellsOverflow: true } : {}),
    rewrite: (ir) => changedFirst(ir, options, facts),
  };
}

// From the front end's IR on. `keeping` gives it with all accesses that the source makes: what is optimised for one thread may lack
// some that other lanes rely on, which is known only once the code is there.
async function compileIr(
  device: DeviceIr,
  hasTypes: boolean,
  options: CpuCompileOptions,
  request: DeviceIrOptions,
  watch: { readonly facts: WatchFact[]; readonly source: string },
  keeping: (() => Promise<DeviceIr>) | undefined,
  keepsAccesses = false,
): Promise<Compilation> {
  const isWatched = options.watch !== undefined;
  const name = options.fileName ?? "the kernels";
  const known = await withoutPtx(device.ir, name, isWatched ? watch.facts : undefined);
  const { ir: bare, maxThreads } = takeLaunchBounds(known);
  const waiting = inlineWaiting(bare);
  const sized = options.only && fixBlockSize(waiting ?? bare, options.only);
  const changed = sized ?? waiting;
  const ir = changed === undefined ? bare : await optimiseIr(changed, name, { keepsAccesses });
  const feature = findRefused(ir);
  if (feature !== undefined) throw refusedFeature(ir, feature, name);
  const records = hasTypes ? readRecords(ir) : new Map();
  const numbered = isWatched ? numberSites(ir, shownPath(request), guardedShuffles(ir)) : { ir, sites: [] };
  const marked = markPlaces(numbered.ir, shownPath(request));
  const hasGaps = options.watch === "check";
  const lowered = lowerModule(marked.ir, {
    only: options.only,
    records,
    isWatched,
    hasGaps,
    isOrdered: options.ordersWarps === true,
    isWide: options.addressBits === 64,
    mostParts: clang().processes,
  });
  if (lowered.reliesOnLockstep && keeping !== undefined) {
    return compileIr(await keeping(), hasTypes, options, request, watch, undefined, true);
  }
  const image = await compileWasm(
    lowered.parts.map((lowering) => {
      const part = printModule(lowering);
      const safe = targetOfIr(part) === "wasm64" ? hideMaskedIndices(part) : part;
      return attachPlaces(safe, marked.functions);
    }),
    {
      exports: lowered.kernels.map((k) => k.symbol),
      variables: lowered.globals.map((g) => g.symbol),
      imports: isWatched ? [...IMPORTS, ...WATCH_IMPORTS] : IMPORTS,
      objects: lowered.usesScheduler
        ? [await schedulerObject(targetOfIr(ir), options.ordersWarps, options.addressBits)]
        : [],
      // Where each thread has its own state there are no loops over threads to vectorise.
      effort: lowered.kernels.every((k) => k.tier === "threads") ? "low" : "full",
      addressBits: options.addressBits ?? 32,
      relaxedSimd: options.options?.includes(RELAXED_SIMD) === true,
      name,
    },
  );
  const globals = lowered.globals.flatMap((g): CpuGlobal[] => {
    const offset = image.symbols.get(g.symbol);
    return offset === undefined ? [] : [{ name: nameInSource(g.symbol), offset, byteLength: g.byteLength }];
  });
  const kernels = lowered.kernels.map((kernel): CpuKernel => {
    const limit = maxThreads.get(kernel.symbol);
    return limit === undefined ? kernel : { ...kernel, maxThreadsPerBlock: limit };
  });
  return {
    ...toObjectCode({
      image,
      kernels,
      globals,
      names: new Map([
        ...kernels.flatMap(({ symbol }) =>
          nameInSource(symbol) === symbol ? [] : [[nameInSource(symbol), symbol] as const],
        ),
        ...device.names,
      ]),
      places: marked.places,
      ...(isWatched
        ? {
            watched: {
              sites: numbered.sites,
              facts: watch.facts,
              lines: linesOf(
                numbered.sites,
                watch.source,
                shownPath(request)(request.fileName ?? SOURCE_NAME),
              ),
            },
          }
        : {}),
    }),
    files: device.files,
  };
}

/** Watched code has `facts`, to which those of its inline PTX are added. */
async function withoutPtx(ir: string, name: string, facts: WatchFact[] | undefined): Promise<string> {
  const simple = lowerInlinePtx(ir);
  if (simple.refused === undefined) return simple.ir;
  // Loaded where it is needed, which is rare.
  const { lowerPtx } = await import("./ptx/lower-ptx.js");
  const lowered = await lowerPtx(simple.ir, name, facts);
  if ("ir" in lowered) return lowered.ir;
  const { text, place } = lowered.refused;
  throw refusedAt(ir, place, name, `the inline PTX "${text}" is not supported on the cpu device`);
}

function refusedFeature(ir: string, { message, line }: RefusedFeature, name: string): CompileError {
  const lines = ir.split("\n");
  // An instruction that stands for several has no place of its own: then the one before it tells.
  const before = lines.slice(0, lines.findIndex((text) => line.test(text)) + 1);
  const nearest = before.findLast((text) => text.includes("!dbg "));
  return refusedAt(ir, /!dbg !(\d+)/.exec(nearest ?? "")?.[1], name, message);
}

/** `place` is the number of the metadata that tells the line. */
function refusedAt(ir: string, place: string | undefined, name: string, message: string): CompileError {
  const where = place === undefined ? { file: "", line: 0, column: 0 } : placeOf(ir, place);
  return compileError(name, [{ ...where, severity: "error", message, snippet: "" }]);
}
