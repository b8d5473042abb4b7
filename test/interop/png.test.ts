// PNG in and out: every kind of file against pngjs, and files that lie.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { turnsUntil } from "../turns.js";
import { makePng, pngChunk, pngHeader, type PngKind, pngSignature } from "./make-png.js";
import { PNG } from "./pngjs.js";
import { cases } from "../cases.js";

const on = { device: "cpu" } as const;
const folder = mkdtempSync(join(tmpdir(), "png-"));
afterAll(() => rmSync(folder, { recursive: true }));

const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const kinds = Object.entries(depths).flatMap(([colourType, list]) =>
  list.flatMap((depth) =>
    [false, true].map((isInterlaced) => ({ colourType: Number(colourType), depth, isInterlaced })),
  ),
);

/** The pixels of an array as pngjs has them: red, green, blue, alpha. */
async function asRgba(x: cu.NDArray, isKeyed = false): Promise<number[]> {
  const values = [...((await x.data()) as Uint8Array)];
  const channels = x.shape[2] ?? 1;
  const opaque = x.dtype === "uint8" ? 255 : 65_535;
  return Array.from({ length: values.length / channels }, (_, at) => {
    const [r = 0, g = 0, b = 0, a = 0] = values.slice(at * channels, (at + 1) * channels);
    if (isKeyed && (channels === 2 ? g : a) === 0) return [0, 0, 0, 0];
    if (channels === 1) return [r, r, r, opaque];
    if (channels === 2) return [r, r, r, g];
    return [r, g, b, channels === 3 ? opaque : a];
  }).flat();
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A palette of as many colours as a depth can name. */
function paletteFor({ colourType, depth }: Pick<PngKind, "colourType" | "depth">): { palette?: Uint8Array } {
  return colourType === 3
    ? { palette: Uint8Array.from({ length: 3 * 2 ** depth }, (_, i) => (i * 37) & 255) }
    : {};
}

describe("PNG files", () => {
  it.each(kinds)(
    "of colour type $colourType, $depth bits, interlaced: $isInterlaced are read as pngjs reads them",
    async (kind) => {
      const next = random(kind.colourType * 100 + kind.depth);
      for (const [width, height] of [
        [1, 1],
        [2, 3],
        [5, 4],
        [9, 17],
        [33, 8],
      ] as const) {
        const transparencies =
          kind.colourType === 0
            ? [undefined, Uint8Array.of(0, 1)]
            : kind.colourType === 2
              ? [undefined, Uint8Array.of(0, 1, 0, 1, 0, 0)]
              : kind.colourType === 3
                ? [undefined, Uint8Array.of(0, 128)]
                : [undefined];
        for (const transparency of transparencies) {
          const values = new Map<string, number>();
          const sample = (x: number, y: number, i: number): number => {
            const key = `${x},${y},${i}`;
            // Small values are frequent, so that the transparent colour is there.
            const value =
              values.get(key) ??
              (next() < 0.3 ? Math.floor(next() * 2) : Math.floor(next() * 2 ** kind.depth));
            values.set(key, value);
            return value;
          };
          const file = makePng(
            {
              ...kind,
              width,
              height,
              ...paletteFor(kind),
              ...(transparency === undefined ? {} : { transparency }),
            },
            sample,
          );
          using ours = await cu.parsePng(file, on);
          const theirs = PNG.sync.read(file, { skipRescale: kind.depth === 16 });
          const channels = [1, 0, 3, 3, 2, 0, 4][kind.colourType] as number;
          const all = channels + (transparency === undefined ? 0 : 1);
          expect([ours.dtype, ours.shape]).toEqual([
            kind.depth === 16 ? "uint16" : "uint8",
            all === 1 ? [height, width] : [height, width, all],
          ]);
          // What is transparent has no colour in pngjs.
          const isKeyed = transparency !== undefined && kind.colourType !== 3;
          expect(await asRgba(ours, isKeyed)).toEqual(Array.from(theirs.data));
        }
      }
    },
  );

  it("come back as they were written, and pngjs reads them", async () => {
    const next = random(1);
    for (const dtype of ["uint8", "uint16"] as const) {
      for (const shape of [
        [3, 5],
        [3, 5, 1],
        [4, 3, 2],
        [5, 4, 3],
        [7, 6, 4],
        [1, 1, 4],
        [64, 31, 3],
      ]) {
        const size = shape.reduce((a, b) => a * b, 1);
        // Noise, and smooth runs, for which the filters are.
        const values = Array.from({ length: size }, (_, i) =>
          i % 2 === 0 ? Math.floor(next() * (dtype === "uint8" ? 256 : 65_536)) : i & 255,
        );
        using x = cu.array(values, { dtype, ...on }).reshape(...shape) as cu.PngArray;
        const path = join(folder, `${dtype}-${shape.join("-")}.png`);
        await cu.savePng(path, x);
        using back = await cu.loadPng(path, on);
        expect(back.shape).toEqual(shape[2] === 1 ? shape.slice(0, 2) : shape);
        expect([back.dtype, [...(await back.data())]]).toEqual([dtype, values]);
        const theirs = PNG.sync.read(readFileSync(path), { skipRescale: dtype === "uint16" });
        expect(Array.from(theirs.data)).toEqual(await asRgba(back));
        expect(Buffer.compare(readFileSync(path), await cu.formatPng(x))).toBe(0);
      }
    }
    expect(readdirSync(folder).every((name) => name.endsWith(".png"))).toBe(true);
  });

  it("of views are what the view shows, as it is at the call", async () => {
    using x = cu.arange(24, { dtype: "uint8", ...on }).reshape(4, 6);
    const saved = cu.formatPng(x.transpose());
    x.fill(0);
    using back = await cu.parsePng(await saved, on);
    expect(back.shape).toEqual([6, 4]);
    expect((await back.tolist()) as number[][]).toEqual(
      Array.from({ length: 6 }, (_, i) => Array.from({ length: 4 }, (__, j) => 6 * j + i)),
    );
  });

  it("are smaller by their filters than without", async () => {
    const [height, width] = [64, 64];
    const data = Buffer.from(
      Array.from({ length: height * width * 4 }, (_, i) => ((i >> 2) * 3 + (i & 3) * 7) & 255),
    );
    using x = cu.array([...data], { dtype: "uint8", ...on }).reshape(height, width, 4) as cu.PngArray;
    const plain = PNG.sync.write({ width, height, data }, { filterType: 0 });
    expect((await cu.formatPng(x)).length).toBeLessThan(plain.length);
  });

  it("are made and read while the event loop turns", async () => {
    using x = cu.zeros([1500, 1500, 4], { dtype: "uint8", ...on }) as cu.PngArray;
    let bytes: Uint8Array = new Uint8Array();
    expect(await turnsUntil(cu.formatPng(x).then((made) => (bytes = made)))).toBeGreaterThan(20);
    expect(await turnsUntil(cu.parsePng(bytes, on).then((y) => y.dispose()))).toBeGreaterThan(8);
  });

  it("are not made of other arrays", async () => {
    const others = [
      cu.zeros([2, 2], on),
      cu.zeros([2, 2, 5], { dtype: "uint8", ...on }),
      cu.zeros([4], { dtype: "uint8", ...on }),
      cu.zeros([0, 4], { dtype: "uint8", ...on }),
      [[1, 2]],
      null,
    ];
    for (const other of others) {
      await expect(cu.formatPng(other as never)).rejects.toMatchObject({ code: "CUTS_PNG_VALUE" });
    }
    await expect(
      cu.savePng(join(folder, "none/x.png"), cu.zeros([1, 1], { dtype: "uint8", ...on })),
    ).rejects.toMatchObject({
      code: "CUTS_FILE_NOT_FOUND",
    });
  });
});

describe("PNG files that lie", () => {
  const kind: PngKind = { width: 4, height: 3, depth: 8, colourType: 2 };
  const good = makePng(kind, (x, y, i) => (x * 16 + y * 4 + i) & 255);
  const refused = (bytes: Uint8Array, code = "CUTS_PNG_FORMAT"): Promise<void> =>
    expect(cu.parsePng(bytes, on)).rejects.toMatchObject({ code });
  const file = (...chunks: readonly [string, Uint8Array][]): Buffer =>
    Buffer.concat([pngSignature, ...chunks.map(([type, bytes]) => pngChunk(type, bytes))]);
  const end: [string, Uint8Array] = ["IEND", new Uint8Array(0)];
  const header = (change: Partial<PngKind>): [string, Uint8Array] => [
    "IHDR",
    pngHeader({ ...kind, ...change }),
  ];
  const pixels: [string, Uint8Array] = ["IDAT", deflateSync(new Uint8Array(3 * 13))];

  it("are refused wherever they are cut off", async () => {
    (await cu.parsePng(good, on)).dispose();
    for (let length = 0; length < good.length; length++) await refused(good.subarray(0, length));
  });

  it("are refused for their checksums", async () => {
    for (const place of [20, good.length - 2, good.indexOf("IDAT") + 6]) {
      const damaged = Buffer.from(good);
      damaged[place] = (damaged[place] as number) ^ 1;
      await refused(damaged);
    }
  });

  it("are refused before memory is taken for sizes that they cannot have", async () => {
    for (const [width, height] of [
      [2 ** 31 - 1, 2 ** 31 - 1],
      [1 << 20, 1 << 20],
      [100_000, 3],
    ] as const) {
      await refused(file(header({ width, height }), pixels, end));
    }
    for (const [width, height] of [
      [0, 1],
      [1, 0],
      [2 ** 31, 1],
      [2 ** 32 - 1, 2 ** 32 - 1],
    ] as const) {
      await refused(file(header({ width, height }), pixels, end));
    }
    // 65 kB that inflate to 64 MB, as the header says: a limit is what is left.
    const bomb = file(
      header({ width: 8192, height: 8192, colourType: 0 }),
      ["IDAT", deflateSync(new Uint8Array(8192 * 8193))],
      end,
    );
    const { code, message } = (await cu
      .parsePng(bomb, { ...on, maxBytes: 1 << 20 })
      .catch((error: unknown) => error)) as cu.CutsError;
    expect([code, message]).toEqual(["CUTS_PNG_LIMIT", expect.stringContaining("maxBytes: 67117056")]);
    // More than the header says: what inflates is not kept.
    await refused(file(header({}), ["IDAT", deflateSync(new Uint8Array(1 << 24))], end));
    await refused(file(header({}), ["IDAT", deflateSync(new Uint8Array(38))], end));
  });

  it("are refused for headers, palettes and chunks that the standard does not have", async () => {
    const bad: readonly Buffer[] = [
      file(pixels, header({}), end),
      file(header({}), end),
      file(header({ depth: 3 }), pixels, end),
      file(header({ depth: 4 }), pixels, end),
      file(header({ colourType: 1 }), pixels, end),
      file(header({ colourType: 7 }), pixels, end),
      file(["IHDR", Buffer.concat([pngHeader(kind), Buffer.alloc(1)])], pixels, end),
      file(["IHDR", pngHeader(kind).map((byte, i) => (i === 12 ? 2 : byte))], pixels, end),
      file(["IHDR", pngHeader(kind).map((byte, i) => (i === 10 ? 1 : byte))], pixels, end),
      file(header({ colourType: 3 }), pixels, end),
      file(header({ colourType: 3 }), ["PLTE", new Uint8Array(4)], pixels, end),
      file(header({ colourType: 3 }), ["PLTE", new Uint8Array(771)], pixels, end),
      file(header({ colourType: 3, depth: 1 }), ["PLTE", new Uint8Array(9)], pixels, end),
      file(header({ colourType: 3 }), ["PLTE", new Uint8Array(3)], ["tRNS", new Uint8Array(2)], pixels, end),
      file(header({ colourType: 0 }), ["PLTE", new Uint8Array(3)], pixels, end),
      file(header({ colourType: 6 }), ["tRNS", new Uint8Array(2)], pixels, end),
      file(header({}), ["tRNS", new Uint8Array(5)], pixels, end),
      file(header({}), pixels, ["PLTE", new Uint8Array(3)], end),
      file(header({}), pixels, ["tEXt", Buffer.from("a")], pixels, end),
      file(header({}), ["ABCD", new Uint8Array(2)], pixels, end),
      file(header({}), header({}), pixels, end),
      file(header({}), ["IDAT", Buffer.from("these do not inflate")], end),
      file(header({}), ["IDAT", deflateSync(new Uint8Array(39).fill(9))], end),
    ];
    for (const bytes of bad) await refused(bytes);
    (await cu.parsePng(file(header({}), pixels, end), on)).dispose();
    await refused(Buffer.from("GIF89a"));
    await expect(cu.parsePng("text" as never, on)).rejects.toMatchObject({ code: "CUTS_NPY_BYTES" });
    await expect(cu.loadPng(join(folder, "missing.png"))).rejects.toMatchObject({
      code: "CUTS_FILE_NOT_FOUND",
    });
  });

  it("give an error or an image, whatever is changed in them", async () => {
    let refusals = 0;
    const runs = cases(1500);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async (one, changes, mends) => {
          const bytes = Buffer.from(
            makePng(
              { ...one, width: 6, height: 5, ...paletteFor(one) },
              (x, y, i) => (x + y + i) & (2 ** one.depth - 1),
            ),
          );
          for (const [place, change] of changes) {
            const at = place % bytes.length;
            bytes[at] = (bytes[at] as number) ^ change;
          }
          try {
            using x = await cu.parsePng(mends ? withRightSums(bytes) : bytes, { ...on, maxBytes: 1 << 22 });
            expect(x.size).toBeLessThanOrEqual(1 << 22);
          } catch (error) {
            expect(error).toBeInstanceOf(cu.CutsError);
            refusals++;
          }
        },
      ),
      { numRuns: runs, seed: 16 },
    );
    expect(refusals).toBeGreaterThan(runs / 2);
    expect(refusals).toBeLessThan(runs);
  });

  /** The same chunks with checksums that fit, so that what is behind them is tried. */
  function withRightSums(bytes: Buffer): Buffer {
    const parts: Buffer[] = [bytes.subarray(0, 8)];
    for (let at = 8; at + 12 <= bytes.length; ) {
      const length = bytes.readUInt32BE(at);
      if (at + 12 + length > bytes.length) return bytes;
      parts.push(pngChunk(bytes.toString("latin1", at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length)));
      at += 12 + length;
    }
    return Buffer.concat(parts);
  }
});
