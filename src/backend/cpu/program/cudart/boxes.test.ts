import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { POINTER_BYTES } from "../../../../compiler/clang/pointer-size.js";
import { TestRuntime } from "../../../../../test/program-runner/cuda-runtime.js";

const HOST_TO_DEVICE = 1;
const DEVICE_TO_HOST = 2;
const DEVICE_TO_DEVICE = 3;
const FLOAT = 2;

/** Bytes 1, 2, 3 … in the host's memory. */
function counted(t: TestRuntime, byteLength: number): number {
  const address = t.place(byteLength);
  t.guest.set(
    address,
    Uint8Array.from({ length: byteLength }, (_, i) => i + 1),
  );
  return address;
}

describe("pitched memory", () => {
  it("has rows at multiples of the pitch", () => {
    const t = new TestRuntime();
    const pitch = t.place();
    const p = t.make("cudaMallocPitch", pitch, 100, 3);
    expect(t.guest.u32(pitch)).toBe(512);
    const own = counted(t, 12);
    expect(t.call("cudaMemcpy2D", p, 512, own, 4, 4, 3, HOST_TO_DEVICE)).toBe("cudaSuccess");
    expect([t.guest.range(p, 4), t.guest.range(p + 1024, 4)].map((row) => [...row])).toEqual([
      [1, 2, 3, 4],
      [9, 10, 11, 12],
    ]);
    expect(t.call("cudaMemset2D", p, 512, 7, 2, 3)).toBe("cudaSuccess");
    expect(t.call("cudaMemset2DAsync", p, 512, 8, 1, 3, 0)).toBe("cudaSuccess");
    expect([...t.guest.range(p + 512, 4)]).toEqual([8, 7, 7, 8]);
    const back = t.place(12);
    expect(t.call("cudaMemcpy2DAsync", back, 4, p, 512, 4, 3, DEVICE_TO_HOST, 0)).toBe("cudaSuccess");
    expect([...t.guest.range(back, 12)]).toEqual([8, 7, 3, 4, 8, 7, 7, 8, 8, 7, 11, 12]);
  });

  it("refuses rows wider than the pitch, and boxes past the allocation", () => {
    const t = new TestRuntime();
    const p = t.make("cudaMalloc", 64);
    const own = counted(t, 64);
    expect(t.call("cudaMemcpy2D", p, 8, own, 4, 8, 2, HOST_TO_DEVICE)).toBe("cudaErrorInvalidPitchValue");
    expect(t.call("cudaMemset2D", p, 8, 0, 16, 2)).toBe("cudaErrorInvalidPitchValue");
    expect(t.call("cudaMemcpy2D", p, 32, own, 8, 8, 3, HOST_TO_DEVICE)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaMemcpy2D", p, 32, own, 8, 8, 2, HOST_TO_DEVICE)).toBe("cudaSuccess");
  });

  it("in three dimensions is filled and copied from any corner", () => {
    fc.assert(
      fc.property(fc.nat(2), fc.nat(2), fc.nat(1), (x, y, z) => {
        const t = new TestRuntime();
        const pitched = t.place(32);
        t.call("cudaMalloc3D", pitched, t.pointers(4, 3, 2));
        expect(pitchedWords(t, pitched).slice(1)).toEqual([512, 4, 3]);
        const own = counted(t, 24);
        const whole = t.struct("cudaMemcpy3DParms", {
          srcPtr: [own, 4, 4, 3],
          dstPtr: pitchedWords(t, pitched),
          extent: [4, 3, 2],
          kind: HOST_TO_DEVICE,
        });
        expect(t.call("cudaMemcpy3D", whole)).toBe("cudaSuccess");
        const back = t.place(1);
        const one = t.struct("cudaMemcpy3DParms", {
          srcPos: [x, y, z],
          srcPtr: pitchedWords(t, pitched),
          dstPtr: [back, 1, 1, 1],
          extent: [1, 1, 1],
          kind: DEVICE_TO_HOST,
        });
        expect(t.call("cudaMemcpy3DAsync", one, 0)).toBe("cudaSuccess");
        expect(t.guest.range(back, 1)[0]).toBe(1 + x + 4 * y + 12 * z);
        expect(t.call("cudaMemset3D", pitched, 99, t.pointers(4, 3, 2))).toBe("cudaSuccess");
        expect(t.call("cudaMemset3DAsync", pitched, 98, t.pointers(1, 1, 1), 0)).toBe("cudaSuccess");
        t.call("cudaMemcpy3D", one);
        expect(t.guest.range(back, 1)[0]).toBe(x + y + z === 0 ? 98 : 99);
      }),
      { numRuns: 20 },
    );
  });
});

function pitchedWords(t: TestRuntime, pitched: number): number[] {
  return [0, 1, 2, 3].map((i) => t.guest.word(pitched + POINTER_BYTES * i));
}

describe("arrays", () => {
  const float = (t: TestRuntime): number => t.words(32, 0, 0, 0, FLOAT);

  it("are copied to and from, by rows and by ranges", () => {
    const t = new TestRuntime();
    const array = t.make("cudaMallocArray", float(t), 4, 2, 0);
    const own = t.words(1, 2, 3, 4, 5, 6, 7, 8);
    expect(t.call("cudaMemcpyToArray", array, 0, 0, own, 32, HOST_TO_DEVICE)).toBe("cudaSuccess");
    expect(t.call("cudaMemcpy2DToArray", array, 4, 1, own, 16, 8, 1, HOST_TO_DEVICE)).toBe("cudaSuccess");
    expect(t.call("cudaMemcpy2DToArrayAsync", array, 12, 1, own, 16, 4, 1, HOST_TO_DEVICE, 0)).toBe(
      "cudaSuccess",
    );
    const back = t.words(0, 0, 0, 0, 0, 0, 0, 0);
    expect(t.call("cudaMemcpyFromArray", back, array, 0, 0, 32, DEVICE_TO_HOST)).toBe("cudaSuccess");
    expect([...new Uint32Array(t.memory.buffer, back, 8)]).toEqual([1, 2, 3, 4, 5, 1, 2, 1]);
    expect(t.call("cudaMemcpy2DFromArray", back, 8, array, 4, 0, 8, 2, DEVICE_TO_HOST)).toBe("cudaSuccess");
    expect([...new Uint32Array(t.memory.buffer, back, 4)]).toEqual([2, 3, 1, 2]);
    expect(t.call("cudaMemcpy2DFromArrayAsync", back, 8, array, 0, 0, 4, 1, DEVICE_TO_HOST, 0)).toBe(
      "cudaSuccess",
    );
    const other = t.make("cudaMallocArray", float(t), 4, 2, 0);
    expect(t.call("cudaMemcpy2DArrayToArray", other, 0, 0, array, 8, 0, 8, 1, DEVICE_TO_DEVICE)).toBe(
      "cudaSuccess",
    );
    expect(t.guest.u32(other)).toBe(3);
  });

  it("tell what they are made of", () => {
    const t = new TestRuntime();
    const array = t.make("cudaMalloc3DArray", float(t), t.pointers(4, 2, 3), 2);
    const [format, extent, flags] = [t.place(20), t.place(24), t.place()];
    expect(t.call("cudaArrayGetInfo", format, extent, flags, array)).toBe("cudaSuccess");
    expect([
      t.guest.sizes(extent),
      t.guest.u32(flags),
      t.guest.u32(format),
      t.guest.u32(format + 16),
    ]).toEqual([[4, 2, 3], 2, 32, FLOAT]);
    expect(t.call("cudaGetChannelDesc", format, array)).toBe("cudaSuccess");
    expect(t.call("cudaFreeArray", array)).toBe("cudaSuccess");
    expect(t.call("cudaFreeArray", array)).toBe("cudaErrorInvalidResourceHandle");
    expect(t.call("cudaMallocArray", t.place(), t.words(24, 0, 0, 0, 0), 4, 0, 0)).toBe(
      "cudaErrorInvalidChannelDescriptor",
    );
  });

  it("take part in copies of three dimensions, counted in elements", () => {
    const t = new TestRuntime();
    const array = t.make("cudaMalloc3DArray", float(t), t.pointers(2, 2, 2), 0);
    const own = t.words(1, 2, 3, 4, 5, 6, 7, 8);
    const copy = t.struct("cudaMemcpy3DParms", {
      srcPtr: [own, 8, 2, 2],
      dstArray: array,
      extent: [2, 2, 2],
      kind: HOST_TO_DEVICE,
    });
    expect(t.call("cudaMemcpy3D", copy)).toBe("cudaSuccess");
    expect(t.guest.u32(array + 28)).toBe(8);
  });
});

describe("texture and surface objects", () => {
  it("describe their data to device code", () => {
    const t = new TestRuntime();
    const array = t.make("cudaMallocArray", t.words(8, 8, 8, 8, 1), 16, 4, 0);
    const resource = t.pointers(0, array, 0, 0, 0, 0, 0, 0, 0);
    const texture = t.place(72);
    t.guest.setTriple(texture, [1, 3, 0]);
    t.guest.setTriple(texture + 12, [1, 1, 0]);
    t.guest.setU32(texture + 40, 1);
    const object = t.place(8);
    expect(t.call("cudaCreateTextureObject", object, resource, texture, 0)).toBe("cudaSuccess");
    const address = t.guest.u64(object);
    expect(t.guest.word(address)).toBe(array);
    const words = Array.from({ length: 20 }, (_, i) => t.guest.u32(address + POINTER_BYTES + 4 * i));
    expect(words.slice(0, 14)).toEqual([64, 256, 16, 4, 0, 8, 4, 1, 1, 3, 0, 1, 1, 1]);
    expect(words.slice(18)).toEqual([4, 0]);
    const copy = t.place(72);
    expect(t.call("cudaGetTextureObjectResourceDesc", copy, BigInt(address))).toBe("cudaSuccess");
    expect(t.guest.word(copy + POINTER_BYTES)).toBe(array);
    expect(t.call("cudaGetTextureObjectTextureDesc", copy, BigInt(address))).toBe("cudaSuccess");
    expect(t.guest.u32(copy + 4)).toBe(3);
    expect(t.call("cudaDestroyTextureObject", BigInt(address))).toBe("cudaSuccess");
    expect(t.call("cudaDestroyTextureObject", BigInt(address))).toBe("cudaErrorInvalidValue");
  });

  it("over plain memory know its size", () => {
    const t = new TestRuntime();
    const p = t.make("cudaMalloc", 64);
    const resource = t.pointers(2, p, 0, 0, 0, 0, 0, 0, 0);
    t.guest.setU32(resource + 2 * POINTER_BYTES, 32);
    t.guest.setU32(resource + 2 * POINTER_BYTES + 16, FLOAT);
    t.guest.setWord(resource + 40, 64);
    const object = t.place(8);
    expect(t.call("cudaCreateSurfaceObject", object, resource)).toBe("cudaSuccess");
    expect(t.guest.u32(t.guest.u64(object) + POINTER_BYTES + 8)).toBe(16);
    expect(t.call("cudaDestroySurfaceObject", BigInt(t.guest.u64(object)))).toBe("cudaSuccess");
  });

  it("of mipmaps are refused by name; those of cubes need squares, six or more", () => {
    const t = new TestRuntime();
    expect(t.call("cudaCreateTextureObject", t.place(8), t.pointers(1, 0), t.place(72), 0)).toBe(
      "cudaErrorNotSupported",
    );
    const cube = t.make("cudaMalloc3DArray", t.words(32, 0, 0, 0, FLOAT), t.pointers(4, 4, 6), 4);
    expect(t.call("cudaCreateTextureObject", t.place(8), t.pointers(0, cube), t.place(72), 0)).toBe(
      "cudaSuccess",
    );
    for (const [extent, flags] of [
      [[4, 4, 5], 4],
      [[4, 2, 6], 4],
      [[4, 4, 9], 5],
    ] as const)
      expect(
        t.call("cudaMalloc3DArray", t.place(), t.words(32, 0, 0, 0, FLOAT), t.pointers(...extent), flags),
      ).toBe("cudaErrorInvalidValue");
    expect(t.warnings.join("")).toMatch(/mipmapped .*not supported on the cpu device\n/);
  });
});
