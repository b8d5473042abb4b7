// Real libraries of the system, called as a user would: libc, libm, zlib.

import { constants } from "node:os";
import { deflateSync, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { dlopen } from "../../src/ffi/dlopen.js";
import { viewOf } from "../../src/ffi/memory.js";
import { tryOpenLibrary } from "../../src/ffi/open-library.js";

const unix = process.platform !== "win32";
const noZlib = tryOpenLibrary("z").library === undefined ? "no zlib on this system" : undefined;

describe.runIf(unix)("libc (Unix)", () => {
  const libc = dlopen(
    null,
    {
      strlen: "size_t(const char* text)",
      getenv: "const char*(const char* name)",
      setenv: "int(const char* name, const char* value, int overwrite)",
      qsort: "void(void* base, size_t count, size_t size, int (*compare)(const void* a, const void* b))",
      div: "struct div_result(int numerator, int denominator)",
      strtol: "long(const char* text, char** end, int base)",
      strtoull: "unsigned long long(const char* text, char** end, int base)",
      toupper: "int(int c)",
      memcpy: "void*(void* to, const void* from, size_t n)",
      open_file: "int open(const char* path, int flags)",
      close_file: "int close(int fd)",
      nanosleep: "int(const struct timespec* time, struct timespec* remaining)",
      strerror: "const char*(int code)",
    },
    {
      errno: true,
      types: "struct div_result { int quot; int rem; }; struct timespec { long tv_sec; long tv_nsec; };",
    },
  );

  it("strlen counts bytes, not characters", () => {
    expect(libc.strlen("")).toBe(0);
    expect(libc.strlen("naïve ☃")).toBe(10);
    expect(libc.strlen("x".repeat(3_000_000))).toBe(3_000_000);
  });

  it("getenv gives a string or null", () => {
    expect(libc.setenv("CUTS_TEST_VARIABLE", "grün", 1)).toBe(0);
    expect(libc.getenv("CUTS_TEST_VARIABLE")).toBe("grün");
    expect(libc.getenv("CUTS_NO_SUCH_VARIABLE")).toBeNull();
  });

  it("qsort sorts through a JavaScript function", () => {
    const values = Float64Array.from({ length: 200 }, (_, i) => (i * 7919) % 211);
    const expected = values.toSorted();
    let calls = 0;
    libc.qsort(values, values.length, 8, (a, b) => {
      calls++;
      const [left] = viewOf(a, "float64", 1);
      const [right] = viewOf(b, "float64", 1);
      return Math.sign((left ?? 0) - (right ?? 0));
    });
    expect(values).toEqual(expected);
    expect(calls).toBeGreaterThan(200);
  });

  it("qsort raises what the function throws, and does not call it again", () => {
    let calls = 0;
    const sort = (): void =>
      libc.qsort(new Int32Array(50), 50, 4, () => {
        calls++;
        throw new Error("from inside");
      });
    expect(sort).toThrow("from inside");
    expect(calls).toBe(1);
  });

  it("div returns a struct by value", () => {
    expect(libc.div(-17, 5)).toEqual({ quot: -3, rem: -2 });
  });

  it("strtol and strtoull give exact 64-bit integers, and errno the overflow", () => {
    libc.errno(0);
    expect(libc.strtol("-9223372036854775808", null, 10)).toBe(-(2n ** 63n));
    expect(libc.errno()).toBe(0);
    expect(libc.strtol("9223372036854775808", null, 10)).toBe(2n ** 63n - 1n);
    expect(libc.errno()).toBe(constants.errno.ERANGE);
    expect(libc.strtoull("ffffffffffffffff", null, 16)).toBe(2n ** 64n - 1n);
  });

  it("errno is that of the call, sync and async", async () => {
    expect(libc.open_file("/no/such/file", 0)).toBe(-1);
    expect(libc.errno()).toBe(constants.errno.ENOENT);
    expect(libc.strerror(constants.errno.ENOENT)).toMatch(/no such file/i);
    expect(await libc.close_file.async(-1)).toBe(-1);
    expect(libc.errno()).toBe(constants.errno.EBADF);
  });

  it("nanosleep cannot write to the object that it reads, as each is a struct of its own", async () => {
    const time = { tv_sec: 0n, tv_nsec: 1n };
    const refusal =
      "Cannot call nanosleep: an object that it may write must be given once (got the same one in argument 1 (time) of nanosleep and argument 2 (remaining) of nanosleep)";
    expect(() => libc.nanosleep(time, time)).toThrow(refusal);
    await expect(libc.nanosleep.async(time, time)).rejects.toMatchObject({ code: "CUTS_ARGUMENT_OVERLAP" });
    expect(libc.nanosleep(time, { ...time })).toBe(0);
  });

  it("nanosleep takes structs by pointer and leaves the event loop free", async () => {
    const seen = { ticks: 0 };
    const timer = setInterval(() => seen.ticks++, 1);
    // A busy machine may leave this thread out for as long as one call takes.
    for (let tv_nsec = 50_000_000; seen.ticks === 0 && tv_nsec < 1e9; tv_nsec *= 2) {
      expect(await libc.nanosleep.async({ tv_sec: 0, tv_nsec }, null)).toBe(0);
    }
    clearInterval(timer);
    expect(seen.ticks).toBeGreaterThan(0);
  });
});

describe.runIf(unix)("libm (Unix)", () => {
  const libm = dlopen("m", {
    cos: "double(double x)",
    powf: "float(float x, float y)",
    frexp: "double(double x, int* exponent)",
    modf: "double(double x, double* whole)",
    hypot: "double(double, double)",
    lround: "long(double x)",
    cabs: "double(double _Complex z)",
    csqrtf: "float _Complex(float _Complex z)",
  });

  it("computes", () => {
    expect(libm.cos(0)).toBe(1);
    expect(libm.cos(Number.NaN)).toBeNaN();
    expect(libm.powf(2, 0.5)).toBe(Math.fround(Math.SQRT2));
    expect(libm.hypot(3, 4)).toBe(5);
    expect(libm.lround(-2.5)).toBe(-3n);
  });

  it("fills out-parameters", () => {
    const exponent = new Int32Array(1);
    expect(libm.frexp(48, exponent)).toBe(0.75);
    expect(exponent[0]).toBe(6);
    const whole = new Float64Array(1);
    expect(libm.modf(3.25, whole)).toBe(0.25);
    expect(whole[0]).toBe(3);
  });

  it("passes complex numbers by value", () => {
    expect(libm.cabs({ re: 3, im: -4 })).toBe(5);
    expect(libm.csqrtf({ re: -4, im: 0 })).toEqual({ re: 0, im: 2 });
  });
});

describe.skipIf(noZlib !== undefined)(`zlib${noZlib === undefined ? "" : ` (skipped: ${noZlib})`}`, () => {
  const zlib = () =>
    dlopen("z", {
      zlibVersion: "const char*()",
      compressBound: "unsigned long(unsigned long length)",
      compress2:
        "int(uint8_t* to, unsigned long* toLength, const uint8_t from[fromLength], unsigned long fromLength, int level)",
      uncompress:
        "int(uint8_t* to, unsigned long* toLength, const uint8_t from[fromLength], unsigned long fromLength)",
      crc32: "unsigned long(unsigned long crc, const uint8_t bytes[length], unsigned int length)",
    });

  it("compresses what Node's own zlib reads, and the other way round", () => {
    using z = zlib();
    expect(z.zlibVersion()).toMatch(/^1\./);
    const text = Buffer.from("native code from TypeScript, ".repeat(500));
    const compressed = new Uint8Array(Number(z.compressBound(text.length)));
    const length = new BigUint64Array([BigInt(compressed.length)]);
    expect(z.compress2(compressed, length, text, text.length, 9)).toBe(0);
    const packed = compressed.subarray(0, Number(length[0]));
    expect(packed.length).toBeLessThan(text.length / 20);
    expect(inflateSync(packed).equals(text)).toBe(true);

    const back = new Uint8Array(text.length);
    const backLength = new BigUint64Array([BigInt(back.length)]);
    const own = deflateSync(text);
    expect(z.uncompress(back, backLength, own, own.length)).toBe(0);
    expect(Buffer.from(back).equals(text)).toBe(true);
  });

  it("computes checksums, and refuses a length beyond the array", () => {
    using z = zlib();
    const bytes = Buffer.from("123456789");
    expect(z.crc32(0, bytes, bytes.length)).toBe(0xcbf43926n);
    expect(z.crc32(0, bytes, 0)).toBe(0n);
    expect(() => z.crc32(0, bytes, 10)).toThrow(/at least length = 10 elements/);
    expect(() => z.crc32(0, bytes, -1)).toThrow(RangeError);
  });

  it("works on other threads", async () => {
    const z = zlib();
    const bytes = Buffer.from("123456789");
    const sums = await Promise.all(Array.from({ length: 20 }, () => z.crc32.async(0, bytes, bytes.length)));
    expect(new Set(sums)).toEqual(new Set([0xcbf43926n]));
    z.dispose();
  });
});
