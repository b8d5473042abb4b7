// Errors that are found later name the line of the user's program that gave the work.

import { expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { messagesOf, named } from "./error-lines.js";

const index = new URL("../../src/index.ts", import.meta.url).href;
const device = "cpu";

it("an error of work tells the line that gave it", async () => {
  const launches = ["elementwise", "reduction", "take", "put", "inv", "solve", "cholesky", "set"];
  const messages = await messagesOf(index, [...launches, "get"], ["--import", "tsx"]);
  for (const name of launches) expect(messages[name]).toMatch(named("Launched", name));
  for (const name of ["elementwise", "reduction"]) {
    expect(messages[name]).toMatch(named("Made", `made: ${name}`));
  }
  expect(messages["get"]).toMatch(named("Read", "get"));
});

it("the line is that of the source, whatever loads it", async () => {
  const x = cu.ones([3], { device });
  const index = cu.array([77], { dtype: "int32", device });
  const [y, here] = [x.take(index), new Error("here")];
  const line = /error-lines\.test\.ts:(\d+)/.exec(here.stack ?? "")?.[1];
  await expect(y.data()).rejects.toThrow(new RegExp(`Launched at .*error-lines\\.test\\.ts:${line}:`));
});

it("a variable that is not there is told with those that are", async () => {
  const source =
    "__device__ float bias; __device__ float weights[4]; __global__ void k() { weights[0] = bias; }";
  const error = await cu
    .module(source, { device })
    .global("wieghts")
    .data()
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "CUTS_GLOBAL_UNKNOWN" });
  expect((error as Error).message).toContain(
    'Cannot read wieghts: the module has no such variable (it has weights, bias)\nTry: module.global("weights")',
  );
  const none = cu.module("__global__ void k() {}", { device }).global("bias");
  await expect(none.data()).rejects.toThrow("Try: declare it in the source: __device__ float bias;");
});
