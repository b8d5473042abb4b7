// The method by which Node, and whatever shows objects to developers as Node does, asks an object for its text. It is a symbol that
// all of a program share, so nothing of Node is needed to name it.

/** The name of the method. */
export const inspectSymbol: unique symbol = Symbol.for("nodejs.util.inspect.custom");
