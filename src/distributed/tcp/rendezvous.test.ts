import { describe, expect, it } from "vitest";
import { ownRendezvous, torchRendezvous } from "./rendezvous.js";

const own = { CUTS_RANK: "1", CUTS_WORLD_SIZE: "4", CUTS_RENDEZVOUS: "node7:29400" };

describe("rendezvous", () => {
  it("is read from the variables of CuTS", () => {
    expect(ownRendezvous(own)).toEqual({
      rank: 1,
      size: 4,
      localRank: undefined,
      at: { host: "node7", port: 29_400 },
    });
    const there = { ...own, CUTS_LOCAL_RANK: "0", CUTS_RENDEZVOUS: "/shared/job:7" };
    expect(ownRendezvous(there)).toMatchObject({ localRank: 0, at: { file: "/shared/job:7" } });
    expect(ownRendezvous({ ...own, CUTS_RENDEZVOUS: "[::1]:80" })?.at).toEqual({ host: "::1", port: 80 });
    expect(ownRendezvous({ RANK: "0" })).toBeUndefined();
  });

  it.each([
    [{ CUTS_RANK: "4" }, 'CUTS_RANK must be a whole number of at most 3 (got "4")'],
    [{ CUTS_WORLD_SIZE: "two" }, "CUTS_WORLD_SIZE must be a whole number"],
    [{ CUTS_RENDEZVOUS: "" }, "CUTS_RENDEZVOUS is missing beside the other variables"],
    [{ CUTS_RENDEZVOUS: "somewhere" }, "must be host:port, or a path"],
    [{ CUTS_RENDEZVOUS: "host:70000" }, "the port of CUTS_RENDEZVOUS"],
  ])("tells what is wrong: %j", (change, text) => {
    expect(() => ownRendezvous({ ...own, ...change })).toThrow(
      expect.objectContaining({ code: "CUTS_DISTRIBUTED_INIT", message: expect.stringContaining(text) }),
    );
  });

  it("is read from torchrun's, which listens at its port itself", () => {
    const torch = { RANK: "0", WORLD_SIZE: "2", LOCAL_RANK: "0", MASTER_ADDR: "h", MASTER_PORT: "29500" };
    expect(torchRendezvous(torch)?.at).toEqual({ host: "h", port: 29_500 });
    expect(torchRendezvous({ ...torch, TORCHELASTIC_RUN_ID: "x" })?.at).toEqual({ host: "h", port: 29_501 });
    expect(torchRendezvous({ ...torch, MASTER_ADDR: undefined })).toBeUndefined();
  });
});
