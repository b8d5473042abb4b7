// The texts of reports about wrong memory accesses.

import type { CheckKind, MemorySpace } from "../../../core/check-report.js";
import { type SourceWords, wordsAt } from "../../../core/source-words.js";
import { plural } from "../../../core/text.js";
import { FAR_ADDRESS, FAR_REACH } from "../passes/simt/far-addresses.js";
import type { MemoryObject } from "./memory-object.js";
import type { Finding, ReportList } from "./report-list.js";
import type { Access } from "./site-table.js";

/** An access, and who makes it. */
export interface AccessEvent {
  readonly address: number;
  /** The address that it was worked out from. */
  readonly root: number;
  readonly byteLength: number;
  readonly site: number;
  readonly fact: Access;
  readonly who: { readonly block: number; readonly thread: number };
}

type More = Partial<Finding> & Pick<Finding, "detail" | "hint">;

export class AccessReports {
  readonly #reports: ReportList;

  constructor(reports: ReportList) {
    this.#reports = reports;
  }

  /** `near` is the object that it should be in, or the nearest one. */
  outside(event: AccessEvent, near: MemoryObject | undefined): void {
    const { byteLength, site, fact } = event;
    const space = near?.space ?? "global";
    if (this.#reports.again({ kind: "out-of-bounds", space, site })) return;
    const words = this.#words(site);
    const size = fact.bytes > 0 ? fact.bytes : 1;
    const count = near === undefined ? 0 : Math.floor(near.byteLength / size);
    this.#tell("out-of-bounds", `${space} ${NOUNS[fact.how]} out of bounds`, event, {
      detail: `${VERBS[fact.how]} ${plural(byteLength, "byte")} at ${this.#shown(event)}, ${this.#where(event, near)}`,
      hint: outsideHint(event, near, words, count),
      ...this.#fields(event, near, size, space),
    });
  }

  /** The same, where the index has overflowed at `overflow`. */
  overflowed(event: AccessEvent, near: MemoryObject | undefined, overflow: number): void {
    const { byteLength, fact } = event;
    const detail = `has an index that overflowed here, and then ${VERBS[fact.how]} ${plural(byteLength, "byte")} at ${this.#shown(event)}, ${this.#where(event, near)}`;
    const size = fact.bytes > 0 ? fact.bytes : 1;
    const fields = this.#fields(event, near, size, near?.space ?? "global");
    this.#tell(
      "index-overflow",
      "signed overflow in an index",
      { ...event, site: overflow },
      { detail, hint: "compute the index as size_t or long long", ...fields },
    );
  }

  freed(event: AccessEvent, object: MemoryObject): void {
    const { byteLength, site, fact } = event;
    if (this.#reports.again({ kind: "use-after-free", space: object.space, site })) return;
    this.#tell("use-after-free", `${object.space} ${NOUNS[fact.how]} after free`, event, {
      detail: `${VERBS[fact.how]} ${plural(byteLength, "byte")} at ${this.#shown(event)}, in ${this.#shownObject(object, site)}, which was freed${object.freed === undefined ? "" : ` at ${object.freed}`}`,
      hint:
        object.space === "heap"
          ? "free it after its last use, behind a barrier where other threads use it too"
          : "free memory after the last kernel that uses it, and its copies of the pointer, is done",
      ...this.#fields(event, object, fact.bytes, object.space),
    });
  }

  null(event: AccessEvent): void {
    if (this.#reports.again({ kind: "null-pointer", site: event.site })) return;
    const { byteLength, fact } = event;
    this.#tell("null-pointer", "null pointer used in a kernel", event, {
      detail: `${VERBS[fact.how]} ${plural(byteLength, "byte")} at ${this.#shown(event)} through a null pointer`,
      hint: "check what cudaMalloc has returned, and that the pointer was given to the kernel",
    });
  }

  host(event: AccessEvent): void {
    if (this.#reports.again({ kind: "host-pointer", space: "host", site: event.site })) return;
    const { byteLength, fact } = event;
    this.#tell("host-pointer", "host pointer used in a kernel", event, {
      detail: `${VERBS[fact.how]} ${plural(byteLength, "byte")} at ${this.#shown(event)}, which is memory of the host`,
      hint: "allocate it with cudaMalloc or cudaMallocManaged, or pass an array of the device",
      space: "host",
    });
  }

  misaligned(event: AccessEvent, align: number, object: MemoryObject): void {
    if (this.#reports.again({ kind: "misaligned", space: object.space, site: event.site })) return;
    const { address, byteLength, fact } = event;
    this.#tell("misaligned", `misaligned ${object.space} ${NOUNS[fact.how]}`, event, {
      detail: `${VERBS[fact.how]} ${plural(byteLength, "byte")} at ${this.#shown(event)}, ${plural(address % align, "byte")} past a multiple of ${align}`,
      hint: `make the address a multiple of ${align} bytes, or use a smaller type`,
      ...this.#fields(event, object, fact.bytes, object.space),
    });
  }

  /** Memory that nobody has written to is read. */
  unwritten(event: AccessEvent, object: MemoryObject): void {
    const { byteLength, site, fact } = event;
    if (this.#reports.again({ kind: "uninitialized-read", space: object.space, site })) return;
    this.#tell("uninitialized-read", `${object.space} memory read before it was written`, event, {
      detail: `${VERBS[fact.how]} ${plural(byteLength, "byte")} at ${this.#shown(event)}, in ${this.#shownObject(object, site)}, which nobody has written`,
      hint:
        object.space === "global"
          ? "fill the array first: cudaMemset, a copy, or a kernel that writes every element"
          : object.space === "shared"
            ? "write every element before it is read, with __syncthreads() between where another thread writes it"
            : "write every element before it is read",
      ...this.#fields(event, object, fact.bytes, object.space),
    });
  }

  #tell(kind: CheckKind, message: string, event: AccessEvent, more: More): void {
    const { fact, byteLength, site, who } = event;
    const access = fact.how === "copy" ? "read" : fact.how;
    const detail = `${this.#reports.shownWho(who)} ${more.detail}`;
    this.#reports.add({ kind, message, site, who, access, byteLength, ...more, detail });
  }

  #where({ address, site }: AccessEvent, near: MemoryObject | undefined): string {
    if (near === undefined) return "where no array is";
    const shown = this.#shownObject(near, site);
    if (isFar(address)) return `further from ${shown} than memory reaches`;
    const end = near.base + near.byteLength;
    const before = distance(address, near.base);
    if (before > 0) return `${plural(before, "byte")} before the start of ${shown}`;
    return address < end
      ? `over the end of ${shown}`
      : `${plural(address - end, "byte")} past the end of ${shown}`;
  }

  #fields(
    { address, root, site }: AccessEvent,
    object: MemoryObject | undefined,
    size: number,
    space: MemorySpace,
  ): Partial<Finding> {
    const variable = this.#words(site)?.variable;
    return {
      space,
      ...(variable === undefined ? {} : { variable }),
      ...(size > 0 && address !== root && !isFar(address)
        ? { index: Math.floor(distance(root, address) / size) }
        : {}),
      ...(object === undefined
        ? {}
        : {
            allocation: {
              byteLength: object.byteLength,
              ...(object.site === undefined ? {} : { site: object.site }),
              ...(object.freed === undefined ? {} : { freed: object.freed }),
            },
          }),
    };
  }

  #words(site: number): ReturnType<typeof wordsAt> {
    const { text, column } = this.#reports.placeOf(site);
    return wordsAt(text, column);
  }

  /** `out[1000]`, or the address where the source is not known. */
  #shown({ address, root, fact, site }: AccessEvent): string {
    const words = this.#words(site);
    // Which element it was meant to be is not known any more.
    if (isFar(address)) return words === undefined ? "an address" : shownWords(words);
    if (words === undefined) return `0x${address.toString(16)}`;
    if (words.index === "" || fact.bytes === 0) return words.variable;
    const index = distance(root, address) / fact.bytes;
    return Number.isInteger(index) ? `${words.variable}[${index}]` : words.variable;
  }

  #shownObject(object: MemoryObject, site: number): string {
    const made = object.site === undefined ? "" : ` made at ${object.site}`;
    const bytes = `${object.byteLength}-byte`;
    switch (object.space) {
      case "shared":
        return object.name === "dynamic"
          ? `the ${bytes} dynamic shared memory`
          : `the ${bytes} shared variable ${plainName(object.name, this.#words(site)?.variable)}`;
      case "local":
        return `the ${bytes} variable ${object.name ?? ""}`.trimEnd();
      case "heap":
        return `the ${bytes} allocation of the device's heap`;
      default:
        return object.name === undefined
          ? `the ${bytes} allocation${made}`
          : `the ${bytes} variable ${object.name}`;
    }
  }
}

