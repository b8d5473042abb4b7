import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lookup, makeDirectory, MemoryDirectory, MemoryFile, putFile, segmentsOf } from "./memory-fs.js";

describe("MemoryFile", () => {
  it("behaves as an array of bytes under any writes and truncations", () => {
    const action = fc.oneof(
      fc.record({ offset: fc.nat(5000), chunk: fc.uint8Array({ maxLength: 50 }) }),
      fc.record({ size: fc.nat(6000) }),
    );
    fc.assert(
      fc.property(fc.uint8Array(), fc.array(action), (initial, actions) => {
        const given = initial.slice();
        const file = new MemoryFile(given);
        let model = [...initial];
        for (const step of actions) {
          if ("size" in step) {
            file.truncate(step.size);
            model = Array.from({ length: step.size }, (_, i) => model[i] ?? 0);
          } else {
            file.write(step.chunk, step.offset);
            const length = Math.max(model.length, step.offset + step.chunk.length);
            model = Array.from({ length }, (_, i) => step.chunk[i - step.offset] ?? model[i] ?? 0);
          }
        }
        expect([...file.bytes]).toEqual(model);
        expect(file.size).toBe(model.length);
        expect(given).toEqual(initial);
      }),
    );
  });

  it("reads lazily, once", () => {
    let reads = 0;
    const file = new MemoryFile(() => {
      reads++;
      return Uint8Array.of(1, 2, 3);
    }, 3);
    expect(file.size).toBe(3);
    expect(reads).toBe(0);
    expect([...file.bytes, ...file.bytes]).toEqual([1, 2, 3, 1, 2, 3]);
    expect(reads).toBe(1);
  });
});

describe("paths", () => {
  it("resolves dots by name and never leaves the root", () => {
    expect(segmentsOf("/a/./b//../c/")).toEqual(["a", "c"]);
    expect(segmentsOf("../../a")).toEqual(["a"]);
  });

  it("finds what was put, with the directories on the way", () => {
    const root = new MemoryDirectory();
    putFile(root, "/a/b/c.h", Buffer.from("text"));
    expect(lookup(root, "/a/b")).toBeInstanceOf(MemoryDirectory);
    expect(lookup(root, "a/x/../b/c.h")).toBeInstanceOf(MemoryFile);
    expect(lookup(root, "/a/b/c.h/d")).toBeUndefined();
    expect(() => makeDirectory(root, "/a/b/c.h/d")).toThrow("c.h is a file");
    expect(() => putFile(root, "/", Buffer.from(""))).toThrow("it has no name");
  });
});

describe("a host directory", () => {
  let host = "";
  beforeAll(() => {
    host = mkdtempSync(join(tmpdir(), "cuts-fs-"));
    mkdirSync(join(host, "sub"));
    writeFileSync(join(host, "sub", "a.h"), "from the host");
    writeFileSync(join(host, "b.h"), "from the host");
  });
  afterAll(() => {
    rmSync(host, { recursive: true });
  });

  it("is seen through, and what is in memory comes first", () => {
    const root = new MemoryDirectory();
    makeDirectory(root, "/include").hostPath = host;
    putFile(root, "/include/b.h", Buffer.from("from memory"));
    const text = (path: string): string => {
      const node = lookup(root, path);
      return node instanceof MemoryFile ? Buffer.from(node.bytes).toString() : "";
    };
    expect(text("/include/sub/a.h")).toBe("from the host");
    expect(text("/include/b.h")).toBe("from memory");
    expect(lookup(root, "/include/c.h")).toBeUndefined();
    const directory = lookup(root, "/include");
    expect(directory instanceof MemoryDirectory ? directory.names().sort() : []).toEqual(["b.h", "sub"]);
  });
});
