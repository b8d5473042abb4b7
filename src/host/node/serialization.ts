// Values as bytes, by V8.

export function toBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new Uint8Array(process.getBuiltinModule("node:v8").serialize(value));
}

export function fromBytes(bytes: Uint8Array): unknown {
  return process.getBuiltinModule("node:v8").deserialize(bytes);
}
