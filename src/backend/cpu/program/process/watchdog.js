// @ts-check
// A thread beside a program: when the process or the thread that started it is gone, the program ends too, even in the
// middle of a loop. When its time is over, whoever started it says so by a byte, and is told where the program is (whereabouts.ts).
// Plain JavaScript, so that it runs unbuilt.

import { answerOnPipe } from "../../../../host/own-program.js";
import { setup } from "../../../../host/own-thread.js";

const { parent, whereabouts } = /** @type {{ parent: number, whereabouts: SharedArrayBuffer }} */ (setup);

answerOnPipe(parent, () => JSON.stringify(place()));

/** @returns {import("../../../port/programs.js").ProgramPlace} */
function place() {
  const [isAtDevice = 0, nameBytes = 0] = new Int32Array(whereabouts, 0, 2);
  const kernel = Buffer.from(whereabouts, 8, nameBytes).toString();
  return { isAtDevice: isAtDevice === 1, ...(kernel === "" ? {} : { kernel }) };
}
