import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookup, MemoryDirectory, MemoryFile } from "./memory-fs.js";
import { readTar } from "./tar.js";

/** One entry as tar writes it: a header block, then the content in whole blocks. */
function entry(path: string, type: string, content: Uint8Array): Uint8Array {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write(type, 156);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.set(content);
  return Buffer.concat([header, body]);
}

describe("readTar", () => {
  it("gives every file its bytes", () => {
    const files = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.uint8Array({ minLength: 0, maxLength: 1200 }),
    );
    fc.assert(
      fc.property(files, (tree) => {
        const entries = Object.entries(tree).map(([name, content]) => entry(`dir/${name}.h`, "0", content));
        const root = readTar(Buffer.concat([...entries, Buffer.alloc(1024)]));
        for (const [name, content] of Object.entries(tree)) {
          const node = lookup(root, `/dir/${name}.h`);
          expect(node instanceof MemoryFile ? [...node.bytes] : undefined).toEqual([...content]);
        }
      }),
    );
  });

  it("keeps empty directories and refuses what it does not know", () => {
    const directory = readTar(
      Buffer.concat([entry("lib/empty/", "5", new Uint8Array()), Buffer.alloc(1024)]),
    );
    expect(lookup(directory, "/lib/empty")).toBeInstanceOf(MemoryDirectory);
    expect(() => readTar(entry("link", "2", new Uint8Array()))).toThrow("unknown type 2");
  });
});
