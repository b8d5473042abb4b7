// @ts-check
// Which process of a job has ended, as far as it can be seen: on this machine. Plain JavaScript, because a thread that watches asks too.

import { readFileSync } from "node:fs";

/**
 * A rank that has ended, in words; undefined where none has.
 * @param {readonly import("../control.js").Peer[]} peers
 * @param {number} ownRank
 * @returns {string | undefined}
 */
export function lostPeer(peers, ownRank) {
  const place = peers[ownRank]?.place;
  for (const [rank, peer] of peers.entries()) {
    if (rank !== ownRank && peer.place === place && isGone(peer.pid)) {
      return `rank ${rank} (process ${peer.pid} on ${peer.host}) has ended`;
    }
  }
  return undefined;
}

/**
 * @param {number} pid
 * @returns {boolean}
 */
function isGone(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return /** @type {{ code?: string }} */ (error).code === "ESRCH";
  }
  try {
    // A process that has ended and was not collected yet: "pid (name) Z".
    return /\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}
