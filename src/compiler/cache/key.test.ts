import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Digest, digestFields, digestOf, quickHash } from "./digest.js";
import { type CompileRequest, objectKey, requestKey } from "./key.js";

const base: CompileRequest = {
  compiler: "nvrtc",
  compilerVersion: "13.0.48",
  target: "cubin sm_90",
  options: ["-std=c++17", "-O3"],
  source: "__global__ void k() {}",
  sourceName: "k.cu",
  directory: "/home/user/project",
  headers: new Map([["a.h", "int a;"]]),
  nameExpressions: ["k<float>", "k<int>"],
};

// Few letters, so that equal parts and shifted boundaries turn up often.
const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "0", "1"), maxLength: 3 });
const request = fc.record({
  compiler: text,
  compilerVersion: text,
  target: text,
  options: fc.array(text, { maxLength: 3 }),
  source: text,
  directory: fc.option(text, { nil: null }),
  headers: fc.array(fc.tuple(text, text), { maxLength: 2 }).map((pairs) => new Map(pairs)),
  nameExpressions: fc.array(text, { maxLength: 3 }),
});

function meaning(value: CompileRequest): string {
  const { headers, nameExpressions, ...rest } = value;
  return JSON.stringify([
    rest,
    [...(headers ?? [])].map((pair) => JSON.stringify(pair)).sort(),
    [...new Set(nameExpressions)].sort(),
  ]);
}

describe("requestKey", () => {
  it("is the same exactly when the request means the same", () => {
    fc.assert(
      fc.property(request, request, (a, b) => {
        const same = meaning(a) === meaning(b);
        const [one, other] = [requestKey(a), requestKey(b)];
        expect([one.text === other.text, one.place === other.place]).toEqual([same, same]);
      }),
      { numRuns: 2000 },
    );
  });

  it.each<[string, Partial<CompileRequest>]>([
    ["compiler", { compiler: "clang" }],
    ["compiler version", { compilerVersion: "13.0.49" }],
    ["target", { target: "cubin sm_80" }],
    ["an option more", { options: ["-std=c++17", "-O3", ""] }],
    ["option order", { options: ["-O3", "-std=c++17"] }],
    ["options joined", { options: ["-std=c++17 -O3"] }],
    ["source", { source: "__global__ void k() { }" }],
    ["source name", { sourceName: "l.cu" }],
    ["directory", { directory: "/home/user/other" }],
    ["no directory", { directory: null }],
    ["header text", { headers: new Map([["a.h", "int b;"]]) }],
    ["header name", { headers: new Map([["b.h", "int a;"]]) }],
    ["no header", { headers: new Map() }],
    ["name expressions", { nameExpressions: ["k<float>"] }],
  ])("changes with %s", (_, change) => {
    expect(requestKey({ ...base, ...change }).text).not.toBe(requestKey(base).text);
  });

  it("does not depend on the order of headers, nor on order and repetition of name expressions", () => {
    const headers = new Map([
      ["a.h", "1"],
      ["b.h", "2"],
    ]);
    const turned = new Map([...headers].toReversed());
    expect(requestKey({ ...base, headers: turned })).toEqual(requestKey({ ...base, headers }));
    const names = ["k<int>", "k<float>", "k<int>"];
    expect(requestKey({ ...base, nameExpressions: names })).toEqual(requestKey(base));
  });

  it("takes a source of bytes, and tells it from any text", () => {
    const bytes = Buffer.from("\x7fELF");
    const key = requestKey({ ...base, source: bytes });
    expect(requestKey({ ...base, source: new Uint8Array(bytes) })).toEqual(key);
    expect(requestKey({ ...base, source: bytes.subarray(1) }).text).not.toBe(key.text);
    expect(requestKey({ ...base, source: digestOf(bytes) }).text).not.toBe(key.text);
  });

  it("is short for a long request, and tells long ones apart", () => {
    const long = (end: string) => requestKey({ ...base, source: `${"x".repeat(100_000)}${end}` });
    expect(long("a").text.length).toBeLessThan(100);
    expect(long("a")).toEqual(long("a"));
    expect(long("a").text).not.toBe(long("b").text);
  });

  // If this fails, keys have changed their meaning: raise schemaVersion, then write down the new key.
  it("is stable for schema version 2", () => {
    expect(requestKey(base).place).toMatchInlineSnapshot(`"95dc19a09e3a6e1e"`);
    expect(requestKey({ ...base, headers: new Map(), options: [] }).text).toMatchInlineSnapshot(`
      "schema 1
      2compiler 5
      nvrtcversion 7
      13.0.48target 11
      cubin sm_90source-name 4
      k.cudirectory 18
      /home/user/projectname 8
      k<float>name 6
      k<int>source 22
      __global__ void k() {}"
    `);
  });
});

describe("quickHash", () => {
  it("spreads similar texts over all places", () => {
    const hashes = Array.from({ length: 100_000 }, (_, i) => quickHash(`source ${i}\n`));
    expect(new Set(hashes).size).toBe(hashes.length);
    // Any 16 of the 64 bits are as good as any other: 65 536 boxes, 1.5 in each on average.
    for (const from of [0, 4, 8, 12]) {
      const boxes = new Set(hashes.map((hash) => hash.slice(from, from + 4)));
      // 1 - e^(-100000 / 65536) of them are hit, that is 51 300.
      expect(boxes.size).toBeGreaterThan(50_800);
      expect(boxes.size).toBeLessThan(51_800);
    }
  });
});

describe("objectKey", () => {
  it("changes with a path, with contents, and with a file that is not there", () => {
    const key = requestKey(base);
    const state = (path: string, contents: string | null) => ({
      path,
      digest: contents === null ? null : digestOf(contents),
    });
    const keys = [
      objectKey(key, []),
      objectKey(key, [state("/a.h", "1")]),
      objectKey(key, [state("/a.h", "2")]),
      objectKey(key, [state("/b.h", "1")]),
      objectKey(key, [state("/a.h", null)]),
      objectKey(key, [state("/a.h", ""), state("/b.h", null)]),
      objectKey(requestKey({ ...base, source: "" }), []),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("digestFields", () => {
  it("tells apart the same bytes cut at different places", () => {
    const field = fc.tuple(fc.constantFrom("a", "b"), text);
    fc.assert(
      fc.property(fc.array(field, { maxLength: 4 }), fc.array(field, { maxLength: 4 }), (a, b) => {
        expect(digestFields(a) === digestFields(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
      { numRuns: 2000 },
    );
    const spoof: Digest = digestFields([["a", "x\nb 1\ny"]]);
    expect(spoof).not.toBe(
      digestFields([
        ["a", "x"],
        ["b", "y"],
      ]),
    );
  });
});
