// The passes of the cpu device in the order in which they run. clang's front end gives the first IR; then its optimiser runs, once or
// twice; then the SIMT pass (simt/lower-module.ts) makes ordinary functions of kernels; then clang makes WebAssembly.
//
//   clang's front end · firstPasses · clang's optimiser · optimisedPasses · inliningPasses, and the optimiser again where one of them
//   changed something · readingPasses · the SIMT pass · partPasses · clang to WebAssembly

import { missedCase } from "../../../core/missed-case.js";
import type { CpuCompileOptions } from "../cpu-object.js";
import { readRecords } from "./find-records.js";
import { takeLaunchBounds } from "./launch-bounds.js";
import { clampShifts } from "./clamp-shifts.js";
import { fixBlockSize } from "./fix-block-size.js";
import { inlineWaiting } from "./force-inline.js";
import { guardedShuffles } from "./guarded-shuffles.js";
import { lowerInlinePtx } from "./inline-ptx.js";
import { keepCalls } from "./keep-calls.js";
import { keepWaitLoops } from "./keep-wait-loops.js";
import { hideMaskedIndices } from "./masked-indices.js";
import { narrowPointers } from "./narrow-pointers.js";
import { onlyKernels } from "./only-kernels.js";
import { refuseFeatures } from "./refused-ir.js";
import { readZerosPastLocals } from "./short-locals.js";
import { attachPlaces, markPlaces } from "./source-places.js";
import { watchAccesses } from "./watch-accesses.js";
import { numberSites } from "./watch-sites.js";
import { watchVisits } from "./watch-visits.js";
import type { Pass } from "./pass.js";

type Options = Pick<CpuCompileOptions, "watch" | "addressBits" | "only">;

/** Over clang's first IR, where nothing has been concluded yet from what C++ leaves open. */
export function firstPasses({ watch, addressBits }: Options): readonly Pass[] {
  const isWide = addressBits === 64;
  const common = [
    pass("only-kernels", onlyKernels),
    pass("short-locals", readZerosPastLocals),
    ...(isWide ? [] : [narrowing(watch === "check")]),
    pass("clamp-shifts", clampShifts),
  ];
  switch (watch) {
    case undefined:
      return [...common, pass("keep-wait-loops", keepWaitLoops), pass("keep-calls", (m) => keepCalls(m))];
    // Inline PTX is lowered first, so that its barriers and fences are reported too.
    case "check":
      return [...common, INLINE_PTX, WATCH_ACCESSES];
    case "profile":
      return [...common, INLINE_PTX, WATCH_ACCESSES, WATCH_VISITS];
    default:
      return missedCase(watch);
  }
}

/** Over the optimiser's IR. */
export function optimisedPasses(): readonly Pass[] {
  return [LAUNCH_BOUNDS];
}

/** What the optimiser must see again where one of them changes the module. */
export function inliningPasses({ only }: Options): readonly Pass[] {
  return [
    pass("force-inline", inlineWaiting),
    ...(only === undefined ? [] : [pass("fix-block-size", (module) => fixBlockSize(module, only))]),
  ];
}

/** Reads what the SIMT pass and the compiled code need, and what the SIMT pass has no use for goes. */
export function readingPasses({ watch }: Options, hasTypes: boolean): readonly Pass[] {
  return [
    pass("refused-ir", refuseFeatures),
    ...(hasTypes ? [RECORDS] : []),
    ...(watch === undefined ? [] : [WATCH_SITES]),
    MARK_PLACES,
  ];
}

/** Over each part of what the SIMT pass made; `isWide` tells that it is vectorised for addresses of 64 bits. */
export function partPasses(isWide: boolean): readonly Pass[] {
  return [...(isWide ? [pass("masked-indices", hideMaskedIndices)] : []), ATTACH_PLACES];
}

function pass(name: string, run: Pass["run"]): Pass {
  return { name, run };
}

function narrowing(isExact: boolean): Pass {
  // What has pointers that are not translated stays wide.
  return pass("narrow-pointers", (module) => narrowPointers(module, isExact) ?? module);
}

const LAUNCH_BOUNDS = pass("launch-bounds", (given, facts) => {
  const { module, maxThreads } = takeLaunchBounds(given);
  facts.maxThreads = maxThreads;
  return module;
});

const RECORDS = pass("find-records", (module, facts) => {
  facts.records = readRecords(module);
  return module;
});

const MARK_PLACES = pass("source-places", (given, facts) => {
  const { module, places, functions } = markPlaces(given, (file) => facts.shownFile(file));
  facts.places = places;
  facts.functionPlaces = functions;
  return module;
});

const ATTACH_PLACES = pass("source-places", (module, facts) => attachPlaces(module, facts.functionPlaces));

const INLINE_PTX = pass("inline-ptx", (module) => lowerInlinePtx(module).module);

const WATCH_ACCESSES = pass("watch-accesses", (given, facts) => {
  const { module, facts: own } = watchAccesses(given);
  facts.watch = [...own];
  return module;
});

const WATCH_VISITS = pass("watch-visits", (given, facts) => {
  const { module, facts: own } = watchVisits(given, facts.watch.length);
  facts.watch.push(...own);
  return module;
});

const WATCH_SITES = pass("watch-sites", (given, facts) => {
  const { module, sites } = numberSites(given, (file) => facts.shownFile(file), guardedShuffles(given));
  facts.sites = sites;
  return module;
});
