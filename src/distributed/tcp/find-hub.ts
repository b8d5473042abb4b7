// How the other ranks find the hub. The hub may start later than they do, and some other program may listen at its address, so
// they retry until something answers as the hub does or the time is over.

import { createConnection, type Socket } from "node:net";
import { rankLost } from "../rank-lost.js";
import { type Connection, helloOf, type Listener } from "./connection.js";
import { type FromHub, onMessages, sendMessage } from "./messages.js";
import { readRendezvous, type RendezvousPlace } from "./rendezvous-file.js";
import type { Rendezvous } from "./rendezvous.js";
import { ANSWER_MS } from "./tcp-hub.js";

/** How often the hub is looked for. */
const RETRY_MS = 100;
/** How long one address is tried. */
const TRY_MS = 5000;

/** Connects to the hub. @throws CutsError `CUTS_RANK_LOST` where the time is over. */
export async function findHub(place: Rendezvous, listener: Listener): Promise<Connection> {
  const end = performance.now() + listener.timeoutMs();
  let last = "";
  while (performance.now() < end) {
    const { addresses, token, whyNot } = whereIs(place.at);
    if (whyNot !== undefined) last = whyNot;
    for (const [host, port] of addresses) {
      try {
        const mostMs = Math.max(RETRY_MS, Math.min(TRY_MS, end - performance.now()));
        return await meet(await open(host, port, mostMs), place, token, mostMs, listener);
      } catch (error) {
        last = (error as Error).message;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  const where =
    "file" in place.at ? `through the file ${place.at.file}` : `at ${place.at.host}:${place.at.port}`;
  throw rankLost(
    `rank ${place.rank} has not found rank 0 ${where} within ${listener.timeoutMs() / 1000} s${last === "" ? "" : ` (${last})`}`,
  );
}

function whereIs(at: Rendezvous["at"]): RendezvousPlace {
  if ("file" in at) return readRendezvous(at.file);
  return { addresses: [[at.host, at.port]], token: at.token, whyNot: undefined };
}

function open(host: string, port: number, mostMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port });
    const give = (error: Error): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(() => give(new Error(`no answer from ${host}:${port}`)), mostMs);
    socket.once("error", give);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", give);
      resolve(socket);
    });
  });
}

/** Sends this rank's first message; rejects if nothing answers as the hub does. */
function meet(
  socket: Socket,
  place: Rendezvous,
  token: string,
  mostMs: number,
  listener: Listener,
): Promise<Connection> {
  const { take, lost, timeoutMs } = listener;
  socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    let isMet = false;
    let timer = setTimeout(() => socket.destroy(), mostMs);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      clearTimeout(timer);
      const { remoteAddress: host = "", remotePort: port = "" } = socket;
      if (isMet) lost(rankLost("rank 0, by which ranks talk, has ended"));
      else {
        const why = "it is something else, or its token is another";
        reject(new Error(`what listens at ${host}:${port} does not answer as rank 0 of this job: ${why}`));
      }
    });
    const met = (): void => {
      isMet = true;
      clearTimeout(timer);
      // Rank 0 says who has not come; this is for one that says nothing.
      timer = setTimeout(() => {
        lost(rankLost(`not all of the ${place.size} processes have come within ${timeoutMs() / 1000} s`));
      }, timeoutMs() + ANSWER_MS);
      resolve({
        give: (message) => sendMessage(socket, { give: message }),
        ref: () => void socket.ref(),
        unref: () => void socket.unref(),
        close: () => void socket.destroy(),
      });
    };
    onMessages(
      socket,
      () => isMet,
      (message: FromHub) => {
        if (!isMet && (message.welcome !== undefined || message.refused !== undefined)) met();
        if (!isMet) {
          socket.destroy();
          return;
        }
        if (message.peers !== undefined) clearTimeout(timer);
        if (message.lost === undefined) take(message);
        else lost(rankLost(message.lost));
      },
    );
    sendMessage(socket, { hello: helloOf(place, token) });
  });
}
