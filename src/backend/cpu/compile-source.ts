// Compiles CUDA C++ for the cpu device. clang makes LLVM IR, the passes change it, and clang makes WebAssembly.

import type { Compilation } from "../../compiler/cache.js";
import { clang } from "../../compiler/clang/clang.js";
import { nameInSource } from "../../compiler/ir/ascii-names.js";
import { compileWasm } from "../../compiler/clang/compile-wasm.js";
import {
  compileDeviceIr,
  type DeviceIr,
  type DeviceIrOptions,
  SOURCE_NAME,
  shownPath,
} from "../../compiler/clang/device-ir.js";
import { targetOf } from "../../compiler/clang/device-target.js";
import { linkIr } from "../../compiler/clang/link-ir.js";
import { optimiseIr } from "../../compiler/clang/optimise-ir.js";
import { RELAXED_SIMD } from "../../compiler/clang/relaxed-simd.js";
import { printModule } from "../../compiler/ir/print.js";
import { isPtx } from "../../compiler/is-ptx.js";
import type { IrModule } from "../../compiler/ir/module.js";
import type { CpuCompileOptions, CpuGlobal, CpuKernel } from "./cpu-object.js";
import { hasOtherKernels, mayTakeRecords } from "./passes/find-records.js";
import { IrDump } from "./passes/dump-ir.js";
import { type Facts, makeFacts, runPasses } from "./passes/pass.js";
import {
  firstPasses,
  inliningPasses,
  optimisedPasses,
  partPasses,
  readingPasses,
} from "./passes/pipeline.js";
import { translateModule } from "./ptx/translate-module.js";
import { schedulerObject } from "./scheduler-object.js";
import { lowerInlinePtx } from "./passes/inline-ptx.js";
import { lowerModule } from "./passes/simt/lower-module.js";
import { refusedAt } from "./passes/refused-ir.js";
import { toObjectCode } from "./stored-object.js";
import { WATCH_IMPORTS } from "./passes/watch-calls.js";
import { linesOf } from "./watch/source-lines.js";

/** What kernels may call on the host; machine/instance.js has them. */
const IMPORTS =
  "__cuts_printf __cuts_printf_lp64 __cuts_vprintf __cuts_assert_fail __cuts_trap __cuts_clock __cuts_malloc __cuts_free __cuts_stack_overflow __cuts_launch __cuts_launch_error __cxa_pure_virtual __cxa_deleted_virtual".split(
    " ",
  );

/** One compile: what is asked for, and what is known so far. */
interface Job {
  readonly options: CpuCompileOptions;
  readonly source: string;
  readonly request: DeviceIrOptions;
  readonly facts: Facts;
  readonly dump: IrDump;
}

/** Compiles without looking into the cache. */
export async function compileSource(given: string, options: CpuCompileOptions): Promise<Compilation> {
  const source = isPtx(given) ? translateModule(given, options.fileName ?? "module.ptx") : given;
  const job = makeJob(source, options);
  const compiled = async (hasTypes: boolean, keepsAccesses = false): Promise<DeviceIr> => {
    const debug = hasTypes ? "types" : "lines";
    return compileDeviceIr(source, { ...job.request, debug, keepsAccesses });
  };
  const needsTypes = mayTakeRecords(source, job.request);
  const first = await compiled(needsTypes);
  const hasTypes = needsTypes || hasOtherKernels(first.module, source, job.request);
  const device = hasTypes === needsTypes ? first : await compiled(true);
  return compileModule(device, hasTypes, job, () => compiled(hasTypes, true));
}

/** The IR of one source of several that are one module, as {@link compileLinked} takes it. */
export function compileForLinking(source: string, options: CpuCompileOptions): Promise<DeviceIr> {
  const { request } = makeJob(source, options);
  return compileDeviceIr(source, { ...request, debug: "types", isOptimised: false });
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
  const job = makeJob("", options);
  const { name } = job.facts;
  const modules = units.map(({ module }) => module) as [IrModule, ...IrModule[]];
  const changed = changedFirst(await linkIr(modules, name), job);
  const optimised = async (keepsAccesses = false): Promise<DeviceIr> => ({
    module: await optimiseIr(changed, name, { keepsAccesses }),
    names: new Map<string, string>(),
    diagnostics: units.flatMap(({ diagnostics }) => diagnostics),
    files: units.flatMap(({ files }) => files),
  });
  return compileModule(await optimised(), true, job, () => optimised(true));
}

