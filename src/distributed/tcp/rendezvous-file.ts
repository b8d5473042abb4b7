// The file in which rank 0 says where it listens, for jobs that meet by a file. One of a job that is gone may be there: each has a token, which rank 0
// asks for.

import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { CutsError } from "../../core/errors.js";

/** What it says. */
interface Listening {
  readonly port: number;
  readonly hosts: readonly string[];
  readonly of: string;
  readonly token: string;
}

/** Writes it. @throws CutsError `CUTS_DISTRIBUTED_INIT` */
export function writeRendezvous(file: string, port: number, token: string): void {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const hosts = addresses.filter(({ family }) => family === "IPv4").map(({ address }) => address);
  const text: Listening = { port, hosts, of: hostname(), token };
  // Whoever reads it reads all of it.
  const part = `${file}.${process.pid}`;
  try {
    writeFileSync(part, JSON.stringify(text));
    renameSync(part, file);
  } catch (cause) {
    rmSync(part, { force: true });
    throw new CutsError(
      "CUTS_DISTRIBUTED_INIT",
      `Cannot join other processes: rank 0 cannot write the file ${file} (${(cause as Error).message})\nTry: set CUTS_RENDEZVOUS to a file in an existing folder that all ranks can read, or to host:port`,
      { cause },
    );
  }
}

/** Takes it away, unless it is that of another job by now: one that stays would lead the next job astray. */
export function removeRendezvous(file: string, token: string): void {
  if (read(file)?.token === token) rmSync(file, { force: true });
}

/** Where rank 0 may be found by it; nowhere while there is none. */
export function readRendezvous(file: string): { addresses: readonly [string, number][]; token: string } {
  const found = read(file);
  if (found === undefined) return { addresses: [], token: "" };
  const isHere = found.of === hostname();
  // One's own loopback is not that of another machine.
  const hosts = found.hosts.filter((host) => host.startsWith("127.") === isHere);
  return { addresses: hosts.map((host) => [host, found.port]), token: found.token };
}

function read(file: string): Listening | undefined {
  try {
    const found = JSON.parse(readFileSync(file, "utf8")) as Listening;
    return Array.isArray(found.hosts) && typeof found.token === "string" ? found : undefined;
  } catch {
    return undefined;
  }
}
