import { describe, expect, it } from "vitest";
import { collectUntil } from "../../test/native/collect.js";
import type { NativePointer } from "../cdecl/types/native-pointer.js";
import { dlopen } from "./dlopen.js";
import { addressOf, numberAddressOf, pointerAt, stringAt, toNumberAddress, viewOf } from "./memory.js";

const libc = dlopen(null, {
  malloc: "void*(size_t size)",
  free: "void(void* pointer)",
  memset: "void*(void* memory, int value, size_t n)",
});
const canDetach = "transfer" in ArrayBuffer.prototype;

describe("addressOf", () => {
  it("is the address native code sees, and moves with the view", () => {
    const floats = new Float32Array(16);
    libc.memset(addressOf(floats.subarray(4)), 0xff, 4);
    expect([...floats].map(Number.isNaN).indexOf(true)).toBe(4);
    expect(addressOf(floats.subarray(4)) - addressOf(floats)).toBe(16n);
    expect(numberAddressOf(floats)).toBe(Number(addressOf(floats)));
  });

  it("takes small arrays, buffers and shared memory", () => {
    const small = new Uint8Array(4);
    expect(addressOf(small)).toBe(addressOf(small));
    expect(addressOf(new ArrayBuffer(8))).toBeTypeOf("bigint");
    const shared = new Uint8Array(new SharedArrayBuffer(64));
    libc.memset(addressOf(shared), 7, 64);
    expect(shared[63]).toBe(7);
  });

  it("refuses an address that a number cannot hold", () => {
    expect(() => toNumberAddress(2n ** 60n)).toThrow(expect.objectContaining({ code: "CUTS_ADDRESS_RANGE" }));
  });
});

describe("viewOf", () => {
  it("shows native memory without a copy, both ways", () => {
    const pointer = libc.malloc(32);
    libc.memset(pointer, 0, 32);
    const floats = viewOf(pointer, "float32", 8);
    const bytes = viewOf(pointer, "uint8", 32);
    floats[1] = 1;
    expect(bytes[7]).toBe(0x3f);
    libc.memset(pointer, 0xff, 32);
    expect(floats[7]).toBeNaN();
    expect(viewOf(pointer, "complex64", 2)).toHaveLength(4);
    expect(viewOf(pointer, "float64", 0)).toHaveLength(0);
    libc.free(pointer);
  });

  it("gives the memory back once, whoever asks and how often", async () => {
    const freed: bigint[] = [];
    const pointer = libc.malloc(64);
    const free = (address: NativePointer): void => {
      freed.push(address);
      libc.free(address);
    };
    (() => {
      using view = viewOf(pointer, "float32", 16, { free });
      view[0] = 1;
      view.dispose();
      view.dispose();
      if (canDetach) expect(view).toHaveLength(0);
      // Without a way to detach, the memory must outlive every array over it.
      else expect(view[0]).toBe(1);
    })();
    expect(await collectUntil(() => freed.length > 0)).toBe(true);
    expect(freed).toEqual([pointer]);
  });

  it("frees a view that was forgotten, and not while another array shows the same memory", async () => {
    let freed = 0;
    const pointer = libc.malloc(64);
    let part: Float32Array | undefined = viewOf(pointer, "float32", 16, {
      free: (address) => {
        freed++;
        libc.free(address);
      },
    }).subarray(4, 8);
    expect(await collectUntil(() => freed > 0, 5)).toBe(false);
    part[0] = 5;
    expect(part[0]).toBe(5);
    part = undefined;
    expect(await collectUntil(() => freed > 0)).toBe(true);
    expect(freed).toBe(1);
  });

  it("keeps the owner as long as the view", async () => {
    const pointer = libc.malloc(16);
    let collected = false;
    const watch = new FinalizationRegistry(() => {
      collected = true;
    });
    let view: Uint8Array | undefined = (() => {
      const owner = {};
      watch.register(owner, undefined);
      return viewOf(pointer, "uint8", 16, { owner });
    })();
    expect(await collectUntil(() => collected, 5)).toBe(false);
    expect(view).toHaveLength(16);
    view = undefined;
    expect(await collectUntil(() => collected)).toBe(true);
    libc.free(pointer);
  });

  it("refuses null, wrong lengths and unknown dtypes", () => {
    const pointer = addressOf(new Uint8Array(8));
    expect(() => viewOf(null, "float32", 1)).toThrow(expect.objectContaining({ code: "CUTS_VIEW" }));
    expect(() => viewOf(pointer, "float32", -1)).toThrow(
      /length must be a whole number of elements \(got -1\)/,
    );
    expect(() => viewOf(pointer, "float32", 1.5)).toThrow(RangeError);
    expect(() => viewOf(pointer, "float31" as "float32", 1)).toThrow(/float32/);
  });
});

describe("strings and pointers in native memory", () => {
  it("reads them", () => {
    const text = Buffer.from("grüß dich\0more");
    expect(stringAt(addressOf(text))).toBe("grüß dich");
    expect(stringAt(addressOf(text), 2)).toBe("gr");
    expect(() => stringAt(null)).toThrow(TypeError);
    expect(pointerAt(BigUint64Array.of(0n, 5n))).toBeNull();
    expect(pointerAt(BigUint64Array.of(0n, 5n), 1)).toBe(5n);
    expect(() => pointerAt(new BigUint64Array(1), 1)).toThrow(RangeError);
  });
});
