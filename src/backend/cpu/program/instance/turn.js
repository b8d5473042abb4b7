// @ts-check
// Whose turn it is among the threads of host code (include/cuts/program/threads.cpp): one runs at a time. The main thread is
// number 0; it also does what other threads call on the host, between turns of its own. Plain JavaScript, because threads run
// it unbuilt.

/** Indices into the words that the threads share. */
const TURN = 0;
/** The thread for which the main thread is to do something; 0 for none. */
const CALLER = 1;
/** Changes with each of them; who waits sleeps on it. */
const SIGNAL = 2;

/** Room for them. */
export const TURN_BYTES = 12;

/** Gives the turn to a thread. @param {Int32Array} words @param {number} to */
export function giveTurn(words, to) {
  Atomics.store(words, TURN, to);
  signal(words);
}

/** Asks the main thread to look at what a thread has posted. @param {Int32Array} words @param {number} caller */
export function callMain(words, caller) {
  Atomics.store(words, CALLER, caller);
  signal(words);
}

/** Says that it was done, or that there is nothing more to do for this thread. @param {Int32Array} words */
export function answer(words) {
  Atomics.store(words, CALLER, 0);
  signal(words);
}

/** Waits for the turn of a thread. @param {Int32Array} words @param {number} own */
export function awaitTurn(words, own) {
  awaitWord(words, (at) => at === TURN && Atomics.load(words, TURN) === own);
}

/** Waits for the answer of the main thread. @param {Int32Array} words */
export function awaitAnswer(words) {
  awaitWord(words, (at) => at === CALLER && Atomics.load(words, CALLER) === 0);
}

/** Waits, as the main thread, for its turn (0) or for a thread that calls; returns its number. @param {Int32Array} words */
export function awaitCaller(words) {
  awaitWord(words, (at) =>
    at === TURN ? Atomics.load(words, TURN) === 0 : Atomics.load(words, CALLER) !== 0,
  );
  return Atomics.load(words, CALLER);
}

/** @param {Int32Array} words @param {(word: number) => boolean} isOver */
function awaitWord(words, isOver) {
  for (;;) {
    const before = Atomics.load(words, SIGNAL);
    if (isOver(CALLER) || isOver(TURN)) return;
    Atomics.wait(words, SIGNAL, before);
  }
}

/** @param {Int32Array} words */
function signal(words) {
  Atomics.add(words, SIGNAL, 1);
  Atomics.notify(words, SIGNAL);
}
