// A regular expression as a table: which state follows a state and a byte. It is parsed into a tree, the tree becomes a graph of
// places to be in (Thompson), and sets of such places become states (Rabin and Scott). What a table cannot say, such as
// back references, is an error.
//
//   a|b  ab  a*  a+  a?  a{2,5}  (a)  (?:a)  [a-z]  [^a-z]  .  ^  $  \d \w \s \D \W \S  \. \t \x41

/** A table. State 0 is the first; ACCEPT is reached once, and never left. */
export interface Dfa {
  readonly states: number;
  /** The class of each byte, and of the end of a line at 256: bytes that are never told apart share a column. */
  readonly classes: Uint8Array;
  readonly classCount: number;
  /** `next[state * classCount + class]` */
  readonly next: Uint16Array;
}

/** The state in which a line matches. */
const ACCEPT = 1;

const END = 256;
/** Stands for every character beyond ASCII, in sets that have them all or none. */
const BEYOND = 128;
const MOST_STATES = 4096;
const MOST_REPEATS = 200;

type Tree =
  | { readonly kind: "set"; readonly symbols: readonly number[] }
  | { readonly kind: "all"; readonly parts: readonly Tree[] }
  | { readonly kind: "any"; readonly parts: readonly Tree[] }
  | { readonly kind: "repeat"; readonly part: Tree; readonly least: number; readonly most: number }
  | { readonly kind: "start" };

/** The table that finds a pattern anywhere in a line, as `new RegExp(pattern).test(line)` does. @throws SyntaxError */
export function compileRegex(pattern: string): Dfa {
  const graph = new Graph();
  const first = graph.add(new Parser(pattern).parse(), graph.match);
  const classes = classesOf(graph);
  const classCount = Math.max(...classes) + 1;
  const samples = Array.from({ length: classCount }, (_, one) => classes.indexOf(one));
  const begin = graph.closure([first], true);
  const again = graph.closure([first], false);

  const numbers = new Map<string, number>();
  const sets: (readonly number[])[] = [];
  const numberOf = (places: readonly number[]): number => {
    if (places.includes(graph.match)) return ACCEPT;
    const key = places.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (sets.length > MOST_STATES)
      throw new SyntaxError(`Cannot compile /${pattern}/: it needs more than ${MOST_STATES} states`);
    // ACCEPT has its row, too.
    const number = sets.length === 0 ? 0 : sets.length + 1;
    numbers.set(key, number);
    sets.push(places);
    return number;
  };
  const rows: number[][] = [];
  const start = numberOf(begin);
  if (start === ACCEPT) sets.push([]);
  rows[ACCEPT] = samples.map(() => ACCEPT);
  for (let at = 0; at < sets.length; at++) {
    const row = at === 0 ? 0 : at + 1;
    rows[row] = samples.map((symbol) => {
      if (start === ACCEPT) return ACCEPT;
      const after = graph.closure(graph.step(sets[at] ?? [], symbol), false);
      // A match may begin behind every byte.
      return numberOf(symbol === END ? after : union(after, again));
    });
  }
  return { states: rows.length, classes, classCount, next: Uint16Array.from(rows.flat()) };
}

/** Whether a line matches, in plain TypeScript. */
export function matches({ classes, classCount, next }: Dfa, line: Uint8Array): boolean {
  let state = 0;
  for (const symbol of [...line, END]) state = next[state * classCount + (classes[symbol] ?? 0)] ?? 0;
  return state === ACCEPT;
}

function union(a: readonly number[], b: readonly number[]): readonly number[] {
  return [...new Set([...a, ...b])].sort((one, other) => one - other);
}

/** Symbols that every set has or has not together are one class. */
function classesOf(graph: Graph): Uint8Array {
  const classes = new Uint8Array(257);
  const names = new Map<string, number>();
  for (let symbol = 0; symbol <= END; symbol++) {
    const name =
      graph.sets.map((set) => (set.has(symbol) ? "1" : "0")).join("") + (symbol === END ? "$" : "");
    if (!names.has(name)) names.set(name, names.size);
    classes[symbol] = names.get(name) ?? 0;
  }
  return classes;
}

