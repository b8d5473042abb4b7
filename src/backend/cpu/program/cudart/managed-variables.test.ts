import { expect, it } from "vitest";
import { GuestMemory } from "./guest-memory.js";
import { ManagedVariables } from "./managed-variables.js";

const [ADDRESS, SHADOW] = [65_536, 131_072];

function open(): { guest: GuestMemory; managed: ManagedVariables; toDevice: () => void } {
  const guest = new GuestMemory(new WebAssembly.Memory({ initial: 3, maximum: 3, shared: true }));
  const managed = new ManagedVariables(guest);
  managed.setRange(SHADOW, SHADOW + 8);
  managed.add({ address: ADDRESS, shadow: SHADOW, byteLength: 8 });
  return { guest, managed, toDevice: () => managed.toDevice({ write: (to, bytes) => guest.set(to, bytes) }) };
}

it("brings back what a kernel has written", () => {
  const { guest, managed } = open();
  guest.setU32(ADDRESS, 5);
  managed.toHost();
  expect(guest.u32(SHADOW)).toBe(5);
});

it("keeps what the host has written when the program waits for other work, and gives it to the next kernel", () => {
  const { guest, managed, toDevice } = open();
  guest.setU32(SHADOW, 7);
  managed.toHost();
  expect(guest.u32(SHADOW)).toBe(7);
  toDevice();
  expect(guest.u32(ADDRESS)).toBe(7);
});

it("joins what both have written in different places", () => {
  const { guest, managed, toDevice } = open();
  guest.setU32(SHADOW, 7);
  guest.setU32(ADDRESS + 4, 9);
  managed.toHost();
  expect([guest.u32(SHADOW), guest.u32(SHADOW + 4)]).toEqual([7, 9]);
  toDevice();
  expect([guest.u32(ADDRESS), guest.u32(ADDRESS + 4)]).toEqual([7, 9]);
});
