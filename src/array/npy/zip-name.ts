// Checks the names of zip members.

/** Whether a name is a safe relative path: no "..", no root, no drive, no backslash. */
export function isPlainName(name: string): boolean {
  const parts = name.split("/");
  return !parts.includes("..") && !parts.includes("") && !/[\0\\]|^[a-zA-Z]:/.test(name);
}