/** Places to be in, and how one gets on: by a symbol of a set, by nothing, or by nothing at the start of a line. */
class Graph {
  readonly #places: {
    readonly set?: ReadonlySet<number>;
    readonly to: number[];
    readonly atStart?: boolean;
  }[] = [{ to: [] }];
  /** The place where all is found. */
  readonly match = 0;

  /** The sets of symbols that places ask for. */
  get sets(): readonly ReadonlySet<number>[] {
    return this.#places.flatMap(({ set }) => set ?? []);
  }

  /** Adds the places of a tree, which lead to `then`; the first of them. */
  add(tree: Tree, then: number): number {
    if (tree.kind === "set") return this.#push({ set: new Set(tree.symbols), to: [then] });
    if (tree.kind === "start") return this.#push({ to: [then], atStart: true });
    if (tree.kind === "all") return tree.parts.reduceRight((rest, part) => this.add(part, rest), then);
    if (tree.kind === "any") return this.#push({ to: tree.parts.map((part) => this.add(part, then)) });
    const { part, least, most } = tree;
    let place = then;
    if (most === Infinity) {
      const loop: number[] = [then];
      place = this.#push({ to: loop });
      loop.push(this.add(part, place));
    } else {
      for (let k = least; k < most; k++) place = this.#push({ to: [then, this.add(part, place)] });
    }
    for (let k = 0; k < least; k++) place = this.add(part, place);
    return place;
  }

  /** Places with a symbol to wait for, and the match, that are reached from these by nothing. */
  closure(from: readonly number[], isStart: boolean): readonly number[] {
    const seen = new Set<number>();
    const open = [...from];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (seen.has(place)) continue;
      seen.add(place);
      const { set, to, atStart = false } = this.#places[place] ?? { to: [] };
      if (set === undefined && (!atStart || isStart)) open.push(...to);
    }
    const waiting = [...seen].filter(
      (place) => place === this.match || this.#places[place]?.set !== undefined,
    );
    return waiting.sort((a, b) => a - b);
  }

  /** Where a symbol leads from these places. */
  step(places: readonly number[], symbol: number): readonly number[] {
    return places.flatMap((place) => {
      const { set, to } = this.#places[place] ?? { to: [] };
      return set?.has(symbol) === true ? to : [];
    });
  }

  #push(place: {
    readonly set?: ReadonlySet<number>;
    readonly to: number[];
    readonly atStart?: boolean;
  }): number {
    return this.#places.push(place) - 1;
  }
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, k) => from + k);
const digits = range(48, 57);
const words = [...range(65, 90), ...range(97, 122), ...digits, 95];
const spaces = [9, 10, 11, 12, 13, 32];
const others = (symbols: readonly number[]): number[] =>
  range(0, BEYOND).filter((one) => !symbols.includes(one));
const set = (symbols: readonly number[]): Tree => ({ kind: "set", symbols });
const following = set(range(0x80, 0xbf));
/** A character of two, three or four bytes. */
const beyondAscii: readonly Tree[] = [
  { kind: "all", parts: [set(range(0xc2, 0xdf)), following] },
  { kind: "all", parts: [set(range(0xe0, 0xef)), following, following] },
  { kind: "all", parts: [set(range(0xf0, 0xf4)), following, following, following] },
];

/** One character of a set. */
function oneOf(symbols: readonly number[]): Tree {
  if (!symbols.includes(BEYOND)) return set(symbols);
  return { kind: "any", parts: [set(symbols.filter((one) => one !== BEYOND)), ...beyondAscii] };
}

const escapes: Readonly<Record<string, readonly number[]>> = {
  d: digits,
  D: others(digits),
  w: words,
  W: others(words),
  s: spaces,
  S: others(spaces),
  t: [9],
  r: [13],
  f: [12],
  v: [11],
  n: [10],
  0: [0],
};

