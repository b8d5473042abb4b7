// Lowered code is run: V8 checks its types, and a 32-bit memory shows what it does.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clang } from "../clang.js";
import { DEVICE_LIBRARY_PATH, PACKAGE_PATH } from "../guest-layout.js";
import { nameBytes, SECTION, u32Bytes, writeSections } from "../wasm-binary.js";
import { opcodeKey, PREFIX, type Shape, shapeOf } from "./instructions.js";
import { lowerMemory64 } from "./lower-object.js";

const TYPE_BYTES: Readonly<Record<string, number>> = {
  i: 0x7f,
  I: 0x7e,
  a: 0x7e,
  n: 0x7e,
  f: 0x7d,
  F: 0x7c,
  v: 0x7b,
  r: 0x70,
};

const section = (id: number, ...payload: number[]) => ({ id, name: "", payload: Uint8Array.from(payload) });

/** A module with a 64-bit memory and one function, that takes letters and has this code. */
function moduleOf(parameters: string, results: string, code: readonly number[], locals = ""): Uint8Array {
  const types = (letters: string): number[] => [
    letters.length,
    ...Array.from(letters).map((l) => TYPE_BYTES[l] ?? 0),
  ];
  const declared = [locals.length, ...Array.from(locals).flatMap((l) => [1, TYPE_BYTES[l] ?? 0])];
  const body = [...declared, ...code, 0x0b];
  return writeSections([
    section(SECTION.type, 1, 0x60, ...types(parameters), ...types(results)),
    section(SECTION.function, 1, 0),
    section(SECTION.memory, 1, 0x07, 1, 4),
    section(SECTION.export, 2, ...nameBytes("f"), 0, 0, ...nameBytes("memory"), 2, 0),
    section(12, 1),
    section(SECTION.code, 1, ...u32Bytes(body.length), ...body),
    section(SECTION.data, 1, 1, 1, 7),
  ]).module;
}

type Exports = { readonly f: (...args: unknown[]) => unknown; readonly memory: WebAssembly.Memory };

function run(module: Uint8Array): Exports {
  return new WebAssembly.Instance(new WebAssembly.Module(lowerMemory64(module)))
    .exports as unknown as Exports;
}

const IMMEDIATES: Readonly<Record<Shape["immediate"], readonly number[]>> = {
  none: [],
  index: [0],
  indices: [0, 0],
  memory: [0, 0],
  memoryLane: [0, 0, 0],
  lane: [0],
  bytes16: Array.from({ length: 16 }, () => 0),
  i32: [1],
  i64: [1],
  f32: [0, 0, 0, 0],
  f64: [0, 0, 0, 0, 0, 0, 0, 0],
  types: [],
};

const FEW = 0xff;
/** Atomic operations must name the alignment they have. */
const ATOMIC_ALIGNMENT = [2, 3, 0, 1, 0, 1, 2];

function alignment(prefix: number, code: number): number {
  if (prefix !== PREFIX.atomic) return 0;
  if (code < 3) return code === 2 ? 3 : 2;
  return ATOMIC_ALIGNMENT[(code - 0x10) % 7] ?? 0;
}

describe("every instruction", () => {
  for (const [name, prefix] of [["plain", 0] as const, ...Object.entries(PREFIX)]) {
    it(`has the types that the table says: ${name}`, () => {
      let count = 0;
      for (let code = 0; code <= FEW; code++) {
        const shape = shapeOf(opcodeKey(prefix, code));
        // References need types of their own.
        if (shape === undefined || (prefix === 0 && code >= 0xd0)) continue;
        count++;
        const { operands, results, immediate } = shape;
        const opcode = prefix === 0 ? [code] : [prefix, ...u32Bytes(code)];
        const [first = 0, ...others] = IMMEDIATES[immediate];
        const bytes = IMMEDIATES[immediate].length === 0 ? [] : [first + alignment(prefix, code), ...others];
        const gets = Array.from(operands).flatMap((_, i) => [0x20, i]);
        const module = moduleOf(operands, results, [...gets, ...opcode, ...bytes]);
        expect(
          () => new WebAssembly.Module(lowerMemory64(module)),
          `${prefix} ${code.toString(16)}`,
        ).not.toThrow();
      }
      expect(count).toBeGreaterThan(5);
    });
  }
});

