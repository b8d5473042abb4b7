// Archives of object files, as `ar` writes them: without an index, which wasm-ld does not read.

/** An object file in an archive. */
export interface Member {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const MAGIC = "!<arch>\n";
const HEADER_BYTES = 60;

/** The members of an archive, in order. */
export function readArchive(archive: Uint8Array): readonly Member[] {
  const text = (start: number, end: number): string =>
    Buffer.from(archive.subarray(start, end)).toString("latin1");
  const members: Member[] = [];
  let longNames = "";
  for (let offset = MAGIC.length; offset + HEADER_BYTES <= archive.length; ) {
    const start = offset + HEADER_BYTES;
    const size = Number(text(offset + 48, offset + 58));
    const name = text(offset, offset + 16).trim();
    const at = /^\/(\d+)$/.exec(name)?.[1];
    if (name === "//") longNames = text(start, start + size);
    else if (name !== "/") {
      const full = at === undefined ? name : longNames.slice(Number(at));
      members.push({
        name: full.slice(0, full.indexOf("/")),
        bytes: archive.subarray(start, start + size),
      });
    }
    offset = start + size + (size % 2);
  }
  return members;
}

/** An archive of members, the same for the same members wherever and whenever it is written. */
export function writeArchive(members: readonly Member[]): Uint8Array {
  const places = new Map<string, number>();
  let longNames = "";
  for (const { name } of members) {
    if (name.length < 16 || places.has(name)) continue;
    places.set(name, longNames.length);
    longNames += `${name}/\n`;
  }
  const shown = (name: string): string => (places.has(name) ? `/${places.get(name)}` : `${name}/`);
  const parts: Uint8Array[] = [Buffer.from(MAGIC)];
  const add = (name: string, bytes: Uint8Array): void => {
    const header = `${name.padEnd(16)}${"0".padEnd(12)}${"0".padEnd(6)}${"0".padEnd(6)}${"644".padEnd(8)}`;
    parts.push(Buffer.from(`${header}${String(bytes.length).padEnd(10)}\`\n`), bytes);
    if (bytes.length % 2 === 1) parts.push(Buffer.from("\n"));
  };
  if (longNames !== "") add("//", Buffer.from(longNames));
  for (const { name, bytes } of members) add(shown(name), bytes);
  return new Uint8Array(Buffer.concat(parts));
}
