// The file in which rank 0 publishes its address, for jobs that meet by a file. It may be left over from an earlier job, so it
// contains a token, which rank 0 asks for. Only the user of the job can read the file, and a file of another user is ignored.

import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { CutsError } from "../../core/errors.js";
import type { RendezvousByFile } from "./rendezvous.js";

/** What it says. */
interface Listening {
  readonly port: number;
  readonly hosts: readonly string[];
  readonly of: string;
  readonly token: string;
}

/** An address where rank 0 may listen. */
export interface RendezvousPlace {
  readonly addresses: readonly (readonly [host: string, port: number])[];
  readonly token: string;
  /** Why there is no address; undefined while there is no file. */
  readonly whyNot: string | undefined;
}

/** Every address of this machine. */
const EVERYWHERE = "0.0.0.0";

/** Writes the file. @throws CutsError `CUTS_DISTRIBUTED_INIT` */
export function writeRendezvous({ file, listen }: RendezvousByFile, port: number, token: string): void {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const all = addresses.filter(({ family }) => family === "IPv4").map(({ address }) => address);
  const hosts = listen === EVERYWHERE ? all : [listen];
  const text: Listening = { port, hosts, of: hostname(), token };
  // Whoever reads it reads all of it.
  const part = `${file}.${randomUUID()}`;
  try {
    writeFileSync(part, JSON.stringify(text), { mode: 0o600, flag: "wx" });
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

/** Removes the file, unless another job has replaced it. A file left behind would send the next job to the wrong address. */
export function removeRendezvous(file: string, token: string): void {
  if (read(file).found?.token === token) rmSync(file, { force: true });
}

/** The addresses of rank 0 in the file; none while there is no file. */
export function readRendezvous(file: string): RendezvousPlace {
  const { found, whyNot: unread } = read(file);
  if (found === undefined) return { addresses: [], token: "", whyNot: unread };
  const isHere = found.of === hostname();
  // One's own loopback is not that of another machine.
  const hosts = found.hosts.filter((host) => isHere || !isLoopback(host));
  const addresses = hosts.map((host) => [host, found.port] as const);
  const alone = `rank 0 listens for its own machine ${found.of} alone; set CUTS_LISTEN there`;
  const whyNot = hosts.length > 0 ? undefined : alone;
  return { addresses, token: found.token, whyNot };
}

/** The contents of a file; nothing if it does not exist or is incomplete. */
function read(file: string): { readonly found?: Listening; readonly whyNot?: string } {
  let fd: number | undefined;
  try {
    fd = openSync(file, "r");
    const { uid } = fstatSync(fd);
    if (process.getuid !== undefined && uid !== process.getuid()) {
      return { whyNot: `the file belongs to another user, whose number is ${uid}` };
    }
    const found = JSON.parse(readFileSync(fd, "utf8")) as Listening;
    return Array.isArray(found.hosts) && typeof found.token === "string" ? { found } : {};
  } catch {
    return {};
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Whether an address is reached from its own machine only. */
function isLoopback(host: string): boolean {
  return host.startsWith("127.") || host === "::1" || host === "localhost";
}
