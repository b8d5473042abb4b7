// Names of members of zip files.

/** Whether a name is a path that leads nowhere but down: no "..", no root, no drive, no backslash. */
export function isPlainName(name: string): boolean {
  const parts = name.split("/");
  return !parts.includes("..") && !parts.includes("") && !/[\0\\]|^[a-zA-Z]:/.test(name);
}
