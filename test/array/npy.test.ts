// npy and npz files: there and back, from and to the real NumPy, and files that lie.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { crc32, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { formatHeader } from "../../src/array/npy/header.js";
import { ZipWriter } from "../../src/array/npy/zip-writer.js";
import { type DType, dtypeNames, dtypes } from "../../src/core/dtype.js";
import { watchHandles } from "./left-behind.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cuts-npy-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An array of a dtype with any bits but those of a bool. */
function arrayOf(dtype: DType, bytes: Uint8Array, shape: readonly number[]): cu.NDArray {
  const { TypedArray } = dtypes[dtype];
  const own = dtype === "bool" ? bytes.map((byte) => byte & 1) : bytes;
  return cu.buffer(dtype, new TypedArray(own.slice().buffer)).reshape(...shape);
}

/** An array as what can be compared, bit by bit. */
async function facts(x: cu.NDArray): Promise<unknown> {
  const data = await x.data();
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { dtype: x.dtype, shape: [...x.shape], hex: Buffer.from(bytes).toString("hex") };
}

const numbered = (dtype: DType, count: number): Uint8Array =>
  Uint8Array.from({ length: count * dtypes[dtype].byteLength }, (_, at) => (at * 37 + 11) & 0x3f);

describe("an array comes back", () => {
  it("from bytes, whatever its dtype, shape and bits", async () => {
    const shapes = fc.array(fc.nat(4), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...dtypeNames),
        shapes,
        fc.infiniteStream(fc.nat(255)),
        async (dtype, shape, bits) => {
          const length = shape.reduce((product, size) => product * size, 1) * dtypes[dtype].byteLength;
          using x = arrayOf(dtype, Uint8Array.from(bits.take(length)), shape);
          using back = await cu.parseNpy(await cu.formatNpy(x), { dtype });
          expect(await facts(back)).toEqual(await facts(x));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("from files, in C order, in Fortran order, and of views that have neither", async () => {
    const x = cu.arange(24, { dtype: "int16" }).reshape(2, 3, 4);
    for (const one of [x, x.T, x.slice([":", "::-1", "1:3"]), x.slice([0, 1, 2])]) {
      const path = join(folder, "x.npy");
      await cu.saveNpy(path, one);
      const back = await cu.loadNpy(path);
      expect(await facts(back)).toEqual(await facts(one));
    }
    expect(Buffer.from(await cu.formatNpy(x.T)).toString("latin1")).toContain("'fortran_order': True");
  });

  it("from a file of many pieces, as it was when it was saved", async () => {
    const path = new URL(`file://${join(folder, "large.npy")}`);
    const x = cu.arange(3_000_000, { dtype: "float64" });
    const saving = cu.saveNpy(path, x);
    x.fill(-1);
    await saving;
    const data = await (await cu.loadNpy(path, { dtype: "float64" })).data();
    expect([data.length, data[0], data[1_048_577], data[2_999_999]]).toEqual([
      3_000_000, 0, 1_048_577, 2_999_999,
    ]);
  });

  it("as another dtype where one is asked for", async () => {
    const x = await cu.parseNpy(await cu.formatNpy(cu.array([1.5, -2, 300])), { dtype: "int16" });
    expect([x.dtype, await x.tolist()]).toEqual(["int16", [1, -2, 300]]);
  });

  it("from the other byte order, in pieces that cut elements", async () => {
    const header = formatHeader("int32", [2_100_000], false);
    const big = Buffer.from(header);
    big.write(">", big.indexOf("<"), "latin1");
    const data = Buffer.alloc(8_400_000);
    for (let at = 0; at < 2_100_000; at++) data.writeInt32BE(at - 5, 4 * at);
    const found = await (await cu.parseNpy(Buffer.concat([big, data]))).data();
    expect(found.every((value, at) => value === at - 5)).toBe(true);
  });

  it("with booleans that are 0 or 1 in memory, whatever the file says", async () => {
    const bytes = Buffer.concat([formatHeader("bool", [3], false), Uint8Array.of(0, 7, 255)]);
    expect(await (await cu.parseNpy(bytes)).data()).toEqual(Uint8Array.of(0, 1, 1));
  });
});

describe("npz files", () => {
  const arrays = {
    weights: cu.arange(6).reshape(2, 3).T,
    "layer/bias": cu.array([true, false]),
    ["__proto__"]: cu.array([1n, -1n]),
    empty: cu.zeros([0, 3]),
  };
  const named = Object.fromEntries(Object.entries(arrays));
  Object.defineProperty(named, "__proto__", { value: arrays["__proto__"], enumerable: true });

  it.each([false, true])("bring back all arrays by name (compressed: %s)", async (compressed) => {
    const path = join(folder, `x${compressed}.npz`);
    await cu.saveNpz(path, named, { compressed });
    const fromFile = await cu.loadNpz(path);
    const fromBytes = await cu.parseNpz(await cu.formatNpz(named, { compressed }));
    expect(Object.keys(fromFile).sort()).toEqual(["__proto__", "empty", "layer/bias", "weights"]);
    for (const found of [fromFile, fromBytes]) {
      for (const [name, one] of Object.entries(found))
        expect(await facts(one)).toEqual(
          await facts(Object.getOwnPropertyDescriptor(named, name)?.value as cu.NDArray),
        );
    }
  });

  it("name the arrays of a list as NumPy does, and give only what is asked for", async () => {
    const bytes = await cu.formatNpz([cu.zeros(2), cu.ones(3)]);
    expect(Object.keys(await cu.parseNpz(bytes))).toEqual(["arr_0", "arr_1"]);
    expect(Object.keys(await cu.parseNpz(bytes, { only: ["arr_1"] }))).toEqual(["arr_1"]);
    await expect(cu.parseNpz(bytes, { only: ["x"] })).rejects.toThrow(
      'it has the arrays "arr_0", "arr_1" (got a wish for "x")',
    );
  });

  it("refuse names that lead elsewhere", async () => {
    for (const name of ["../x", "/x", "a//b", "c:x", "a\\b", ""])
      await expect(cu.formatNpz({ [name]: cu.zeros(1) })).rejects.toThrow("its name must be that of a file");
  });
});

describe("arrays of many pieces", () => {
  it("let the event loop turn while they are read and written in memory", async () => {
    const x = cu.zeros(4 << 20, { device: "cpu" });
    const turnsOf = async <T>(promise: Promise<T>): Promise<{ turns: number; value: T }> => {
      let turns = 0;
      const count = (): void => {
        turns++;
        next = setImmediate(count);
      };
      let next = setImmediate(count);
      try {
        const value = await promise;
        return { value, turns };
      } finally {
        clearImmediate(next);
      }
    };
    // 16 MiB are four pieces.
    const npy = await turnsOf(cu.formatNpy(x));
    const npz = await turnsOf(cu.formatNpz({ x }));
    const readings = [await turnsOf(cu.parseNpy(npy.value)), await turnsOf(cu.parseNpz(npz.value))];
    for (const { turns } of [npz, ...readings]) expect(turns).toBeGreaterThanOrEqual(4);
    // A worker copies it whole: how often the loop turns meanwhile is a matter of time.
    expect(npy.turns).toBeGreaterThanOrEqual(1);
  });
});

describe("a disk that is full", () => {
  it.skipIf(process.platform === "win32")(
    "leaves the files that were there, and nothing else (skipped on Windows: no ulimit)",
    async () => {
      const own = mkdtempSync(join(folder, "full-"));
      await cu.saveNpy(join(own, "x.npy"), cu.arange(1000));
      await cu.saveNpz(join(own, "x.npz"), { x: cu.arange(1000) });
      const script = fileURLToPath(new URL("save-full.ts", import.meta.url));
      // 64 blocks of 512 or 1024 bytes, as shells count; the loader must not write its own cache meanwhile.
      const args = [
        "-c",
        'ulimit -f 64; exec "$@"',
        "sh",
        process.execPath,
        "--import",
        import.meta.resolve("tsx"),
      ];
      const env = { ...process.env, CUTS_CACHE: "0", TSX_DISABLE_CACHE: "1" };
      const { stdout, stderr } = spawnSync("sh", [...args, script, own], { encoding: "utf8", env });
      expect([stdout, stderr]).toEqual(['["EFBIG","EFBIG","EFBIG","EFBIG","saved"]', ""]);
      expect(readdirSync(own).sort()).toEqual(["small.npy", "x.npy", "x.npz"]);
      const expected = [...Array(1000).keys()];
      expect(await (await cu.loadNpy(join(own, "x.npy"))).tolist()).toEqual(expected);
      expect(await (await cu.loadNpz(join(own, "x.npz")))["x"]?.tolist()).toEqual(expected);
    },
  );
});

describe("what is no file", () => {
  it.skipIf(process.platform === "win32")("is refused at once (skipped on Windows: no FIFOs)", async () => {
    const fifo = join(folder, "fifo.npy");
    spawnSync("mkfifo", [fifo]);
    const refused = { code: "CUTS_NOT_A_FILE" };
    await expect(cu.loadNpy(fifo)).rejects.toMatchObject(refused);
    await expect(cu.loadNpz(fifo)).rejects.toMatchObject(refused);
    await expect(cu.saveNpy(fifo, cu.ones(1))).rejects.toMatchObject(refused);
    await expect(cu.loadNpy(folder)).rejects.toThrow(
      `Cannot read ${folder}: it must be a file (got a directory)`,
    );
  });
});

describe("a file that is not there", () => {
  const told = { code: "CUTS_FILE_NOT_FOUND", cause: expect.objectContaining({ code: "ENOENT" }) };

  it("is told with its path and what to try", async () => {
    const path = join(folder, "none.npy");
    const message = `Cannot read ${path}: there is no such file\nTry: another path; relative ones begin at`;
    await expect(cu.loadNpy(path)).rejects.toMatchObject(told);
    await expect(cu.loadNpz(path)).rejects.toMatchObject(told);
    await expect(cu.loadNpy(path)).rejects.toThrow(message);
    await expect(cu.loadNpy(pathToFileURL(path))).rejects.toThrow(message);
  });

  it("cannot be made in a folder that is not there", async () => {
    const path = join(folder, "none", "x.npy");
    await expect(cu.saveNpy(path, cu.ones(1))).rejects.toMatchObject(told);
    await expect(cu.saveNpz(path, { x: cu.ones(1) })).rejects.toMatchObject(told);
    await expect(cu.saveNpy(path, cu.ones(1))).rejects.toThrow(
      `Cannot write ${path}: its folder must be there\nTry: await mkdir(${JSON.stringify(join(folder, "none"))}`,
    );
  });
});

describe("files that lie", () => {
  const good = (): Promise<Uint8Array> => cu.formatNpy(cu.arange(10));

  it("are refused where they are cut off or go on, and leave nothing behind", async () => {
    const bytes = await good();
    const leftBehind = watchHandles();
    for (const length of [0, 3, 9, 60, 128, bytes.length - 1])
      await expect(cu.parseNpy(bytes.subarray(0, length))).rejects.toMatchObject({ code: "CUTS_NPY_FORMAT" });
    await expect(cu.parseNpy(Buffer.concat([bytes, Buffer.alloc(1)]))).rejects.toThrow(
      "float32[10] has 40 bytes, and as many must follow the header (got 41)",
    );
    expect(leftBehind()).toEqual([]);
  });

  it("are refused before memory is taken", async () => {
    const header = formatHeader("complex128", [2 ** 40, 100], false);
    await expect(cu.parseNpy(header)).rejects.toThrow("has 1759218604441600 bytes, and as many must follow");
    const long = formatHeader("int8", [], false).slice(0, 20);
    long.set([2, 0, 0, 255, 0, 0], 6);
    await expect(cu.parseNpy(long)).rejects.toThrow(
      "its header must lie within its 20 bytes (got one of 65292)",
    );
  });

  it("are refused by name", async () => {
    const path = join(folder, "bad.npy");
    writeFileSync(path, "not an array");
    await expect(cu.loadNpy(path)).rejects.toThrow(`Cannot read ${path}: it must begin as npy files do`);
  });
});

/** A zip file of one stored or deflated member, with parts of its directory written over. */
function zipOf(
  data: Uint8Array,
  options: { deflated?: boolean; size?: number; crc?: number; name?: string } = {},
): Buffer {
  const name = Buffer.from(options.name ?? "x.npy");
  const stored = options.deflated === true ? deflateRawSync(data) : Buffer.from(data);
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(options.deflated === true ? 8 : 0, 4);
  facts.writeUInt32LE(options.crc ?? crc32(data), 10);
  facts.writeUInt32LE(stored.length, 14);
  facts.writeUInt32LE(options.size ?? data.length, 18);
  facts.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), facts, name, stored]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), facts, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

describe("zip files that lie", () => {
  const npy = async (): Promise<Uint8Array> => cu.formatNpy(cu.zeros(100_000));

  it("are read where they do not", async () => {
    const { x } = await cu.parseNpz(zipOf(await npy(), { deflated: true }));
    expect(x?.shape).toEqual([100_000]);
  });

  it("are refused where their sizes, sums and names do", async () => {
    const data = await npy();
    const refused = async (bytes: Uint8Array, message: string): Promise<void> => {
      const leftBehind = watchHandles();
      await expect(cu.parseNpz(bytes)).rejects.toThrow(message);
      expect(leftBehind()).toEqual([]);
    };
    await refused(zipOf(data, { crc: 1 }), "its checksum must be that of the directory");
    await refused(zipOf(data, { deflated: true, crc: 1 }), "its checksum must be that of the directory");
    await refused(zipOf(data, { size: 5 }), "cannot have 5 bytes in");
    await refused(zipOf(data, { deflated: true, size: 4e9 }), "cannot have 4000000000 bytes in");
    await refused(zipOf(data, { deflated: true, size: 300_000 }), "and as many must follow the header");
    await refused(zipOf(data, { deflated: true, size: 500_000 }), "and as many must follow the header");
    await refused(zipOf(data, { name: "../../x.npy" }), "must not lead out of it");
    await refused(zipOf(data, { name: "readme.txt" }), "all its members must be npy files");
    await refused(Buffer.from("PK\x03\x04 not a zip file at all"), "it must be a zip file");
    await refused(zipOf(data).subarray(1000), "must lie");
  });

  it("are refused where deflated bytes are not, or end", async () => {
    const zip = zipOf(await npy(), { deflated: true });
    const broken = Buffer.from(zip);
    broken.fill(0xff, 40, 60);
    await expect(cu.parseNpz(broken)).rejects.toMatchObject({ code: "CUTS_NPZ_FORMAT" });
  });

  it("are refused where members share bytes, or would become too many", async () => {
    const zip = zipOf(await npy(), { deflated: true });
    await expect(cu.parseNpz(zip, { maxBytes: 100_000 })).rejects.toMatchObject({ code: "CUTS_NPZ_LIMIT" });
    const directory = zip.readUInt32LE(zip.length - 6);
    const entry = zip.subarray(directory, zip.length - 22);
    const second = Buffer.from(entry);
    second.write("y", 46);
    const end = Buffer.from(zip.subarray(zip.length - 22));
    end.writeUInt16LE(2, 8);
    end.writeUInt16LE(2, 10);
    end.writeUInt32LE(2 * entry.length, 12);
    const overlapping = Buffer.concat([zip.subarray(0, directory), entry, second, end]);
    await expect(cu.parseNpz(overlapping)).rejects.toThrow("must lie before what follows it, and apart");
    second.write("x", 46);
    const twice = Buffer.concat([zip.subarray(0, directory), entry, second, end]);
    await expect(cu.parseNpz(twice)).rejects.toThrow('it must not have "x.npy" twice');
  });

  it("never do anything but fail, whatever byte is changed", async () => {
    const zip = await cu.formatNpz(
      { a: cu.arange(4), b: cu.ones([2, 2], { dtype: "int8" }) },
      { compressed: true },
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(zip.length - 1), fc.nat(255), async (at, byte) => {
        const changed = zip.slice();
        changed[at] = byte;
        try {
          for (const one of Object.values(await cu.parseNpz(changed))) one.dispose();
        } catch (error) {
          expect((error as { code?: string }).code).toMatch(/^CUTS_NP[YZ]_/);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** A zip file in memory, of members that say to be of any size. */
async function zip64(count: number, declared: number): Promise<Uint8Array> {
  const bytes = new Map<number, Uint8Array>();
  const zip = new ZipWriter({
    write: (position, part) => {
      bytes.set(position, part);
      return Promise.resolve();
    },
  });
  const data = await cu.formatNpy(cu.array([7], { dtype: "uint8" }));
  for (let index = 0; index < count; index++) {
    await zip.add(
      `m${index}.npy`,
      declared,
      (async function* () {
        yield data;
      })(),
      false,
    );
  }
  await zip.end();
  const whole = new Uint8Array(Math.max(...Array.from(bytes, ([at, part]) => at + part.length)));
  for (const [at, part] of bytes) whole.set(part, at);
  return whole;
}

describe("zip64", () => {
  it("holds sizes of 64 bits", async () => {
    const zip = await zip64(1, 5e9);
    expect(Buffer.from(zip).readUInt32LE(18)).toBe(0xffff_ffff);
    const { m0 } = await cu.parseNpz(zip);
    expect(await m0?.tolist()).toEqual([7]);
  });
});

const python = process.env["CUTS_PYTHON"] ?? "python3";
const probe = spawnSync(python, ["-c", "import numpy; print(numpy.__version__)"], { encoding: "utf8" });
const version = probe.status === 0 ? probe.stdout.trim() : undefined;
const reason = version === undefined ? ` (skipped: ${python} has no NumPy)` : ` (NumPy ${version})`;

describe.skipIf(version === undefined)(`NumPy${reason}`, () => {
  const run = (program: string): string =>
    execFileSync(python, ["-c", `import numpy as np\n${program}`], { cwd: folder, encoding: "utf8" });
  const dtypesOfNumpy = dtypeNames.filter((dtype) => dtype !== "bfloat16");

  it("reads what CuTS writes", async () => {
    const arrays = Object.fromEntries(
      dtypesOfNumpy.map((dtype) => [dtype, arrayOf(dtype, numbered(dtype, 6), [2, 3])]),
    );
    for (const [name, one] of Object.entries(arrays)) await cu.saveNpy(join(folder, `${name}.npy`), one);
    await cu.saveNpy(join(folder, "fortran.npy"), (arrays["int32"] as cu.NDArray).T);
    await cu.saveNpz(join(folder, "stored.npz"), arrays);
    await cu.saveNpz(join(folder, "deflated.npz"), arrays, { compressed: true });
    writeFileSync(join(folder, "wide.npz"), await zip64(3, 5e9));
    const found = JSON.parse(
      run(`import json
out = {}
stored, deflated = np.load("stored.npz"), np.load("deflated.npz")
for name in ${JSON.stringify(dtypesOfNumpy)}:
    x = np.load(name + ".npy")
    assert (x.tobytes() == stored[name].tobytes()) and (x.tobytes() == deflated[name].tobytes())
    out[name] = [str(x.dtype), list(x.shape), x.tobytes().hex()]
f = np.load("fortran.npy")
assert f.flags.f_contiguous and (f == np.load("int32.npy").T).all()
wide = np.load("wide.npz")
assert [wide["m%d" % i].tolist() for i in range(3)] == [[7], [7], [7]]
print(json.dumps(out))`),
    ) as Record<string, [string, number[], string]>;
    for (const [name, one] of Object.entries(arrays)) {
      const [dtype, shape, hex] = found[name] as [string, number[], string];
      expect({ dtype, shape, hex }).toEqual(await facts(one));
    }
  });

  it("writes what CuTS reads, in both byte orders and of all versions", async () => {
    const expected = JSON.parse(
      run(`import json
from numpy.lib import format
out = {}
for name in ${JSON.stringify(dtypesOfNumpy)}:
    x = np.frombuffer(bytes((k * 37 + 11) & 0x3f for k in range(6 * np.dtype(name).itemsize)), name).reshape(2, 3)
    if name == "bool": x = (np.arange(6) % 2 == 0).reshape(2, 3)
    out[name] = [list(x.shape), np.ascontiguousarray(x).tobytes().hex()]
    np.save(name + "-le.npy", x)
    np.save(name + "-be.npy", x.astype(x.dtype.newbyteorder(">")))
    np.save(name + "-f.npy", np.asfortranarray(x))
    for version in [(2, 0), (3, 0)]:
        with open(f"{name}-{version[0]}.npy", "wb") as file: format.write_array(file, x, version=version)
np.savez("numpy.npz", a=np.arange(3), b=np.float64(2.5), c=np.zeros((0, 2)))
np.savez_compressed("numpy-deflated.npz", np.eye(3, dtype="f4"))
np.save("pickle.npy", np.array([{}, 1], dtype=object), allow_pickle=True)
np.save("record.npy", np.zeros(2, dtype=[("x", "f4"), ("y", "i2")]))
np.save("text.npy", np.array(["a", "bc"]))
np.save("void.npy", np.array([0x3f80, 0xc000], dtype="u2").view("V2"))
print(json.dumps(out))`),
    ) as Record<string, [number[], string]>;
    for (const [name, [shape, hex]] of Object.entries(expected)) {
      for (const variant of ["le", "be", "f", "2", "3"]) {
        const x = await cu.loadNpy(join(folder, `${name}-${variant}.npy`));
        expect(await facts(x), `${name} ${variant}`).toEqual({ dtype: name, shape, hex });
      }
    }
    const { a, b, c } = await cu.loadNpz(join(folder, "numpy.npz"));
    expect([await a?.tolist(), await b?.item(), c?.shape]).toEqual([[0n, 1n, 2n], 2.5, [0, 2]]);
    const { arr_0: eye } = await cu.loadNpz(join(folder, "numpy-deflated.npz"));
    expect(await facts(eye as cu.NDArray)).toEqual(await facts(cu.eye(3)));
    for (const name of ["pickle", "record", "text", "void"])
      await expect(cu.loadNpy(join(folder, `${name}.npy`)), name).rejects.toMatchObject({
        code: "CUTS_NPY_DTYPE",
      });
    const brain = await cu.loadNpy(join(folder, "void.npy"), { dtype: "bfloat16" });
    expect(await brain.tolist()).toEqual([1, -2]);
  });
});
