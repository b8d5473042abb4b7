// @ts-check
// C's conversions of double: %f %e %g %a. Exact, rounded once and half to even, at any precision; JavaScript's own
// toFixed rounds ties up and stops at 100 digits. Plain JavaScript, because workers run it unbuilt.

/** No double has more digits behind the point, nor more digits that count: zeros follow. */
const MAX_FRACTION = 1074;
const MAX_SIGNIFICANT = 770;

/**
 * @param {number} value
 * @param {string} conversion one of `fFeEgGaA`
 * @param {string} flags
 * @param {number | undefined} digits the precision
 */
export function formatReal(value, conversion, flags, digits) {
  const isNegative = value < 0 || Object.is(value, -0);
  const sign = isNegative ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const text = sign + magnitude(Math.abs(value), conversion.toLowerCase(), flags.includes("#"), digits);
  return conversion === conversion.toLowerCase() ? text : text.toUpperCase();
}

/** @param {number} value @param {string} conversion @param {boolean} isAlternate @param {number | undefined} digits */
function magnitude(value, conversion, isAlternate, digits) {
  if (Number.isNaN(value)) return "nan";
  if (value === Infinity) return "inf";
  if (conversion === "a") return hexadecimal(value, digits, isAlternate);
  if (conversion === "g") return general(value, Math.max(1, digits ?? 6), isAlternate);
  const text = conversion === "f" ? fixed(value, digits ?? 6) : exponential(value, digits ?? 6);
  return isAlternate && digits === 0 ? text.replace(/^\d+/, "$&.") : text;
}

/** @param {number} value @param {number} digits */
function fixed(value, digits) {
  if (value < 1e21 && digits <= 100 && !isTie(value, digits)) return value.toFixed(digits);
  const exact = Math.min(digits, MAX_FRACTION);
  const scaled = scale(value, exact)
    .toString()
    .padStart(exact + 1, "0");
  const whole = scaled.slice(0, scaled.length - exact);
  return digits === 0 ? whole : `${whole}.${scaled.slice(scaled.length - exact).padEnd(digits, "0")}`;
}

/** Whether a value is, or might be, halfway between two numbers with so many digits. @param {number} value @param {number} digits */
function isTie(value, digits) {
  const bits = value * 2 ** digits;
  return !Number.isInteger(bits) && Number.isInteger(2 * bits);
}

/** @param {number} value @param {number} digits */
function exponential(value, digits) {
  const { text, power } = significant(value, digits + 1);
  return `${text[0]}${digits > 0 ? `.${text.slice(1)}` : ""}${exponentText(power)}`;
}

/** @param {number} value @param {number} count of significant digits @param {boolean} keepsZeros */
function general(value, count, keepsZeros) {
  const { text, power } = significant(value, count);
  const isExponential = power < -4 || power >= count;
  const all = power < 0 && !isExponential ? "0".repeat(-power) + text : text;
  const point = isExponential || power < 0 ? 1 : power + 1;
  const fraction = keepsZeros ? `.${all.slice(point)}` : `.${all.slice(point)}`.replace(/\.?0*$/, "");
  return all.slice(0, point) + fraction + (isExponential ? exponentText(power) : "");
}

/** @param {number} power */
function exponentText(power) {
  return `e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

/**
 * The value rounded to so many digits, and the power of ten of the first one.
 * @param {number} value @param {number} count
 */
function significant(value, count) {
  if (value === 0) return { text: "0".repeat(count), power: 0 };
  const exact = Math.min(count, MAX_SIGNIFICANT);
  // What JavaScript shows may be rounded up to the next power of ten.
  let power = Number(value.toExponential().split("e")[1]);
  if (isBelowPowerOfTen(value, power)) power--;
  let text = scale(value, exact - 1 - power).toString();
  // Rounded from 99… up to 100…: one digit more than asked for.
  if (text.length > exact) {
    power++;
    text = text.slice(0, exact);
  }
  return { text: text.padEnd(count, "0"), power };
}

/** @param {number} value @param {number} power */
function isBelowPowerOfTen(value, power) {
  const { up, down } = fractionOf(value, -power);
  return up < down;
}

/** The integer nearest to value * 10 ** power; of two, the even one. @param {number} value @param {number} power */
function scale(value, power) {
  const { up, down } = fractionOf(value, power);
  return divide(up, down);
}

/** Two integers whose quotient is value * 10 ** power. @param {number} value @param {number} power */
function fractionOf(value, power) {
  const { mantissa, exponent } = partsOf(value);
  return {
    up: mantissa * 10n ** BigInt(Math.max(0, power)) * 2n ** BigInt(Math.max(0, exponent)),
    down: 10n ** BigInt(Math.max(0, -power)) * 2n ** BigInt(Math.max(0, -exponent)),
  };
}

/** The integer nearest to a quotient; of two, the even one. @param {bigint} a @param {bigint} b */
function divide(a, b) {
  const whole = a / b;
  const rest = 2n * (a - whole * b);
  return rest > b || (rest === b && (whole & 1n) === 1n) ? whole + 1n : whole;
}

/** A finite value as mantissa * 2 ** exponent. @param {number} value */
function partsOf(value) {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const fraction = BigInt.asUintN(52, word);
  const biased = Number(word >> 52n);
  return { mantissa: biased === 0 ? fraction : fraction | (1n << 52n), exponent: Math.max(1, biased) - 1075 };
}

/** @param {number} value @param {number | undefined} digits @param {boolean} isAlternate */
function hexadecimal(value, digits, isAlternate) {
  const { mantissa, exponent } = partsOf(value);
  const kept = Math.min(digits ?? 13, 13);
  const rounded = divide(mantissa, 1n << BigInt(4 * (13 - kept)));
  const hex = rounded.toString(16).padStart(kept + 1, "0");
  const lead = hex.slice(0, hex.length - kept);
  const rest = hex.slice(hex.length - kept);
  const fraction = digits === undefined ? rest.replace(/0+$/, "") : rest.padEnd(digits, "0");
  const power = value === 0 ? 0 : exponent + 52;
  return `0x${lead}${fraction !== "" || isAlternate ? "." : ""}${fraction}p${power < 0 ? "" : "+"}${power}`;
}
