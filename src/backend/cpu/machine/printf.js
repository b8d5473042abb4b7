// @ts-check
// C's printf over WebAssembly's variable arguments: values follow each other in memory, each at a multiple of its
// size. `long` and pointers are 4 bytes there. Plain JavaScript, because workers run it unbuilt.

/**
 * Formats as C's printf does.
 * @param {DataView} memory
 * @param {number} format address of the NUL-terminated format
 * @param {number} args address of the first argument
 * @returns {string}
 */
export function formatPrintf(memory, format, args) {
  const text = readString(memory, format);
  let at = args;
  const word = () => {
    at += 4;
    return memory.getInt32(at - 4, true);
  };
  const wide = () => {
    at = Math.ceil(at / 8) * 8 + 8;
    return memory.getBigInt64(at - 8, true);
  };
  const real = () => {
    at = Math.ceil(at / 8) * 8 + 8;
    return memory.getFloat64(at - 8, true);
  };
  return text.replace(
    /%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d*))?(hh|h|ll|l|j|z|t|L)?([diouxXfFeEgGaAcspn%])/g,
    (_, /** @type {string} */ flags, width, precision, length, conversion) => {
      if (conversion === "%") return "%";
      let columns = width === "*" ? word() : Number(width ?? 0);
      let own = flags;
      if (columns < 0) {
        own += "-";
        columns = -columns;
      }
      const digits =
        precision === "*" ? word() : precision === undefined ? undefined : Number(precision || 0);
      const isWide = length === "ll" || length === "j";
      let body;
      if ("di".includes(conversion)) body = integer(isWide ? wide() : narrow(word(), length), own, digits);
      else if ("ouxX".includes(conversion)) {
        const value = isWide ? BigInt.asUintN(64, wide()) : BigInt(unsigned(word(), length));
        body = radix(value, conversion, own, digits);
      } else if ("fFeEgGaA".includes(conversion)) body = floating(real(), conversion, own, digits);
      else if (conversion === "c") body = String.fromCharCode(word() & 255);
      else if (conversion === "s") {
        const address = word() >>> 0;
        const string = address === 0 ? "(null)" : readString(memory, address);
        body = digits === undefined ? string : string.slice(0, digits);
      } else if (conversion === "p") body = `0x${(word() >>> 0).toString(16)}`;
      else {
        word();
        return "";
      }
      return pad(body, columns, own, conversion, digits);
    },
  );
}

/**
 * Reads a NUL-terminated UTF-8 string.
 * @param {DataView} memory
 * @param {number} address
 * @returns {string}
 */
export function readString(memory, address) {
  let end = address;
  while (end < memory.byteLength && memory.getUint8(end) !== 0) end++;
  // A copy: TextDecoder refuses shared memory.
  return new TextDecoder().decode(new Uint8Array(memory.buffer, address, end - address).slice());
}

/** @param {number} value @param {string | undefined} length */
function narrow(value, length) {
  return length === "hh" ? (value << 24) >> 24 : length === "h" ? (value << 16) >> 16 : value;
}

/** @param {number} value @param {string | undefined} length */
function unsigned(value, length) {
  return length === "hh" ? value & 255 : length === "h" ? value & 65535 : value >>> 0;
}

/** @param {boolean} negative @param {string} flags */
function sign(negative, flags) {
  return negative ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
}

/** @param {number | bigint} value @param {string} flags @param {number | undefined} digits */
function integer(value, flags, digits) {
  const magnitude = String(value < 0 ? -value : value);
  return (
    sign(value < 0, flags) + (digits === 0 && magnitude === "0" ? "" : magnitude.padStart(digits ?? 0, "0"))
  );
}

/** @param {bigint} value @param {string} conversion @param {string} flags @param {number | undefined} digits */
function radix(value, conversion, flags, digits) {
  if (conversion === "u") return value.toString().padStart(digits ?? 0, "0");
  const hex = conversion !== "o";
  const plain = value.toString(hex ? 16 : 8).padStart(digits ?? 0, "0");
  const marked = flags.includes("#") && value !== 0n ? (hex ? `0x${plain}` : `0${plain}`) : plain;
  return conversion === "X" ? marked.toUpperCase() : marked;
}

/** @param {number} value @param {string} conversion @param {string} flags @param {number | undefined} digits */
function floating(value, conversion, flags, digits) {
  const negative = value < 0 || Object.is(value, -0);
  const size = Math.abs(value);
  const lower = conversion.toLowerCase();
  let body;
  if (Number.isNaN(value)) body = "nan";
  else if (size === Infinity) body = "inf";
  else if (lower === "f") body = fixed(size, digits ?? 6);
  else if (lower === "e") body = exponent(size, digits ?? 6);
  else if (lower === "a") body = hexadecimal(size, digits);
  else body = general(size, digits ?? 6, flags.includes("#"));
  const text = sign(negative && !Number.isNaN(value), flags) + body;
  return conversion === lower ? text : text.toUpperCase();
}

/** @param {number} value @param {number} digits */
function fixed(value, digits) {
  // toFixed stops being decimal at 1e21.
  if (value < 1e21) return value.toFixed(Math.min(digits, 100));
  return BigInt(value).toString() + (digits > 0 ? `.${"0".repeat(digits)}` : "");
}

/** @param {number} value @param {number} digits */
function exponent(value, digits) {
  return value.toExponential(Math.min(digits, 100)).replace(/e([+-])(\d)$/, "e$10$2");
}

/** @param {number} value @param {number} digits @param {boolean} keepZeros */
function general(value, digits, keepZeros) {
  const precision = Math.max(1, digits);
  const power = value === 0 ? 0 : Number(value.toExponential(precision - 1).split("e")[1]);
  const text =
    power < -4 || power >= precision ? exponent(value, precision - 1) : fixed(value, precision - 1 - power);
  if (keepZeros || !text.includes(".")) return text;
  return text.replace(/\.?0+(?=e|$)/, "");
}

/** @param {number} value @param {number | undefined} digits */
function hexadecimal(value, digits) {
  if (value === 0) return digits ? `0x0.${"0".repeat(digits)}p+0` : "0x0p+0";
  let power = Math.floor(Math.log2(value));
  let fraction = value / 2 ** power;
  if (fraction >= 2) {
    fraction /= 2;
    power++;
  } else if (fraction < 1) {
    fraction *= 2;
    power--;
  }
  const steps = digits ?? 13;
  const scaled = Math.round((fraction - 1) * 16 ** steps);
  const hex = scaled.toString(16).padStart(steps, "0");
  const shown = digits === undefined ? hex.replace(/0+$/, "") : hex;
  return `0x1${shown === "" ? "" : `.${shown}`}p${power < 0 ? "" : "+"}${power}`;
}

/**
 * @param {string} body @param {number} columns @param {string} flags @param {string} conversion
 * @param {number | undefined} digits
 */
function pad(body, columns, flags, conversion, digits) {
  if (body.length >= columns) return body;
  if (flags.includes("-")) return body.padEnd(columns);
  const isNumber = !"csp".includes(conversion) && !/nan|inf/i.test(body);
  const zeros = flags.includes("0") && isNumber && (digits === undefined || "fFeEgGaA".includes(conversion));
  if (!zeros) return body.padStart(columns);
  const head = /^[-+ ]?(?:0[xX])?/.exec(body)?.[0] ?? "";
  return head + body.slice(head.length).padStart(columns - head.length, "0");
}
