// Finds accesses of plain shared memory where a lane loads what another lane of its warp stores and nothing makes them wait for each other, so that
// the result depends on which lane runs first. It is found out with numbers: for blocks of some sizes and some iterations of loops, the addresses of
// all threads are computed and compared.

import type { Layout } from "../../../../compiler/ir/layout.js";
import { SYNC_FUNCTIONS } from "./abi.js";
import type { Cfg } from "../../../../compiler/ir/cfg.js";
import { calleeOf, type Instruction } from "../../../../compiler/ir/instruction.js";
import { terminator } from "../../../../compiler/ir/module.js";
import { resultTypeOf } from "../../../../compiler/ir/result-type.js";
import type { Type } from "../../../../compiler/ir/type.js";
import type { Value } from "../../../../compiler/ir/value.js";
import { type LaneValue, LaneValues, SOURCES, type Shape, type Iterations, usesAxis } from "./lane-values.js";
import { findLoops, type Loop } from "../../../../compiler/ir/loops.js";

/** One access, and the pointer that its address is computed from. */
export interface PlainAccess {
  readonly instruction: Instruction;
  readonly pointer: Value;
  readonly block: number;
  readonly kind: "load" | "store" | "both";
}

/** Tells of two accesses, the second of which a thread may come to after the first without a wait. */
export interface LaneExchanges {
  readonly loops: readonly Loop[];
  /** `around` is the outermost loop that began another iteration in between, by its number. */
  between(before: PlainAccess, now: PlainAccess, around: number | undefined): boolean;
}

const LANES = 32;
const MOST_THREADS = 128;
/** Pairs of accesses that are looked at; code with more is compiled for minutes as it is. */
const MOST_PAIRS = 20_000;
/** The owner of what several lanes have changed with atomic operations. */
const SEVERAL = -1;

/**
 * The iterations to look at: of loops around both accesses, of those around the first only, and around the second. The last ones are late
 * enough for distances that double to be some lanes.
 */
const SAMPLES: readonly (readonly [both: number, before: number, now: number])[] = [
  [0, 0, 0],
  [1, 1, 1],
  [0, 1, 0],
  [0, 0, 1],
  [2, 0, 3],
  [3, 2, 1],
];

/**
 * What the kernel is given, by the order in which it is asked for: less than a block has threads, so that rows of `n` have several in a
 * block; and more than threads of a block reach, so that `shared + n` is another array than `shared`. An exchange is one with either, or
 * with the first where lanes that count up meet others that count down.
 */
const NEAR = (order: number): number => 24 + 8 * order;
const FAR = (order: number): number => 4096 * (2 * order + 3);

/** Bytes that lanes store to or load from, for one sample. */
interface Addresses {
  readonly values: readonly number[];
  readonly isActive: readonly boolean[];
  readonly isAtomic: boolean;
  /** Whether they depend on what threads load. */
  readonly isData: boolean;
  readonly byteLength: number;
  readonly first: number;
  /** The last byte. */
  readonly last: number;
  /** For each warp, once it was asked for. */
  owners?: readonly Owners[];
}

/** The lane that has stored to a byte. */
type Owners = ReadonlyMap<number, number>;

/** Prepares for a kernel with these accesses; `block` is the size of its blocks, where it is known. */
export function laneExchanges(
  cfg: Cfg,
  accesses: ReadonlyMap<Instruction, PlainAccess>,
  types: Layout,
  block: Shape | undefined,
): LaneExchanges {
  const loops = findLoops(cfg, new Set(cfg.blocks.keys()));
  const stores = storesTogether(cfg, accesses);
  const shapes = shapesOf(cfg, block);
  const samplesOf = (parameter: (order: number) => number): readonly SampleBlock[] => {
    const blocks = shapes.map((shape) => {
      const lanes = new LaneValues({ cfg, loops, types, parameter }, shape, MOST_THREADS);
      return new SampleBlock(cfg, loops, lanes, types);
    });
    const collisions = blocks.map((b) => (blocks.length === 1 ? 0 : b.collisions(stores)));
    const fewest = Math.min(...collisions);
    return blocks.filter((_, at) => collisions[at] === fewest);
  };
  const [near, far] = [samplesOf(NEAR), samplesOf(FAR)];
  const iterationsOf = iterationsBetween(loops);
  let pairs = 0;
  return {
    loops,
    between: (before, now, around) => {
      // A lane that repeats an atomic operation until it succeeds looks at what there is whenever its iteration is.
      if (before.kind === "both" && around !== undefined) return false;
      if (++pairs > MOST_PAIRS) return false;
      const iterations = iterationsOf(before.block, now.block, around);
      const meets = (blocks: readonly SampleBlock[]): boolean =>
        iterations.some(([first, then]) => blocks.some((b) => b.meet(before, first, now, then)));
      if (!meets(near)) return false;
      return (
        meets(far) ||
        iterations.some(([first, then]) => far.some((b) => b.iterationsAround(before, first, now, then)))
      );
    },
  };
}

