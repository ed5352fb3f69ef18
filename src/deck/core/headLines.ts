/** A head of 64 KiB has at least as many characters, since none of them takes more than three bytes. */
const minCutLength = 65_536 / 3;

/** The lines of the head of a file, without a last one that may be incomplete. */
export function splitHead(head: string): string[] {
  const lines = head.split(/\r?\n/);
  if (head.length >= minCutLength) lines.pop();
  return lines;
}
