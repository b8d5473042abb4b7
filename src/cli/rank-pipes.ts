// Reads the output of each rank on this machine through a pipe of its own. mpirun mixes the output of several ranks in the middle
// of lines, and Open MPI 4 drops most of many short lines when it prefixes them with ranks.

import { spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eachLine } from "./each-line.js";

/** More ranks would need more open files than a process may have. */
const MOST_RANKS = 200;

/** Sends what a rank prints to its pipes, and becomes the command that follows. */
const script =
  'at="$1/${OMPI_COMM_WORLD_RANK:-$PMI_RANK}"; shift; [ -p "$at.err" ] || exec "$@"; exec "$@" >"$at.out" 2>"$at.err"';

/** The pipes of all ranks. */
export interface RankPipes {
  /** The command of a rank that prints to them. */
  command(words: readonly string[]): readonly string[];
  /** Settles when ranks have ended and all that they have printed was given, or after a while. */
  close(mostMs: number): Promise<void>;
}

/** Opens the pipes; undefined if that is not possible, and then ranks print to mpirun. */
export function openRankPipes(
  ranks: number,
  use: (rank: number, name: "out" | "err", line: string) => void,
): RankPipes | undefined {
  if (ranks > MOST_RANKS || process.platform === "win32") return undefined;
  const folder = mkdtempSync(join(tmpdir(), "cuts-launch-"));
  const all = Array.from({ length: ranks }, (_, rank) => [
    { rank, name: "out" as const },
    { rank, name: "err" as const },
  ]).flat();
  const paths = all.map(({ rank, name }) => join(folder, `${rank}.${name}`));
  if (spawnSync("mkfifo", ["-m", "600", ...paths], { stdio: "ignore" }).status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const ends: Promise<void>[] = [];
  const sockets: Socket[] = [];
  const own: number[] = [];
  for (const [i, { rank, name }] of all.entries()) {
    const path = paths[i] as string;
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    // Without a writer of our own, it would be at its end before the rank has come.
    own.push(openSync(path, constants.O_WRONLY));
    const socket = new Socket({ fd, readable: true, writable: false });
    eachLine(socket, (line) => use(rank, name, line));
    ends.push(new Promise((resolve) => void socket.on("close", () => resolve())));
    sockets.push(socket);
  }
  return {
    command: (words) => ["/bin/sh", "-c", script, "sh", folder, ...words],
    close: async (mostMs) => {
      for (const fd of own) closeSync(fd);
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, mostMs);
      await Promise.all(ends);
      clearTimeout(timer);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
