// How the processes of a job without MPI find each other: by variables of CuTS, or by those that torchrun sets. Each job has a
// secret token that identifies its ranks.

import { fileURLToPath } from "node:url";
import { CutsError } from "../../core/errors.js";
import { launchedBy } from "../launch-environment.js";

/** The rank and size in a job, and where its rank 0 is. */
export interface Rendezvous {
  readonly rank: number;
  readonly size: number;
  readonly localRank: number | undefined;
  readonly at: RendezvousByAddress | RendezvousByFile;
}

/** Rank 0 listens at this address; each rank has the token. */
interface RendezvousByAddress {
  readonly host: string;
  readonly port: number;
  readonly token: string;
}

/** Rank 0 writes into the file where it listens, and the token. */
export interface RendezvousByFile {
  readonly file: string;
  /** The address of its machine at which it listens. */
  readonly listen: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where to find the other ranks; undefined if MPI knows, or if no variable says that there are others.
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

/**
 * The settings of CUTS_RANK, CUTS_WORLD_SIZE and CUTS_RENDEZVOUS; undefined without them.
 * @throws CutsError `CUTS_DISTRIBUTED_INIT`
 */
export function ownRendezvous(environment: Environment): Rendezvous | undefined {
  const { CUTS_RANK: rank, CUTS_WORLD_SIZE: size, CUTS_RENDEZVOUS: at } = environment;
  if (rank === undefined && size === undefined) {
    if (at === undefined || isOfTorch(environment)) return undefined;
  }
  for (const name of ["CUTS_RANK", "CUTS_WORLD_SIZE", "CUTS_RENDEZVOUS"]) {
    if ((environment[name] ?? "") === "") throw refuse(`${name} is not set, but the other variables are`);
  }
  const place = placeOf(environment, "CUTS_RANK", "CUTS_WORLD_SIZE", "CUTS_LOCAL_RANK");
  return { ...place, at: placeToMeet(environment, place.size) };
}

/** Whether torchrun, or what sets the same variables, says which rank this is. */
function isOfTorch({ RANK: rank = "", WORLD_SIZE: size = "" }: Environment): boolean {
  return rank !== "" && size !== "";
}

/**
 * The settings of RANK, WORLD_SIZE, MASTER_ADDR, MASTER_PORT and torchrun's job id; CUTS_RENDEZVOUS replaces the last three.
 * Undefined without them.
 * @throws CutsError `CUTS_DISTRIBUTED_INIT`
 */
export function torchRendezvous(environment: Environment): Rendezvous | undefined {
  if (!isOfTorch(environment)) return undefined;
  const { WORLD_SIZE: size, MASTER_ADDR: host = "", MASTER_PORT: port = "" } = environment;
  if ((environment["CUTS_RENDEZVOUS"] ?? "") !== "") {
    const place = placeOf(environment, "RANK", "WORLD_SIZE", "LOCAL_RANK", TRY_TORCH);
    return { ...place, at: placeToMeet(environment, place.size) };
  }
  if (host === "" || port === "") {
    // Others use such names too; but several processes that each take themselves for the only one would go unnoticed.
    const isOther = size === "1" || "SLURM_PROCID" in environment || "PMIX_RANK" in environment;
    if (isOther) return undefined;
    const missing = host === "" ? "MASTER_ADDR" : "MASTER_PORT";
    throw refuse(`${missing} is not set, but RANK and WORLD_SIZE are`, TRY_TORCH);
  }
  const theirs = numberOf("MASTER_PORT", port, 1, 65_535, TRY_TORCH);
  // torchrun listens there itself, and leaves the next one free.
  const id = environment["TORCHELASTIC_RUN_ID"];
  const own = id === undefined ? theirs : theirs === 65_535 ? theirs - 1 : theirs + 1;
  const place = placeOf(environment, "RANK", "WORLD_SIZE", "LOCAL_RANK", TRY_TORCH);
  if (place.size > 1 && !TOKEN.test(id ?? "")) {
    throw refuse(
      "the job has no secret by which its ranks know each other: the id that torchrun gives it is not set, or has less than 16 characters",
      TRY_TORCH,
    );
  }
  return { ...place, at: { host, port: own, token: id ?? "" } };
}

/** A secret that is long enough not to be guessed. */
const TOKEN = /^[\w-]{16,128}$/;

const TRY_OWN =
  "CUTS_RANK=0 CUTS_WORLD_SIZE=2 CUTS_RENDEZVOUS=/path/of/a/file node train.js, or npx cuts launch";
const TRY_TORCH =
  "torchrun --standalone --no-python --nproc-per-node 2 node train.js, or --rdzv-id=$(uuidgen) on several machines, or CUTS_RENDEZVOUS=/path/of/a/file, or npx cuts launch";

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

/** What CUTS_RENDEZVOUS says: an address with a token, or a path; also as PyTorch writes them: tcp://token@host:port, file:///path. */
function placeToMeet(environment: Environment, size: number): Rendezvous["at"] {
  const text = environment["CUTS_RENDEZVOUS"] ?? "";
  const [, token = "", host = "", port = ""] =
    /^(?:tcp:\/\/)?(?:([^@/\\]*)@)?\[?([^@/\\]+?)\]?:(\d{1,5})$/.exec(text) ?? [];
  if (host !== "") {
    // One process talks to nobody.
    if (size > 1 && !TOKEN.test(token)) {
      throw refuse(
        "CUTS_RENDEZVOUS must be token@host:port, with the same secret token of 16 or more letters and digits on all ranks",
        `CUTS_RENDEZVOUS=$(openssl rand -hex 16)@${host}:${port}, made once and given to all ranks, or the path of a file`,
      );
    }
    return { host, port: numberOf("the port of CUTS_RENDEZVOUS", port, 1, 65_535), token };
  }
  const listen = environment["CUTS_LISTEN"] || "127.0.0.1";
  if (/^file:\/\/\/./.test(text)) return { file: fileURLToPath(text), listen };
  if (/[/\\]/.test(text) && !text.includes("://")) return { file: text, listen };
  throw refuse(
    `CUTS_RENDEZVOUS must be token@host:port, or the path of a file that all ranks can read (got "${text.replace(/.*@/, "…@")}")`,
  );
}

function refuse(why: string, hint = TRY_OWN): CutsError {
  return new CutsError("CUTS_DISTRIBUTED_INIT", `Cannot join other processes: ${why}\nTry: ${hint}`);
}