function makeJob(source: string, options: CpuCompileOptions): Job {
  const name = options.fileName ?? "the kernels";
  const request: DeviceIrOptions = {
    ...(options.fileName === undefined ? {} : { fileName: options.fileName }),
    ...(options.headers === undefined ? {} : { headers: new Map(Object.entries(options.headers)) }),
    ...(options.changedHeaders === undefined ? {} : { changedHeaders: options.changedHeaders }),
    options: options.options ?? [],
    nameExpressions: options.nameExpressions ?? [],
    ...(options.prelude === undefined ? {} : { prelude: options.prelude }),
    ...(options.watch === "check" ? { tellsOverflow: true } : {}),
    rewrite: (module) => changedFirst(module, job),
  };
  const facts = makeFacts(name, shownPath(request));
  const job: Job = { options, source, request, facts, dump: new IrDump(options.fileName ?? SOURCE_NAME) };
  return job;
}

/** What is done to clang's first IR. */
function changedFirst(module: IrModule, { options, facts, dump }: Job): IrModule {
  dump.write("front-end", module);
  return runPasses(firstPasses(options), module, facts, dump);
}

// From the optimiser's IR on. `keeping` gives it with all accesses that the source makes: what is optimised for one thread may lack
// some that other lanes rely on, which is known only once the code is there.
async function compileModule(
  device: DeviceIr,
  hasTypes: boolean,
  job: Job,
  keeping: () => Promise<DeviceIr>,
  keepsAccesses = false,
): Promise<Compilation> {
  const { options, source, request, facts, dump } = job;
  const { name } = facts;
  const isWatched = options.watch !== undefined;
  dump.write("optimised", device.module);
  const known = await withoutPtx(device.module, job);
  const bare = runPasses(optimisedPasses(), known, facts, dump);
  const changed = runPasses(inliningPasses(options), bare, facts, dump);
  const whole = changed === bare ? bare : await optimiseIr(changed, name, { keepsAccesses });
  const ready = runPasses(readingPasses(options, hasTypes), whole, facts, dump);
  const lowered = lowerModule(ready, dump, {
    only: options.only,
    records: facts.records,
    isWatched,
    hasGaps: options.watch === "check",
    isOrdered: options.ordersWarps === true,
    isWide: options.addressBits === 64,
    mostParts: clang().processes,
  });
  // Watched accesses are calls, which the optimiser leaves where they are.
  if (lowered.reliesOnLockstep && !keepsAccesses && !isWatched)
    return compileModule(await keeping(), hasTypes, job, keeping, true);
  const target = targetOf(ready);
  const last = partPasses(target === "wasm64");
  const image = await compileWasm(
    lowered.parts.map((part) => printModule(runPasses(last, part, facts, dump))),
    {
      target,
      exports: lowered.kernels.map((k) => k.symbol),
      variables: lowered.globals.map((g) => g.symbol),
      imports: isWatched ? [...IMPORTS, ...WATCH_IMPORTS] : IMPORTS,
      objects: lowered.usesScheduler
        ? [await schedulerObject(target, options.ordersWarps, options.addressBits)]
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
    const limit = facts.maxThreads.get(kernel.symbol);
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
      places: facts.places,
      ...(isWatched
        ? {
            watched: {
              sites: facts.sites,
              facts: facts.watch,
              lines: linesOf(facts.sites, source, facts.shownFile(request.fileName ?? SOURCE_NAME)),
            },
          }
        : {}),
    }),
    files: device.files,
  };
}

/** The module without inline PTX. In watched code it is watched too, which adds to the facts. */
async function withoutPtx(module: IrModule, { options, facts, dump }: Job): Promise<IrModule> {
  const simple = lowerInlinePtx(module);
  if (simple.refused === undefined) return simple.module;
  // Loaded where it is needed, which is rare.
  const { lowerPtx } = await import("./ptx/lower-ptx.js");
  const watch = options.watch === undefined ? undefined : facts.watch;
  const lowered = await lowerPtx(simple.module, facts.name, watch);
  if ("refused" in lowered) {
    const { text, place } = lowered.refused;
    const message = `the inline PTX "${text}" is not supported on the cpu device`;
    throw refusedAt(place, module.metadata, facts.name, message);
  }
  dump.write("lower-ptx", lowered.module);
  return lowered.module;
}
