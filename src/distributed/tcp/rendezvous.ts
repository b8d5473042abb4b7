// Where the processes of a job without MPI find each other, by variables: those of CuTS, or those that torchrun sets.

import { fileURLToPath } from "node:url";
import { CutsError } from "../../core/errors.js";
import { launchedBy } from "../launch-environment.js";

/** A place in a job, and where its rank 0 is. */
export interface Rendezvous {
  readonly rank: number;
  readonly size: number;
  readonly localRank: number | undefined;
  /** Where rank 0 listens, or a file in which it says so. */
  readonly at: { readonly host: string; readonly port: number } | { readonly file: string };
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where to find the others; undefined where MPI knows, or nobody has said that there are others.
 * @throws CutsError `CUTS_DISTRIBUTED_INIT` for variables that are wrong, or contradict each other.
 */
export function findRendezvous(environment: Environment): Rendezvous | undefined {
  const launched = launchedBy(environment);
  const own = ownRendezvous(environment);
  if (own === undefined) return launched === undefined ? torchRendezvous(environment) : undefined;
  // Variables that were exported once make every process that mpirun starts the same rank.
  if (launched !== undefined && launched.size > 1) {
    const [here, there] = [`${own.rank} of ${own.size}`, `${launched.rank} of ${launched.size}`];
    if (here !== there) {
      throw refuse(
        `CUTS_RANK and CUTS_WORLD_SIZE say rank ${here}, but ${launched.by} says rank ${there}`,
        "unset CUTS_RANK CUTS_WORLD_SIZE CUTS_RENDEZVOUS, which a job of MPI does not need",
      );
    }
  }
  return own;
}

/** What CUTS_RANK, CUTS_WORLD_SIZE and CUTS_RENDEZVOUS say; undefined without them. @throws CutsError `CUTS_DISTRIBUTED_INIT` */
export function ownRendezvous(environment: Environment): Rendezvous | undefined {
  const { CUTS_RANK: rank, CUTS_WORLD_SIZE: size, CUTS_RENDEZVOUS: at } = environment;
  if (rank === undefined && size === undefined && at === undefined) return undefined;
  for (const name of ["CUTS_RANK", "CUTS_WORLD_SIZE", "CUTS_RENDEZVOUS"]) {
    if ((environment[name] ?? "") === "") throw refuse(`${name} is not set, but the other variables are`);
  }
  return {
    ...placeOf(environment, "CUTS_RANK", "CUTS_WORLD_SIZE", "CUTS_LOCAL_RANK"),
    at: addressOf(at ?? ""),
  };
}

/** What torchrun says by RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT; undefined without them. @throws CutsError `CUTS_DISTRIBUTED_INIT` */
export function torchRendezvous(environment: Environment): Rendezvous | undefined {
  const {
    RANK: rank = "",
    WORLD_SIZE: size = "",
    MASTER_ADDR: host = "",
    MASTER_PORT: port = "",
  } = environment;
  if (rank === "" || size === "") return undefined;
  if (host === "" || port === "") {
    // Others use such names too; but several processes that each take themselves for the only one would go unnoticed.
    const isOther = size === "1" || "SLURM_PROCID" in environment || "PMIX_RANK" in environment;
    if (isOther) return undefined;
    const missing = host === "" ? "MASTER_ADDR" : "MASTER_PORT";
    throw refuse(`${missing} is not set, but RANK and WORLD_SIZE are`, TRY_TORCH);
  }
  const theirs = numberOf("MASTER_PORT", port, 1, 65_535, TRY_TORCH);
  // torchrun listens there itself, and leaves the next one free.
  const isTaken = environment["TORCHELASTIC_RUN_ID"] !== undefined;
  return {
    ...placeOf(environment, "RANK", "WORLD_SIZE", "LOCAL_RANK", TRY_TORCH),
    at: { host, port: isTaken ? (theirs === 65_535 ? theirs - 1 : theirs + 1) : theirs },
  };
}

const TRY_OWN =
  "CUTS_RANK=0 CUTS_WORLD_SIZE=2 CUTS_RENDEZVOUS=127.0.0.1:29400 node train.js, or npx cuts launch";
const TRY_TORCH =
  "torchrun --no-python --nproc-per-node 2 node train.js, which sets all of them, or npx cuts launch";

function placeOf(
  environment: Environment,
  rankName: string,
  sizeName: string,
  localName: string,
  hint = TRY_OWN,
): Pick<Rendezvous, "rank" | "size" | "localRank"> {
  const size = numberOf(sizeName, environment[sizeName] ?? "", 1, 2 ** 20, hint);
  const rank = numberOf(rankName, environment[rankName] ?? "", 0, size - 1, hint);
  const local = environment[localName] ?? "";
  const localRank = local === "" ? undefined : numberOf(localName, local, 0, size - 1, hint);
  return { rank, size, localRank };
}

function numberOf(name: string, text: string, least: number, most: number, hint = TRY_OWN): number {
  if (/^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw refuse(`${name} must be a whole number from ${least} to ${most} (got "${text}")`, hint);
}

/** An address or a path, also as PyTorch writes them: tcp://host:port, file:///path. */
function addressOf(text: string): Rendezvous["at"] {
  const [, host = "", port = ""] = /^(?:tcp:\/\/)?\[?([^/\\]+?)\]?:(\d{1,5})$/.exec(text) ?? [];
  if (host !== "") return { host, port: numberOf("the port of CUTS_RENDEZVOUS", port, 1, 65_535) };
  if (/^file:\/\/\/./.test(text)) return { file: fileURLToPath(text) };
  if (/[/\\]/.test(text) && !text.includes("://")) return { file: text };
  throw refuse(
    `CUTS_RENDEZVOUS must be host:port, or the path of a file that all ranks can read (got "${text}")`,
  );
}

function refuse(why: string, hint = TRY_OWN): CutsError {
  return new CutsError("CUTS_DISTRIBUTED_INIT", `Cannot join other processes: ${why}\nTry: ${hint}`);
}