describe("an address", () => {
  const load = run(moduleOf("a", "i", [0x20, 0, 0x28, 0, 0]));
  const store = run(moduleOf("ai", "", [0x20, 0, 0x20, 1, 0x36, 0, 0]));

  it("is one of 32 bits", () => {
    store.f(8n, 42);
    expect(new Int32Array(store.memory.buffer)[2]).toBe(42);
    expect(load.f(0n)).toBe(0);
  });

  it("beyond 32 bits traps, and does not wrap", () => {
    for (const far of [1n << 32n, (1n << 32n) + 8n, -8n, 1n << 63n, (1n << 32n) - 1n]) {
      expect(() => load.f(far), `${far}`).toThrow(/out of bounds/);
      expect(() => store.f(far, 1), `${far}`).toThrow(/out of bounds/);
    }
  });

  it("with a constant added is checked before the sum", () => {
    const code = [0x20, 0, 0x42, 16, 0x7c, 0x28, 0, 4];
    const near = run(moduleOf("a", "i", code));
    new Int32Array(near.memory.buffer)[7] = 5;
    expect(near.f(8n)).toBe(5);
    for (const far of [(1n << 32n) - 16n, (1n << 32n) - 20n, -20n])
      expect(() => near.f(far)).toThrow(/out of bounds/);
  });

  it("with an offset beyond 32 bits traps", () => {
    const far = run(moduleOf("a", "i", [0x20, 0, 0x28, 0, 0x80, 0x80, 0x80, 0x80, 0x10]));
    expect(() => far.f(0n)).toThrow(/out of bounds/);
  });

  it("is checked again when its local has changed, in loops and after blocks", () => {
    // load p; p = q; load p
    const again = [0x20, 0, 0x28, 0, 0, 0x1a, 0x20, 1, 0x21, 0, 0x20, 0, 0x28, 0, 0];
    expect(() => run(moduleOf("aa", "i", again)).f(0n, 1n << 32n)).toThrow(/out of bounds/);
    // load p; block { p = q }; load p
    const block = [0x20, 0, 0x28, 0, 0, 0x1a, 0x02, 0x40, 0x20, 1, 0x21, 0, 0x0b, 0x20, 0, 0x28, 0, 0];
    expect(() => run(moduleOf("aa", "i", block)).f(0n, 1n << 32n)).toThrow(/out of bounds/);
    // load p; loop { load p; p = q; count--; again if count }
    const loop = [
      0x20, 0, 0x28, 0, 0, 0x1a, 0x03, 0x40, 0x20, 0, 0x28, 0, 0, 0x1a, 0x20, 1, 0x21, 0, 0x20, 2, 0x41, 1,
      0x6b, 0x22, 2, 0x0d, 0, 0x0b, 0x20, 2,
    ];
    expect(run(moduleOf("aai", "i", loop)).f(0n, 1n << 32n, 1)).toBe(0);
    expect(() => run(moduleOf("aai", "i", loop)).f(0n, 1n << 32n, 2)).toThrow(/out of bounds/);
    // p is on the stack when it changes: the old one is meant.
    const older = [0x20, 0, 0x20, 1, 0x21, 0, 0x20, 0, 0x28, 0, 0, 0x1a, 0x28, 0, 0];
    expect(() => run(moduleOf("aa", "i", older)).f(1n << 32n, 0n)).toThrow(/out of bounds/);
    expect(run(moduleOf("aa", "i", older)).f(0n, 0n)).toBe(0);
  });

  it("and a length of memory.fill and memory.copy are checked", () => {
    const fill = run(moduleOf("ain", "", [0x20, 0, 0x20, 1, 0x20, 2, 0xfc, 11, 0]));
    fill.f(4n, 7, 2n);
    expect([...new Uint8Array(fill.memory.buffer, 3, 4)]).toEqual([0, 7, 7, 0]);
    expect(() => fill.f(0n, 7, 1n << 32n)).toThrow(/out of bounds/);
    const copy = run(moduleOf("aan", "", [0x20, 0, 0x20, 1, 0x20, 2, 0xfc, 10, 0, 0]));
    expect(() => copy.f(0n, 1n << 32n, 1n)).toThrow(/out of bounds/);
  });
});

describe("memory", () => {
  it("tells its size and grows in numbers of 64 bits", () => {
    expect(run(moduleOf("", "I", [0x3f, 0])).f()).toBe(1n);
    const grow = run(moduleOf("I", "I", [0x20, 0, 0x40, 0]));
    expect(grow.f(2n)).toBe(1n);
    expect(grow.f(100n)).toBe(-1n);
    expect(grow.f(1n << 32n)).toBe(-1n);
  });
});

