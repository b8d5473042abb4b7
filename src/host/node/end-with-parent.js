// For the processes that this package starts to work for it: each ends when the process that started it is gone, however
// that ended. Plain JavaScript, so that it runs unbuilt.

const PERIOD_MS = 250;

/**
 * Watches the process `parent` from now on, without holding this one. A process whose parent died gets another one, at
 * once and for good; whoever was started too late to see it learns that from `parent`, which the parent itself has told.
 * @param {number} parent
 */
export function endWithParent(parent) {
  // On Windows a process keeps the id of a parent that is gone; but there the system ends the children of Node's processes.
  if (process.platform === "win32") return;
  const look = () => {
    if (process.ppid !== parent) endNow();
  };
  look();
  setInterval(look, PERIOD_MS).unref();
}

/** Ends this process at once: no thread of it is asked, for one may be deep in WebAssembly. @returns {void} */
export function endNow() {
  process.kill(process.pid, "SIGKILL");
}
