// The records of zip files, as PKWARE's APPNOTE gives them: where their fields are. All numbers are little-endian.

/** Signatures: what each record begins with. */
export const signatures = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
} as const;

/** Bytes of each record before what varies in length. */
export const lengths = { local: 30, central: 46, end: 22, end64: 56, locator64: 20 } as const;

/** How members are stored. */
export const methods = { stored: 0, deflated: 8 } as const;

/** The field that holds numbers too large for theirs, and what stands there then. */
export const ZIP64 = { id: 1, mark32: 0xffff_ffff, mark16: 0xffff } as const;

/** A view of some bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