const VERBS = { read: "reads", write: "writes", atomic: "updates", copy: "reads" } as const;
const NOUNS = { read: "read", write: "write", atomic: "atomic operation", copy: "read" } as const;

/** It may also be the variable of a kernel that is over, whose pointer was kept. */
const NO_DYNAMIC_HINT =
  "the launch has no dynamic shared memory: give its size as the third number in <<<…>>>; a pointer to shared memory is of no use after its block";

/** What to try for an access outside of memory, which has room for `count` of its kind. */
function outsideHint(
  { address, root }: AccessEvent,
  near: MemoryObject | undefined,
  words: SourceWords | undefined,
  count: number,
): string {
  const guard = guardFor(address, root, near, words, count);
  if (isPastDynamic(near, address)) {
    if (near?.byteLength === 0) return NO_DYNAMIC_HINT;
    return `launch with as many bytes of dynamic shared memory as the kernel uses (the third number in <<<…>>>), or ${guard}`;
  }
  // It is the same in all threads.
  if (/^-?\d+$/.test(words?.index ?? "")) return "use an index that is inside, or make the memory longer";
  return guard;
}

// A limit can be told for one index that counts from the beginning of the memory on.
function guardFor(
  address: number,
  root: number,
  near: MemoryObject | undefined,
  words: SourceWords | undefined,
  count: number,
): string {
  const toRoot = near === undefined ? 0 : distance(near.base, root);
  const index = words?.isNested === true ? "" : (words?.index ?? "");
  const isRootOutside = toRoot < 0 || toRoot >= (near?.byteLength ?? 1);
  if (index !== "" && words !== undefined && near !== undefined && isRootOutside)
    return `check where ${words.variable} points to: its first element is outside already`;
  if (index === "" || toRoot !== 0) {
    const what = words?.isNested === true ? "each index" : "the index";
    return `check ${what} against the size of ${near?.space === "global" || near?.space === "heap" ? "the allocation" : "the variable"}`;
  }
  const limit = `${index} < ${count === 0 ? "n" : count}`;
  if (isFar(address)) return `guard the access with if (${index} >= 0 && ${limit})`;
  const isBefore = distance(near?.base ?? 0, address) < 0;
  return `guard the access with if (${isBefore ? `${index} >= 0` : limit})`;
}

function isPastDynamic(object: MemoryObject | undefined, address: number): boolean {
  if (object?.space !== "shared" || object.name !== "dynamic") return false;
  return !isFar(address) && distance(object.base, address) >= 0;
}

/** Bytes from one address to another; addresses before the first one are the last ones. */
function distance(from: number, to: number): number {
  return (to - from) | 0;
}

/** Whether an index has led further than an address can say. */
function isFar(address: number): boolean {
  return Math.abs(address - FAR_ADDRESS) < FAR_REACH;
}

function shownWords({ variable, index }: SourceWords): string {
  return index === "" ? variable : `${variable}[${index}]`;
}

/** `_ZZ1kE4tile` is `tile`. */
function plainName(symbol: string | undefined, fallback: string | undefined): string {
  if (symbol?.startsWith("_Z") !== true) return symbol ?? fallback ?? "";
  for (let length = 1; length < symbol.length; length++) {
    const digits = String(length);
    if (symbol.slice(-length - digits.length, -length) === digits) return symbol.slice(-length);
  }
  return fallback ?? symbol;
}
