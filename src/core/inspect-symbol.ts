// The method that Node and other tools call to show an object to developers. It is a registered symbol, so nothing of Node is
// imported to name it.

/** The name of the method. */
export const inspectSymbol: unique symbol = Symbol.for("nodejs.util.inspect.custom");
