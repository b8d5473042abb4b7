import { describe, expect, it } from "vitest";
import * as cu from "../../index.js";

const where = { device: "cpu" };
/** 16 MB: more than is copied inside a call. */
const [rows, columns] = [2000, 2003];

function host(): Float32Array<ArrayBuffer> {
  const values = new Float32Array(rows * columns);
  for (let i = 0; i < values.length; i++) values[i] = i;
  return values;
}

describe("setFrom of an array", () => {
  it("writes in C order, whatever the strides", async () => {
    const source = host();
    using x = cu.empty([rows, columns], where);
    await x.setFrom(source);
    expect(await x.item(3, 5)).toBe(3 * columns + 5);
    using y = cu.zeros([columns, rows], where);
    using turned = y.transpose();
    const written = turned.setFrom(source);
    using later = y.add(1);
    await written;
    expect(await later.item(5, 3)).toBe(3 * columns + 6);
    await expect(x.setFrom(source.subarray(1))).rejects.toMatchObject({ code: "CUTS_DATA_LENGTH" });
    await expect(cu.broadcastTo(x.slice(0), [2, columns]).setFrom(source)).rejects.toMatchObject({
      code: "CUTS_READONLY",
    });
  });

  it("ends with a reset of the device", async () => {
    using x = cu.empty([rows, columns], where);
    const written = x.setFrom(host());
    cu.device("cpu").reset();
    await expect(written).rejects.toMatchObject({ code: "CUTS_DEVICE_RESET" });
    await expect(x.data()).rejects.toMatchObject({ code: "CUTS_DISPOSED" });
    using y = cu.ones([rows, columns], where);
    expect(await y.item(0, 0)).toBe(1);
  });

  it("is not lost on work behind code that is being compiled", async () => {
    const twice = cu.kernel(
      `extern "C" __global__ void twice_${process.pid}(float* x) { x[threadIdx.x] *= 2; }`,
      where,
    );
    using x = cu.ones([rows * columns], where);
    twice({ grid: 1, block: 32 }, x);
    const before = x.data();
    const written = x.setFrom(host());
    twice({ grid: 1, block: 32 }, x);
    const after = x.data();
    await written;
    expect((await before).subarray(31, 33)).toEqual(Float32Array.of(2, 1));
    expect((await after).subarray(31, 33)).toEqual(Float32Array.of(62, 32));
  });
});