describe("an object file", () => {
  const SOURCE = `
    typedef int v4 __attribute__((vector_size(16)));
    struct node { struct node* next; int (*get)(int); long value; };
    static int twice(int x) { return 2 * x; }
    static int thrice(int x) { return 3 * x; }
    static struct node last = {0, thrice, 1L << 40};
    static struct node first = {&last, twice, 5};
    static struct node* table[2] = {&first, &last};
    static int words[100];
    int sizes(void) { return sizeof(long) * 100 + sizeof(void*) * 10 + sizeof(struct node) / 8; }
    int call(int which, int x) { return table[which]->get(x); }
    long walk(void) { long sum = 0; for (struct node* p = table[0]; p; p = p->next) sum += p->value; return sum; }
    int locals(int n) {
      volatile int own[64];
      for (int i = 0; i < 64; i++) own[i] = i * n;
      return n == 0 ? own[63] : own[n] + locals(n - 1);
    }
    int lanes(int n) {
      for (int i = 0; i < 100; i++) words[i] = i;
      v4 sum = {};
      for (int i = 0; i < n; i += 4) sum += *(v4*)&words[i];
      return sum[0] + sum[1] + sum[2] + sum[3];
    }
    int swap(int x) { int old = 0; __atomic_compare_exchange_n(&words[7], &old, x, 0, 5, 5); return __atomic_fetch_add(&words[7], 1, 5); }
    double frexp(double, int*);
    int exponent(double x) { int e; frexp(x, &e); return e; }
    unsigned long long product(unsigned long long x) { return ((unsigned __int128)x * x) / 3 >> 64; }
    int at(long index) { return words[index]; }
    unsigned long address(void) { return (unsigned long)&words[1] - (unsigned long)&words[0]; }
  `;
  const LIBRARIES = [DEVICE_LIBRARY_PATH, `${PACKAGE_PATH}/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a`];
  let exports: Record<string, (...args: unknown[]) => unknown> = {};

  beforeAll(async () => {
    const names = "sizes call walk locals lanes swap at address exponent product".split(" ");
    const features = "simd128 atomics bulk-memory mutable-globals".split(" ");
    const args = [
      ..."-cc1 -triple wasm64-unknown-unknown -x c -std=gnu17 -mrelocation-model static -O2".split(" "),
      ...features.flatMap((feature) => ["-target-feature", `+${feature}`]),
      ..."-emit-obj -o /code.o /code.c".split(" "),
    ];
    const compiled = await clang().run({
      steps: [{ tool: "clang", args }],
      files: { "/code.c": SOURCE },
      outputs: ["/code.o"],
    });
    expect(compiled.steps[0]?.stderr).toBe("");
    const linked = await clang().run({
      steps: [
        {
          tool: "wasm-ld",
          args: [
            "--no-entry",
            ...names.map((name) => `--export=${name}`),
            "-o",
            "/code.wasm",
            "/code.o",
            ...LIBRARIES,
          ],
        },
      ],
      files: { "/code.o": lowerMemory64(compiled.files["/code.o"] as Uint8Array) },
      outputs: ["/code.wasm"],
    });
    expect(linked.steps[0]?.stderr).toBe("");
    const module = new WebAssembly.Module(new Uint8Array(linked.files["/code.wasm"] as Uint8Array));
    exports = new WebAssembly.Instance(module).exports as typeof exports;
  });
  afterAll(() => clang().stop());

  it("has pointers and long of 8 bytes, and links with those of 32 bits", () => {
    expect(exports["sizes"]?.()).toBe(883);
  });

  it("has pointers in its data, to data and to functions", () => {
    expect(exports["call"]?.(0, 7)).toBe(14);
    expect(exports["call"]?.(1, 7)).toBe(21);
    expect(exports["walk"]?.()).toBe((1n << 40n) + 5n);
    expect(exports["address"]?.()).toBe(4n);
  });

  it("has locals on the stack, vectors and atomics", () => {
    expect(exports["locals"]?.(3)).toBe(9 + 4 + 1);
    expect(exports["lanes"]?.(100)).toBe(4950);
    expect(exports["swap"]?.(9)).toBe(7);
  });

  it("calls libraries of 32 bits with its pointers", () => {
    expect(exports["exponent"]?.(40)).toBe(6);
    expect(exports["product"]?.(1n << 63n)).toBe(((1n << 126n) / 3n) >> 64n);
  });

  it("traps where an index leads out of memory", () => {
    expect(exports["at"]?.(7n)).toBe(8);
    for (const far of [1n << 30n, 1n << 40n, -(1n << 30n), 1n << 61n])
      expect(() => exports["at"]?.(far)).toThrow(/out of bounds/);
  });
});
