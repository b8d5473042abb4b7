// Hashes and random bytes in Node. Node's module is slow to load, so it is loaded lazily.

export function sha256(contents: string | Uint8Array, digits: "hex" | "base64url" = "hex"): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", contents, digits);
}

export function randomBytes(byteLength: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(process.getBuiltinModule("node:crypto").randomBytes(byteLength));
}
