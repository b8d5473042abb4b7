// A field that makes structuredClone() and postMessage() of arrays and devices fail with a helpful message. Cloning copies fields
// in order and names the first value that it cannot clone: this symbol, whose description says what to do instead.

/** The value of a first field. */
export const uncloneable: symbol = Symbol(
  "a CuTS array or device, whose memory is of this thread; send what `await x.data()` gives",
);
