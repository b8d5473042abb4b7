import { expect, it } from "vitest";
import { prepareUcx } from "./ucx-settings.js";

type Environment = Record<string, string | undefined>;

const heap = "20000000-20400000 rw-p 00000000 00:00 0                                  [heap]\n";
const near = "20401000-40000000 ---p 00000000 00:00 0\n";
const far = "7f0000000000-7f0000001000 r--p 00000000 08:01 12                         /lib/libc.so.6\n";

function settings(maps: string, environment: Environment = {}): Environment {
  prepareUcx(environment, maps);
  return environment;
}

it("leaves faults to the process", () => {
  expect(settings("")).toEqual({ UCX_HANDLE_ERRORS: "none" });
});

it("leaves the end of the heap alone where it cannot grow", () => {
  expect(settings(heap + far)["UCX_MEM_EVENTS"]).toBeUndefined();
  expect(settings(heap + near + far)["UCX_MEM_EVENTS"]).toBe("n");
  // In parts: those in the middle are not in its way.
  const [first, second] = [heap, heap.replaceAll("20400000", "20500000").replace("20000000", "20400000")];
  expect(settings(first + second + far)["UCX_MEM_EVENTS"]).toBeUndefined();
  expect(settings(heap)["UCX_MEM_EVENTS"]).toBeUndefined();
});

it("keeps what the user has set", () => {
  const environment = { UCX_HANDLE_ERRORS: "bt", UCX_MEM_EVENTS: "y" };
  expect(settings(heap + near, { ...environment })).toEqual(environment);
});