// Blocks that programs have, the widest first: which lanes are in one warp is what counts.
function shapesOf(cfg: Cfg, block: Shape | undefined): readonly Shape[] {
  if (block) return [block];
  if (usesAxis(cfg, "z"))
    return [
      [8, 4, 4],
      [32, 2, 2],
    ];
  return usesAxis(cfg, "y")
    ? [
        [32, 4, 1],
        [16, 8, 1],
        [8, 16, 1],
      ]
    : [[MOST_THREADS, 1, 1]];
}

// The stores that threads make one after the other.
function storesTogether(
  cfg: Cfg,
  accesses: ReadonlyMap<Instruction, PlainAccess>,
): readonly (readonly PlainAccess[])[] {
  return cfg.blocks.flatMap((b) => {
    const groups: PlainAccess[][] = [[]];
    for (const i of b.instructions) {
      const access = accesses.get(i);
      if (SYNC_FUNCTIONS.has(calleeOf(i) ?? "")) groups.push([]);
      else if (access?.kind === "store") groups.at(-1)?.push(access);
    }
    return groups.filter((stores) => stores.length > 0);
  });
}

type IterationsOfBoth = readonly (readonly [Iterations, Iterations])[];

/** For accesses in two blocks the iterations that each is looked at in. */
function iterationsBetween(
  loops: readonly Loop[],
): (before: number, now: number, around: number | undefined) => IterationsOfBoth {
  const isWithin = loops.map((l) =>
    loops.map((outer) => l !== outer && [...l.members].every((m) => outer.members.has(m))),
  );
  const known = new Map<string, IterationsOfBoth>();
  return (before, now, around) => {
    const iterationsAt = (block: number, own: number, both: number): Iterations =>
      loops.map((l, at) => {
        if (!l.members.has(block)) return 0;
        const isRepeated = around !== undefined && isWithin[at]?.[around] === true;
        return !isRepeated && l.members.has(before) && l.members.has(now) ? both : own;
      });
    const key = `${before} ${now} ${around}`;
    const found =
      known.get(key) ??
      SAMPLES.map(([both, first, then]): [Iterations, Iterations] => {
        const later = iterationsAt(now, then, both);
        return [
          iterationsAt(before, first, both),
          around === undefined ? later : later.with(around, (later[around] as number) + 1),
        ];
      });
    known.set(key, found);
    return found;
  };
}

/** A block of one size. */
class SampleBlock {
  readonly #cfg: Cfg;
  readonly #loops: readonly Loop[];
  readonly #lanes: LaneValues;
  readonly #types: Layout;
  readonly #dominators: readonly number[];
  readonly #coming = new Map<string, readonly boolean[]>();
  readonly #addresses = new Map<PlainAccess, Map<string, Addresses>>();

  constructor(cfg: Cfg, loops: readonly Loop[], lanes: LaneValues, types: Layout) {
    this.#cfg = cfg;
    this.#loops = loops;
    this.#lanes = lanes;
    this.#types = types;
    this.#dominators = cfg.dominator;
  }

  /** Whether a lane loads in one of them what another one stores in the other. */
  meet(before: PlainAccess, first: Iterations, now: PlainAccess, then: Iterations): boolean {
    const a = this.#addressesOf(before, first);
    const b = this.#addressesOf(now, then);
    return (
      (before.kind !== "load" && now.kind !== "store" && isTaken(a, b)) ||
      (now.kind === "store" && before.kind !== "store" && isTaken(b, a))
    );
  }

  /** Whether neighbours go forwards in one of them and backwards in the other. */
  iterationsAround(before: PlainAccess, first: Iterations, now: PlainAccess, then: Iterations): boolean {
    const [a, b] = [this.#addressesOf(before, first), this.#addressesOf(now, then)];
    const step = ({ values: [left = 0, right = 0] }: Addresses): number => Math.sign(right - left);
    return step(a) * step(b) < 0;
  }

  /** How many of the stores overwrite what other threads store at the same time: in blocks of the size that a program has, few do. */
  collisions(groups: readonly (readonly PlainAccess[])[]): number {
    const iterations = this.#loops.map(() => 0);
    return groups.reduce((sum, stores) => {
      const owner = new Map<number, number>();
      const colliding = stores.filter((store) => {
        const { values, isActive, byteLength } = this.#addressesOf(store, iterations);
        let collides = false;
        values.forEach((at, t) => {
          for (let byte = 0; isActive[t] && byte < byteLength; byte++) {
            collides ||= (owner.get(at + byte) ?? t) !== t;
            owner.set(at + byte, t);
          }
        });
        return collides;
      });
      return sum + colliding.length;
    }, 0);
  }

  #addressesOf(access: PlainAccess, iterations: Iterations): Addresses {
    const known = this.#addresses.get(access) ?? new Map<string, Addresses>();
    this.#addresses.set(access, known);
    const key = iterations.join(" ");
    const found = known.get(key) ?? this.#compute(access, iterations);
    known.set(key, found);
    return found;
  }

