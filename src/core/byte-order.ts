// The order of the bytes of a number in memory.

/** Whether the low byte comes first, as on nearly all machines. */
export const isLittleEndian: boolean = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
