// Why a target of the cpu device is missed where it is: what was found when the machine code was looked at. A target
// that is kept shows no reason, whatever stands here.

/** The reason for a missed target, or a line that says it was not looked into. */
export function reasonFor(name: string, promise: string): string {
  const found = REASONS.find((r) => r.name === name && promise.includes(r.against));
  return found?.why ?? "not looked into yet";
}

const REASONS: readonly { readonly name: string; readonly against: string; readonly why: string }[] = [];