  #compute(access: PlainAccess, iterations: Iterations): Addresses {
    const { values, source } = this.#lanes.valueOf(access.pointer, iterations);
    const byteLength = this.#types.sizeOf(accessedType(access.instruction, this.#types));
    const isActive = this.#active(access.block, iterations);
    return {
      values,
      isActive,
      isAtomic: access.kind === "both",
      isData: source === SOURCES.data,
      byteLength,
      first: Math.min(...values),
      last: Math.max(...values) + byteLength - 1,
    };
  }

  // The threads that come there as far as their coordinates decide; what data decides may be either way.
  #active(block: number, iterations: Iterations): readonly boolean[] {
    const chain: number[] = [];
    for (let at = block; at < this.#cfg.blocks.length; at = this.#above(at)) chain.push(at);
    let active: readonly boolean[] = Array.from({ length: this.#lanes.count }, () => true);
    for (const at of chain.toReversed()) {
      const key = `${at} ${iterations.join(" ")}`;
      active = this.#coming.get(key) ?? this.#arriving(at, active, iterations);
      this.#coming.set(key, active);
    }
    return active;
  }

  // The nearest block that threads have passed in the same iterations: which iteration it was that left a loop is not known.
  #above(block: number): number {
    let above = this.#dominators[block] as number;
    while (this.#loops.some((l) => l.members.has(above) && !l.members.has(block))) {
      above = this.#dominators[above] as number;
    }
    return above;
  }

  #arriving(block: number, active: readonly boolean[], iterations: Iterations): readonly boolean[] {
    let arriving = active;
    const demand = ({ values, source }: LaneValue, wanted: boolean): void => {
      if (source === SOURCES.data) return;
      const isWanted = arriving.map((is, t) => is && (values[t] !== 0) === wanted);
      // With other parameters some threads come there.
      if (source === SOURCES.coordinates || isWanted.includes(true)) arriving = isWanted;
    };
    const nearest = this.#dominators[block] as number;
    const branch = this.#branch(nearest);
    if (branch && this.#above(block) === nearest && this.#cfg.predecessors[block]?.length === 1) {
      demand(this.#lanes.valueOf(branch.condition, iterations), branch.yes === block);
    }
    for (const [number, loop] of this.#loops.entries()) {
      const iteration = iterations[number] as number;
      if (iteration === 0 || !loop.headers.has(block)) continue;
      for (const latch of this.#cfg.predecessors[block] ?? []) {
        const again = loop.members.has(latch) ? this.#branch(latch) : undefined;
        if (!again) continue;
        demand(
          this.#lanes.valueOf(again.condition, iterations.with(number, iteration - 1)),
          again.yes === block,
        );
      }
    }
    return arriving;
  }

  #branch(
    block: number,
  ): { readonly condition: Value; readonly yes: number; readonly no: number } | undefined {
    const b = this.#cfg.blocks[block];
    const last = b && terminator(b);
    if (last?.op !== "branch" || last.ifTrue === last.ifFalse) return undefined;
    const at = (label: string): number => this.#cfg.index.get(label) as number;
    return { condition: last.condition, yes: at(last.ifTrue), no: at(last.ifFalse) };
  }
}

// Whether a lane loads what another one has stored. A lane that has stored there itself has its own value, or one that any of several
// lanes may have left: neither asks for an order.
function isTaken(stores: Addresses, loads: Addresses): boolean {
  if (stores.last < loads.first || loads.last < stores.first) return false;
  stores.owners ??= ownersOf(stores);
  return stores.owners.some((owner, warp) => {
    for (let t = warp * LANES; t < Math.min((warp + 1) * LANES, loads.values.length); t++) {
      if (!loads.isActive[t]) continue;
      const own = stores.isActive[t] && !stores.isAtomic ? (stores.values[t] as number) : Number.NaN;
      for (let byte = 0; byte < loads.byteLength; byte++) {
        const at = (loads.values[t] as number) + byte;
        const isOwn = at >= own && at < own + stores.byteLength;
        if (!isOwn && owner.has(at) && owner.get(at) !== t) return true;
      }
    }
    return false;
  });
}

function ownersOf({ values, isActive, isAtomic, isData, byteLength }: Addresses): readonly Owners[] {
  return Array.from({ length: Math.ceil(values.length / LANES) }, (_, warp) => {
    const owner = new Map<number, number>();
    let isShared = false;
    for (let t = warp * LANES; t < Math.min((warp + 1) * LANES, values.length); t++) {
      for (let byte = 0; isActive[t] && byte < byteLength; byte++) {
        const at = (values[t] as number) + byte;
        isShared ||= owner.has(at);
        owner.set(at, isAtomic && owner.has(at) ? SEVERAL : t);
      }
    }
    const isMeant = isAtomic || isData || owner.size === byteLength;
    // Lanes of blocks with this size would overwrite each other's values: the program has blocks of another one.
    return isShared && !isMeant ? new Map<number, number>() : owner;
  });
}

function accessedType(i: Instruction, types: Layout): Type {
  if (i.op === "cmpxchg") return i.expected.type;
  return i.op === "store" ? i.value.type : resultTypeOf(i, types);
}
