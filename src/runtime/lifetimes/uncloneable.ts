// What belongs to a device cannot be copied by structuredClone() or postMessage(). JavaScript copies the fields of an object in
// order, and names the first value that it cannot copy: a first field of this value has it name what to do, where it would
// name something of ours. (A getter that throws an error of ours would throw it for whoever else looks at fields, too.)

/** The value of a first field. */
export const uncloneable: symbol = Symbol(
  "a CuTS array or device, whose memory is of this thread; send what `await x.data()` gives",
);
