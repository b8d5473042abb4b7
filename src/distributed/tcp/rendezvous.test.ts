import { describe, expect, it } from "vitest";
import { findRendezvous, ownRendezvous, torchRendezvous } from "./rendezvous.js";

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
    expect(ownRendezvous({ ...own, CUTS_RENDEZVOUS: "tcp://h:80" })?.at).toEqual({ host: "h", port: 80 });
    expect(ownRendezvous({ ...own, CUTS_RENDEZVOUS: "file:///a/b" })?.at).toEqual({ file: "/a/b" });
    expect(ownRendezvous({ RANK: "0" })).toBeUndefined();
  });

  it.each([
    [{ CUTS_RANK: "4" }, 'CUTS_RANK must be a whole number from 0 to 3 (got "4")'],
    [{ CUTS_WORLD_SIZE: "0" }, "CUTS_WORLD_SIZE must be a whole number from 1 to"],
    [{ CUTS_RENDEZVOUS: "host:0" }, "the port of CUTS_RENDEZVOUS must be a whole number from 1"],
    [{ CUTS_RENDEZVOUS: "http://host/" }, "must be host:port, or the path"],
    [{ CUTS_LOCAL_RANK: "4" }, "CUTS_LOCAL_RANK must be"],
    [{ CUTS_WORLD_SIZE: "two" }, "CUTS_WORLD_SIZE must be a whole number"],
    [{ CUTS_RENDEZVOUS: "" }, "CUTS_RENDEZVOUS is not set, but the other variables are"],
    [{ CUTS_RENDEZVOUS: "somewhere" }, "must be host:port, or the path"],
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
  });

  it("is refused where torchrun's variables are not complete, which would be as many jobs of one", () => {
    const torch = { RANK: "0", WORLD_SIZE: "2", MASTER_ADDR: "h", MASTER_PORT: "29500" };
    expect(() => torchRendezvous({ ...torch, MASTER_ADDR: undefined })).toThrow("MASTER_ADDR is not set");
    expect(() => torchRendezvous({ ...torch, MASTER_PORT: "" })).toThrow("MASTER_PORT is not set");
    expect(torchRendezvous({ RANK: "0", WORLD_SIZE: "1" })).toBeUndefined();
    expect(torchRendezvous({ RANK: "0", WORLD_SIZE: "2", SLURM_PROCID: "0" })).toBeUndefined();
    expect(torchRendezvous({ ...torch, RANK: undefined })).toBeUndefined();
  });

  it("is that of CuTS before others', and must agree with mpirun", () => {
    const torch = { RANK: "0", WORLD_SIZE: "2", MASTER_ADDR: "h", MASTER_PORT: "29500" };
    const mpi = { OMPI_COMM_WORLD_RANK: "1", OMPI_COMM_WORLD_SIZE: "4" };
    expect(findRendezvous({ ...own, ...torch })).toMatchObject({ rank: 1, size: 4 });
    expect(findRendezvous({ ...own, ...mpi })).toMatchObject({ rank: 1, size: 4 });
    expect(findRendezvous({ ...torch, ...mpi })).toBeUndefined();
    expect(() => findRendezvous({ ...own, ...mpi, OMPI_COMM_WORLD_RANK: "0" })).toThrow(
      "CUTS_RANK and CUTS_WORLD_SIZE say rank 1 of 4, but Open MPI's mpirun says rank 0 of 4",
    );
  });
});
