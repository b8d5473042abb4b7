// The array API standard's names of functions that also have NumPy's older names.

export {
  arccos as acos,
  arccosh as acosh,
  arcsin as asin,
  arcsinh as asinh,
  arctan as atan,
  arctan2 as atan2,
  arctanh as atanh,
  bitwiseNot as bitwiseInvert,
  leftShift as bitwiseLeftShift,
  rightShift as bitwiseRightShift,
} from "../elementwise/functions.js";
