import { describe, expect, it } from "vitest";
import { findRendezvous, ownRendezvous, torchRendezvous } from "./rendezvous.js";

const token = "0123456789abcdef";
const own = { CUTS_RANK: "1", CUTS_WORLD_SIZE: "4", CUTS_RENDEZVOUS: `${token}@node7:29400` };
const torch = { RANK: "0", WORLD_SIZE: "2", LOCAL_RANK: "0", MASTER_ADDR: "h", MASTER_PORT: "29500" };

describe("rendezvous", () => {
  it("is read from the variables of CuTS", () => {
    expect(ownRendezvous(own)).toEqual({
      rank: 1,
      size: 4,
      localRank: undefined,
      at: { host: "node7", port: 29_400, token },
    });
    const there = { ...own, CUTS_LOCAL_RANK: "0", CUTS_RENDEZVOUS: "/shared/job:7" };
    expect(ownRendezvous(there)).toMatchObject({ localRank: 0, at: { file: "/shared/job:7" } });
    const at = (text: string) => ownRendezvous({ ...own, CUTS_RENDEZVOUS: text })?.at;
    expect(at(`${token}@[::1]:80`)).toEqual({ host: "::1", port: 80, token });
    expect(at(`tcp://${token}@h:80`)).toEqual({ host: "h", port: 80, token });
    expect(at("file:///a/b")).toEqual({ file: "/a/b", listen: "127.0.0.1" });
    expect(ownRendezvous({ ...there, CUTS_LISTEN: "10.0.0.5" })?.at).toMatchObject({ listen: "10.0.0.5" });
    expect(ownRendezvous({ RANK: "0" })).toBeUndefined();
  });

  it.each([
    [{ CUTS_RANK: "4" }, 'CUTS_RANK must be a whole number from 0 to 3 (got "4")'],
    [{ CUTS_WORLD_SIZE: "0" }, "CUTS_WORLD_SIZE must be a whole number from 1 to"],
    [{ CUTS_RENDEZVOUS: `${token}@host:0` }, "the port of CUTS_RENDEZVOUS must be a whole number from 1"],
    [{ CUTS_RENDEZVOUS: "host:80" }, "must be token@host:port, with the same secret token of 16 or more"],
    [{ CUTS_RENDEZVOUS: "short@host:80" }, "must be token@host:port, with the same secret token"],
    [{ CUTS_RENDEZVOUS: "http://host/" }, "must be token@host:port, or the path"],
    [{ CUTS_RENDEZVOUS: `${token}@nowhere` }, 'the path of a file that all ranks can read (got "…@nowhere")'],
    [{ CUTS_LOCAL_RANK: "4" }, "CUTS_LOCAL_RANK must be"],
    [{ CUTS_WORLD_SIZE: "two" }, "CUTS_WORLD_SIZE must be a whole number"],
    [{ CUTS_RENDEZVOUS: "" }, "CUTS_RENDEZVOUS is not set, but the other variables are"],
    [{ CUTS_RENDEZVOUS: "somewhere" }, "must be token@host:port, or the path"],
    [{ CUTS_RENDEZVOUS: `${token}@host:70000` }, "the port of CUTS_RENDEZVOUS"],
  ])("tells what is wrong: %j", (change, text) => {
    expect(() => ownRendezvous({ ...own, ...change })).toThrow(
      expect.objectContaining({ code: "CUTS_DISTRIBUTED_INIT", message: expect.stringContaining(text) }),
    );
  });

  it("is read from torchrun's, which listens at its port itself", () => {
    const id = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed";
    expect(torchRendezvous({ ...torch, TORCHELASTIC_RUN_ID: id })).toEqual({
      rank: 0,
      size: 2,
      localRank: 0,
      at: { host: "h", port: 29_501, token: id },
    });
    const alone = { ...torch, WORLD_SIZE: "1" };
    expect(torchRendezvous(alone)?.at).toMatchObject({ host: "h", port: 29_500 });
  });

  it("is what CUTS_RENDEZVOUS says, for a rank that torchrun has numbered", () => {
    const there = { ...torch, CUTS_RENDEZVOUS: "/shared/job" };
    expect(findRendezvous(there)).toMatchObject({ rank: 0, size: 2, at: { file: "/shared/job" } });
  });

  it("is refused where torchrun's job has no secret", () => {
    for (const TORCHELASTIC_RUN_ID of [undefined, "none"]) {
      expect(() => torchRendezvous({ ...torch, TORCHELASTIC_RUN_ID })).toThrow("the job has no secret");
    }
  });

  it("is refused where torchrun's variables are not complete, which would be as many jobs of one", () => {
    expect(() => torchRendezvous({ ...torch, MASTER_ADDR: undefined })).toThrow("MASTER_ADDR is not set");
    expect(() => torchRendezvous({ ...torch, MASTER_PORT: "" })).toThrow("MASTER_PORT is not set");
    expect(torchRendezvous({ RANK: "0", WORLD_SIZE: "1" })).toBeUndefined();
    expect(torchRendezvous({ RANK: "0", WORLD_SIZE: "2", SLURM_PROCID: "0" })).toBeUndefined();
    expect(torchRendezvous({ ...torch, RANK: undefined })).toBeUndefined();
  });

  it("is that of CuTS before others', and must agree with mpirun", () => {
    const mpi = { OMPI_COMM_WORLD_RANK: "1", OMPI_COMM_WORLD_SIZE: "4" };
    expect(findRendezvous({ ...own, ...torch })).toMatchObject({ rank: 1, size: 4 });
    expect(findRendezvous({ ...own, ...mpi })).toMatchObject({ rank: 1, size: 4 });
    expect(findRendezvous({ ...torch, ...mpi })).toBeUndefined();
    expect(() => findRendezvous({ ...own, ...mpi, OMPI_COMM_WORLD_RANK: "0" })).toThrow(
      "CUTS_RANK and CUTS_WORLD_SIZE say rank 1 of 4, but Open MPI's mpirun says rank 0 of 4",
    );
  });
});
