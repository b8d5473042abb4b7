// Files of several pieces: the memory that a piece is read into is that of the one before.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const where = { device: "cpu" };
/** Two pieces of 4 MiB and a bit. */
const length = 2 * 2 ** 20 + 77;
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cuts-npy-pieces-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytesOf = async (x: cu.NDArray): Promise<Buffer> => Buffer.from((await x.data()).buffer);

it.each(["float32", "bool", "int16"] as const)("an npy file of %s", async (dtype) => {
  using x = cu
    .arange(length * 4, where)
    .mod(251)
    .astype(dtype);
  const path = join(folder, `${dtype}.npy`);
  await cu.saveNpy(path, x);
  using read = await cu.loadNpy(path, where);
  expect((await bytesOf(read)).equals(await bytesOf(x))).toBe(true);
  using parsed = await cu.parseNpy(await cu.formatNpy(x), where);
  expect((await bytesOf(parsed)).equals(await bytesOf(x))).toBe(true);
});

it.each([false, true])("an npz file, compressed: %s", async (compressed) => {
  using x = cu.arange(length, where);
  using y = cu.arange(length, where).mod(17);
  const path = join(folder, `${compressed}.npz`);
  await cu.saveNpz(path, { x, y }, { compressed });
  for (const arrays of [
    await cu.loadNpz(path, where),
    await cu.parseNpz(await cu.formatNpz({ x, y }, { compressed }), where),
  ]) {
    expect((await bytesOf(arrays["x"] as cu.NDArray)).equals(await bytesOf(x))).toBe(true);
    expect((await bytesOf(arrays["y"] as cu.NDArray)).equals(await bytesOf(y))).toBe(true);
  }
});
