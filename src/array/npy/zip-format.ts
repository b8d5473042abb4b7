// The records of zip files and the offsets of their fields, from PKWARE's APPNOTE. All numbers are little-endian.

/** The signature at the start of each record. */
export const signatures = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
} as const;

/** The fixed-size part of each record, in bytes. */
export const lengths = { local: 30, central: 46, end: 22, end64: 56, locator64: 20 } as const;

/** How members are stored. */
export const methods = { stored: 0, deflated: 8 } as const;

/** The extra field for large numbers, and the placeholder in the original field. */
export const ZIP64 = { id: 1, mark32: 0xffff_ffff, mark16: 0xffff } as const;

/** A DataView of some bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
