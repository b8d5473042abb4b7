import { hostname } from "node:os";
import { expect, it } from "vitest";
import { ownPeer } from "./own-peer.js";

it("a process says who it is, and the same place each time", () => {
  const { host, pid, place } = ownPeer();
  expect(host).toBe(hostname().slice(0, 100));
  expect(pid).toBe(process.pid);
  expect(place.startsWith(`${host} `)).toBe(true);
  expect(ownPeer().place).toBe(place);
  // It is sent with 512 bytes.
  expect(
    JSON.stringify({
      host: "x".repeat(100),
      pid: 2 ** 31,
      place: `${"x".repeat(100)}${place}`,
      processors: "0".repeat(100),
    }).length,
  ).toBeLessThan(512);
});
