// @ts-check
// A thread beside a program: when the process or the thread that started it is gone, the program ends too, even in the
// middle of a loop. Plain JavaScript, so that it runs unbuilt.
import { Socket } from "node:net";
import { workerData } from "node:worker_threads";
import { endNow, endWithParent } from "../core/end-with-parent.js";

const { parent, fd } = /** @type {{ parent: number, fd: number }} */ (workerData);

new Socket({ fd, readable: true }).on("close", endNow).on("error", endNow).resume();
endWithParent(parent);
