// Where the processes of a job without MPI find each other, by variables: those of CuTS, or those that torchrun sets.

import { CutsError } from "../../core/errors.js";

/** A place in a job, and where its rank 0 is. */
export interface Rendezvous {
  readonly rank: number;
  readonly size: number;
  readonly localRank: number | undefined;
  /** Where rank 0 listens, or a file in which it says so. */
  readonly at: { readonly host: string; readonly port: number } | { readonly file: string };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What CUTS_RANK, CUTS_WORLD_SIZE and CUTS_RENDEZVOUS say; undefined without them. @throws CutsError `CUTS_DISTRIBUTED_INIT` */
export function ownRendezvous(environment: Environment): Rendezvous | undefined {
  const { CUTS_RANK: rank, CUTS_WORLD_SIZE: size, CUTS_RENDEZVOUS: at } = environment;
  if (rank === undefined && size === undefined && at === undefined) return undefined;
  for (const name of ["CUTS_RANK", "CUTS_WORLD_SIZE", "CUTS_RENDEZVOUS"]) {
    if ((environment[name] ?? "") === "") throw refuse(`${name} is missing beside the other variables`);
  }
  return {
    ...placeOf(environment, "CUTS_RANK", "CUTS_WORLD_SIZE", environment["CUTS_LOCAL_RANK"]),
    at: addressOf(at ?? ""),
  };
}

/** What torchrun says by RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT; undefined without them. */
export function torchRendezvous(environment: Environment): Rendezvous | undefined {
  const { MASTER_ADDR: host, MASTER_PORT: port } = environment;
  if (environment["RANK"] === undefined || environment["WORLD_SIZE"] === undefined) return undefined;
  if (host === undefined || port === undefined) return undefined;
  const theirs = numberOf("MASTER_PORT", port, 65_535);
  // torchrun listens there itself, and leaves the next one free.
  const isTaken = environment["TORCHELASTIC_RUN_ID"] !== undefined;
  return {
    ...placeOf(environment, "RANK", "WORLD_SIZE", environment["LOCAL_RANK"]),
    at: { host, port: isTaken ? (theirs === 65_535 ? theirs - 1 : theirs + 1) : theirs },
  };
}

function placeOf(
  environment: Environment,
  rankName: string,
  sizeName: string,
  local: string | undefined,
): Pick<Rendezvous, "rank" | "size" | "localRank"> {
  const size = numberOf(sizeName, environment[sizeName] ?? "", 2 ** 20);
  const rank = numberOf(rankName, environment[rankName] ?? "", size - 1);
  const localRank = local === undefined ? undefined : numberOf("the local rank", local, size - 1);
  return { rank, size, localRank };
}

function numberOf(name: string, text: string, most: number): number {
  if (/^\d{1,7}$/.test(text) && Number(text) <= most) return Number(text);
  throw refuse(`${name} must be a whole number of at most ${most} (got "${text}")`);
}

function addressOf(text: string): Rendezvous["at"] {
  const [, host = "", port = ""] = /^\[?([^/\\]+?)\]?:(\d{1,5})$/.exec(text) ?? [];
  if (host !== "") return { host, port: numberOf("the port of CUTS_RENDEZVOUS", port, 65_535) };
  if (/[/\\]/.test(text)) return { file: text };
  throw refuse(`CUTS_RENDEZVOUS must be host:port, or a path of a file that all see (got "${text}")`);
}

function refuse(why: string): CutsError {
  return new CutsError(
    "CUTS_DISTRIBUTED_INIT",
    `Cannot join other processes: ${why}\nTry: CUTS_RANK=0 CUTS_WORLD_SIZE=2 CUTS_RENDEZVOUS=127.0.0.1:29400 node train.js, or npx cuts launch`,
  );
}
