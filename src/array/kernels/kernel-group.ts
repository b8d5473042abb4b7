// Groups of built-in kernels as CUDA C++ text. A group is one shipped file: the kernels of one family for one dtype. A device that
// compiles kernels itself takes single kernels out of a group; a device with shipped code loads a whole group.

import type { GraphKernel } from "../../compiler/elements/kernels.js";
import { lazy } from "../../core/lazy.js";
import type { Site } from "../../runtime/failures/call-site.js";
import { type KernelText, sourceText } from "./kernel-definition.js";
import { preludeSource } from "./kernels.gen.js";

/** Kernels that are shipped together. */
export interface KernelGroup {
  /** Unique, and the name of the source in messages: `arithmetic.float32`. */
  readonly name: string;
  /** Those that are shipped. */
  readonly kernels: ReadonlyMap<string, KernelText>;
  /** Any of its kernels. */
  find(name: string): KernelText | undefined;
  /** The names of all of them, those that only teams take too. */
  readonly names: readonly string[];
  /** Whether it has code of its own for devices of the cpu that add products at once, under `__wasm_relaxed_simd__`. */
  readonly fuses: boolean;
  /** Where its code was given, which is the user's; undefined for our own. */
  readonly madeAt: Site | undefined;
  /** The graph that it computes, for devices that write its code themselves; undefined where all compile the source. */
  readonly graphKernel: GraphKernel | undefined;
  /** The CUDA C++ source of some of its kernels. */
  sourceOf(names: Iterable<string>): string;
}

/** The contents of a group. */
export interface GroupDefinition {
  readonly name: string;
  /** C++ that its kernels use, after the prelude. */
  readonly helpers?: string;
  readonly fuses?: boolean;
  readonly madeAt?: Site;
  readonly graphKernel?: GraphKernel;
  readonly kernels: readonly KernelText[];
}

/** A group that is built once, when it is first needed. */
export function lazyGroup(define: () => GroupDefinition): () => KernelGroup {
  return lazy(() => kernelGroup(define()));
}

function kernelGroup(definition: GroupDefinition): KernelGroup {
  const { name, helpers = "", fuses = false, madeAt, graphKernel, kernels } = definition;
  const byName = new Map(kernels.map((kernel) => [kernel.name, kernel]));
  const shipped = kernels.filter(({ isForTeams = false }) => !isForTeams);
  if (byName.size !== kernels.length) throw new Error(`internal: two kernels of ${name} have one name`);
  return {
    name,
    kernels: new Map(shipped.map((kernel) => [kernel.name, kernel])),
    find: (one) => byName.get(one),
    names: [...byName.keys()],
    fuses,
    madeAt,
    graphKernel,
    sourceOf: (names) => {
      const chosen = Array.from(names, (one) => byName.get(one) ?? missing(name, one));
      const sources = chosen.flatMap(({ source }) => (source === undefined ? [] : [source]));
      const texts = chosen.map(beginning);
      return [sourceText([preludeSource, ...sources]), helpers, ...texts].join("\n");
    },
  };
}

/** The text of a kernel that first waits for earlier ones, as `CompileOptions.waitsItself` promises. */
function beginning({ name, text }: KernelText): string {
  const [head] = /^.*?__global__[^{]*\{/s.exec(text) ?? [];
  if (head === undefined) throw new Error(`internal: the text of ${name} is not a kernel`);
  return `${head} CUTS_BEGIN${text.slice(head.length)}`;
}

function missing(group: string, kernel: string): never {
  throw new Error(`internal: the group ${group} has no kernel ${kernel}`);
}