/** Reads a pattern from left to right. */
class Parser {
  #at = 0;
  readonly #pattern: string;
  readonly #text: readonly string[];

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#text = Array.from(pattern);
  }

  parse(): Tree {
    const tree = this.#alternatives();
    if (this.#at < this.#text.length) this.#fail(`there is a ${this.#text[this.#at]} too many`);
    return tree;
  }

  #alternatives(): Tree {
    const parts = [this.#sequence()];
    while (this.#takes("|")) parts.push(this.#sequence());
    return parts.length === 1 ? (parts[0] as Tree) : { kind: "any", parts };
  }

  #sequence(): Tree {
    const parts: Tree[] = [];
    while (this.#at < this.#text.length && !["|", ")"].includes(this.#text[this.#at] ?? ""))
      parts.push(this.#repeated());
    return { kind: "all", parts };
  }

  #repeated(): Tree {
    let part = this.#atom();
    for (;;) {
      const bounds = this.#bounds();
      if (bounds === undefined) return part;
      // Whether it takes as much or as little as it can decides what a match is, not whether there is one.
      this.#takes("?");
      part = { kind: "repeat", part, ...bounds };
    }
  }

  #bounds(): { readonly least: number; readonly most: number } | undefined {
    if (this.#takes("*")) return { least: 0, most: Infinity };
    if (this.#takes("+")) return { least: 1, most: Infinity };
    if (this.#takes("?")) return { least: 0, most: 1 };
    const [whole, from = "", comma, to] =
      /^\{(\d+)(,(\d*))?\}/.exec(this.#text.slice(this.#at).join("")) ?? [];
    if (whole === undefined) return undefined;
    this.#at += whole.length;
    const least = Number(from);
    const most = comma === undefined ? least : to === "" ? Infinity : Number(to);
    if (least > most || Math.max(least, most === Infinity ? 0 : most) > MOST_REPEATS)
      this.#fail(`a part is repeated ${whole}, and must be at most ${MOST_REPEATS} times`);
    return { least, most };
  }

  #atom(): Tree {
    const one = this.#text[this.#at++] ?? "";
    if (one === "(") {
      if (this.#takes("?") && !this.#takes(":")) this.#fail("groups may only begin with ( or (?:");
      const tree = this.#alternatives();
      if (!this.#takes(")")) this.#fail("a ) is missing");
      return tree;
    }
    if (one === "[") return oneOf(this.#class());
    if (one === ".") return oneOf(others([10, 13]));
    if (one === "^") return { kind: "start" };
    if (one === "$") return set([END]);
    if (one === "\\") return oneOf(this.#escape());
    if (["*", "+", "?"].includes(one)) this.#fail(`there is nothing before ${one} to repeat`);
    // A character beyond ASCII is a row of bytes.
    const bytes = [...new TextEncoder().encode(one)];
    return { kind: "all", parts: bytes.map((byte) => set([byte])) };
  }

  #class(): readonly number[] {
    const isNegative = this.#takes("^");
    const symbols: number[] = [];
    while (!this.#takes("]")) {
      const from = this.#member();
      const hasRange = this.#text[this.#at] === "-" && (this.#text[this.#at + 1] ?? "]") !== "]";
      if (!hasRange) {
        symbols.push(...from);
        continue;
      }
      this.#at++;
      const to = this.#member();
      const [low = 1, high = 0] = [from[0], to[0]];
      if (from.length !== 1 || to.length !== 1 || low > high) this.#fail("a range of [ ] is out of order");
      symbols.push(...range(low, high));
    }
    return isNegative ? others(symbols) : symbols;
  }

  #member(): readonly number[] {
    const one = this.#text[this.#at++];
    if (one === undefined) this.#fail("a ] is missing");
    if (one === "\\") return this.#escape();
    const code = one.codePointAt(0) ?? 0;
    if (code > 127) this.#fail(`${one} in [ ] is more than one byte`);
    return [code];
  }

  #escape(): readonly number[] {
    const one = this.#text[this.#at++] ?? "";
    const hex = this.#text.slice(this.#at, this.#at + 2).join("");
    if (one === "x" && /^[0-7][0-9a-f]$/i.test(hex)) {
      this.#at += 2;
      return [Number.parseInt(hex, 16)];
    }
    const known = escapes[one];
    if (known !== undefined) return known;
    if (!/^[^\w]$/.test(one)) this.#fail(`\\${one} is not known here`);
    return [one.codePointAt(0) ?? 0];
  }

  #takes(one: string): boolean {
    if (this.#text[this.#at] !== one) return false;
    this.#at++;
    return true;
  }

  #fail(why: string): never {
    throw new SyntaxError(`Cannot compile /${this.#pattern}/: ${why} (at ${this.#at})`);
  }
}
