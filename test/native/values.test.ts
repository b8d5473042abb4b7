// Every kind of value across the border and back, in C compiled here.

import { describe, expect, it } from "vitest";
import { pointerAt, stringAt, viewOf } from "../../src/ffi/memory.js";
import { noCompiler } from "./compile.js";
import { openFixture } from "./fixture.js";

describe.skipIf(noCompiler !== undefined)(
  `values${noCompiler === undefined ? "" : ` (skipped: ${noCompiler})`}`,
  () => {
    const lib = noCompiler === undefined ? openFixture() : (undefined as never);

    it("scalars keep their extremes", () => {
      expect(lib.echo_bool(true)).toBe(true);
      expect(lib.echo_bool(false)).toBe(false);
      for (const value of [-128, 127]) expect(lib.echo_int8(value)).toBe(value);
      for (const value of [0, 255]) expect(lib.echo_uint8(value)).toBe(value);
      for (const value of [-32768, 32767]) expect(lib.echo_int16(value)).toBe(value);
      for (const value of [0, 65535]) expect(lib.echo_uint16(value)).toBe(value);
      for (const value of [-(2 ** 31), 2 ** 31 - 1]) expect(lib.echo_int32(value)).toBe(value);
      for (const value of [0, 2 ** 32 - 1]) expect(lib.echo_uint32(value)).toBe(value);
      for (const value of [-(2n ** 63n), -1n, 2n ** 63n - 1n]) expect(lib.echo_int64(value)).toBe(value);
      for (const value of [0n, 2n ** 63n, 2n ** 64n - 1n]) expect(lib.echo_uint64(value)).toBe(value);
      expect(lib.echo_float32(0.1)).toBe(Math.fround(0.1));
      for (const value of [0.1, -0, Number.MAX_VALUE, Number.POSITIVE_INFINITY])
        expect(lib.echo_float64(value)).toBe(value);
      expect(lib.echo_float64(Number.NaN)).toBeNaN();
      expect(lib.echo_complex64({ re: 1.5, im: -2 })).toEqual({ re: 1.5, im: -2 });
      expect(lib.echo_complex128({ re: 0.1, im: 1e300 })).toEqual({ re: 0.1, im: 1e300 });
    });

    it("64-bit integers come as bigint from numbers and bigints, sizes as numbers", () => {
      expect(lib.echo_int64(-5)).toBe(-5n);
      expect(lib.echo_uint64(5)).toBe(5n);
      expect(lib.echo_long(-7)).toBe(-7n);
      expect(lib.echo_ulong(7n)).toBe(7n);
      expect(lib.echo_size(2 ** 53 - 1)).toBe(2 ** 53 - 1);
      expect(lib.echo_size(12n)).toBe(12);
      expect(lib.echo_ssize(-12)).toBe(-12);
      expect(() => lib.echo_size(2n ** 60n)).toThrow(expect.objectContaining({ code: "CUTS_RESULT_RANGE" }));
      expect(() => lib.echo_int64(2 ** 53)).toThrow(/lost digits/);
    });

    it("a char is a byte, whatever sign it has here", () => {
      expect(lib.echo_char(65)).toBe(65);
      expect((lib.echo_char(200) + 256) % 256).toBe(200);
      expect((lib.echo_char(-56) + 256) % 256).toBe(200);
    });

    it("arrays are read and written in place", () => {
      const out = new Float32Array(5).fill(-1);
      lib.sum_arrays(Float32Array.of(1, 2, 3, 4), Float32Array.of(10, 20, 30), out, 3);
      expect([...out]).toEqual([11, 22, 33, -1, -1]);
      expect(lib.sum_matrix(new Float64Array(6).fill(0.5), 2, 3)).toBe(3);
      expect(lib.sum_int64(BigInt64Array.of(1n, 2n ** 40n), 2)).toBe(2n ** 40n + 1n);
      expect(lib.sum_int64(BigInt64Array.of(1n, 2n), 1n)).toBe(1n);
      const bytes = new Uint16Array(2);
      lib.fill_bytes(bytes, 1, 4);
      expect([...bytes]).toEqual([257, 257]);
      const sums = new Float32Array(2);
      lib.magnitudes(Float32Array.of(1, 2, 3, 4), sums, 2);
      expect([...sums]).toEqual([3, 7]);
    });

    it("functions with many parameters check lengths too", () => {
      const ones = new Float32Array(3).fill(1);
      expect(lib.dot_many(ones, ones, 1, 2, 3, 4, 5, 6, 3)).toBe(24);
      expect(() => lib.dot_many(ones, ones, 1, 2, 3, 4, 5, 6, 4)).toThrow(
        /argument 1 \(a\) .* at least n = 4 elements/,
      );
    });

    it("out-parameters are arrays of one element, or null", () => {
      const count = new Int32Array(1);
      const ratio = new Float64Array(1);
      const text = new BigUint64Array(1);
      lib.out_parameters(count, ratio, text);
      expect([count[0], ratio[0], stringAt(pointerAt(text))]).toEqual([42, 0.5, "out"]);
      lib.out_parameters(null, null, null);
    });

    it("tables of pointers are made of arrays", () => {
      const rows = [Float32Array.of(1, 2), null, Float32Array.of(10, 20)];
      expect(lib.sum_rows(rows, 3, 2)).toBe(33);
      expect(() => lib.sum_rows(rows, 4, 2)).toThrow(/at least row_count = 4 elements \(got 3\)/);
      expect(() => lib.sum_rows([new Float64Array(2)] as never, 1, 2)).toThrow(
        /an element of argument 1 \(rows\)/,
      );
    });

    it("strings go in and come out as UTF-8", () => {
      expect(lib.greeting(true)).toBe("grüß dich");
      expect(lib.greeting(false)).toBeNull();
      expect(lib.total_length(["ab", "cde", "é"])).toBe(7);
      expect(lib.total_length([])).toBe(0);
      expect(lib.count_strings(["a", null, "b"], 3)).toBe(2);
      const text = Buffer.from("hallo");
      lib.upper(text, text.length);
      expect(text.toString()).toBe("HALLO");
      expect(() => lib.upper("hallo" as never, 5)).toThrow(TypeError);
    });

    it("structs go by value and by pointer, and changes come back", () => {
      expect(lib.scale({ x: 1, y: 2, z: 3 }, 2)).toEqual({ x: 2, y: 4, z: 6 });
      expect(lib.length_squared({ x: 1, y: 2, z: 2 })).toBe(9);
      expect(lib.length_squared(null)).toBe(-1);
      const points = [
        { x: 1, y: 2, z: 3 },
        { x: 4, y: 5, z: 6 },
      ];
      lib.move_all(points, 2, 0.5);
      expect(points.map(({ x }) => x)).toEqual([1.5, 4.5]);
      const record = lib.make_record(41n);
      expect(record).toEqual({
        id: 41n,
        name: "made",
        weights: Float64Array.of(1, 2, 3),
        position: { x: 4, y: 5, z: 6 },
        active: true,
        note: null,
      });
      lib.touch_record(record);
      expect(record).toMatchObject({ id: 42n, name: "made!", active: false, note: "touched" });
      expect(record.weights[1]).toBe(4);
      expect(record.position.z).toBe(7);
    });

    it("structs go as their bytes too, written in place", () => {
      const points = new Float32Array([1, 2, 3, 4, 5, 6]);
      const bytes = new Uint8Array(points.buffer);
      lib.move_all(bytes, 2, 0.5);
      expect(points[0]).toBe(1.5);
      expect(points[3]).toBe(4.5);
      expect(lib.length_squared(new Uint8Array(new Float32Array([1, 2, 2]).buffer))).toBe(9);
      expect(() => lib.move_all(bytes, 3, 1)).toThrow(RangeError);
      expect(() => lib.length_squared(new Uint8Array(11))).toThrow(/12 bytes \(got 11 bytes\)/);
    });

    it("structs of one kind of number are parts of a typed array too", () => {
      const points = Float32Array.of(1, 2, 3, 4, 5, 6);
      lib.move_all(points, 2, 0.5);
      expect([...points]).toEqual([1.5, 2, 3, 4.5, 5, 6]);
      expect(lib.length_squared(Float32Array.of(1, 2, 2))).toBe(9);
      expect(() => lib.move_all(points.subarray(1), 2, 0.5)).toThrow(/at least n = 2 elements \(got 1\)/);
      expect(() => lib.move_all(new Float64Array(6) as never, 2, 0.5)).toThrow(/\(got Float64Array\(6\)\)/);
      expect(() => lib.touch_record(new Float64Array(20) as never)).toThrow(/\(got Float64Array\(20\)\)/);
    });

    it("structs are checked field by field", () => {
      const record = lib.make_record(1);
      const wrong = (change: object): (() => void) => {
        return () => lib.touch_record({ ...record, ...change });
      };
      expect(wrong({ id: 1.5 })).toThrow(/field id of argument 1 \(record\) of touch_record/);
      expect(wrong({ name: "sixteen letters!" })).toThrow(/less than 16 bytes/);
      expect(wrong({ weights: [1, 2] })).toThrow(/exactly 3 elements/);
      expect(wrong({ position: { x: 1, y: 2 } })).toThrow(/field z of field position of/);
      expect(wrong({ active: 1 })).toThrow(/true or false/);
      expect(wrong({ note: 3 })).toThrow(/string or null/);
      expect(() => lib.touch_record(Object.freeze({ ...record }))).toThrow(/frozen/);
      expect(() => lib.scale(null as never, 1)).toThrow(/object with the fields x, y, z/);
      expect(() => lib.move_all([{ x: 1, y: 1, z: 1 }], 2, 1)).toThrow(/at least n = 2 elements/);
    });

    it("enums are numbers", () => {
      expect(lib.next_color(0)).toBe(5);
      expect(lib.next_color(5)).toBe(6);
      expect(() => lib.next_color("RED" as never)).toThrow(TypeError);
    });

    it("handles go out and back, also through an out-parameter", () => {
      const counter = lib.counter_new(5);
      expect([lib.counter_next(counter), lib.counter_next(counter)]).toEqual([5, 6]);
      lib.counter_free(counter);
      const out = new BigUint64Array(1);
      lib.counter_open(out, 8);
      const opened = pointerAt<"struct counter">(out);
      expect(lib.counter_next(opened)).toBe(8);
      lib.counter_free(opened);
      expect(lib.counter_next(null)).toBe(-1);
      expect(() => lib.counter_next(5 as never)).toThrow(TypeError);
    });

    it("memory the library made is a view that frees itself", () => {
      const before = lib.freed_count();
      const view = viewOf(lib.make_floats(4), "float32", 4, { free: lib.free_floats });
      expect([...view]).toEqual([0, 1, 2, 3]);
      view.dispose();
      view.dispose();
      expect(lib.freed_count() - before).toBe("transfer" in ArrayBuffer.prototype ? 1n : 0n);
    });

    it("errno is recorded after each call", () => {
      expect(lib.fail_with(7)).toBe(-1);
      expect(lib.errno()).toBe(7);
      expect(lib.errno(0)).toBe(0);
      expect(lib.errno()).toBe(0);
    });
  },
);
