// @ts-check
// What is said of a job that cannot go on because of a rank. Plain JavaScript, because a thread that watches says it too.

/**
 * The message that says why, and what to try.
 * @param {string} why
 * @returns {string}
 */
export function rankLostText(why) {
  return `Cannot go on with the other ranks: ${why}\nTry: look at the output of that rank; set CUTS_DIST_TIMEOUT=seconds if it needs longer, or CUTS_DIST_DEBUG=1 to compare calls before they start`;
}
