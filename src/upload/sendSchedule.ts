import type { UnfinishedFile } from './receivedBytes';

/**
 * The time until files have been sent, of which each waiting one follows the first that ends. They share the link, but
 * a file is not sent faster when it has the link for itself than its connection allows, so the last ones may take long.
 *
 * @param running at least one
 * @param waiting sizes in bytes, in the order in which they are sent
 * @param perMs bytes per ms of all files together, at present
 * @param lonePerMs bytes per ms of a file alone
 * @returns ms
 */
export function getScheduledMs(
  running: readonly UnfinishedFile[],
  waiting: readonly number[],
  { perMs, lonePerMs }: { readonly perMs: number; readonly lonePerMs: number },
): number {
  const lanes = fillLanes(running, waiting).sort((a, b) => a.endsAt - b.endsAt);
  let speeds = lanes.reduce((sum, { speed }) => sum + speed, 0);
  let [ms, at] = [0, 0];
  for (const { endsAt, speed } of lanes) {
    ms += (endsAt - at) / Math.min(lonePerMs, perMs / speeds);
    at = endsAt;
    speeds -= speed;
  }
  return ms;
}

/** A connection and its last file. */
interface Lane {
  /** When it ends, as the bytes that a connection of average speed has sent until then. */
  endsAt: number;
  speed: number;
}

function fillLanes(running: readonly UnfinishedFile[], waiting: readonly number[]): Lane[] {
  const average = running.reduce((sum, { speed }) => sum + speed, 0) / running.length;
  const lanes = running.map(({ bytesLeft, speed }) => ({
    endsAt: (bytesLeft * average) / speed,
    speed: speed / average,
  }));
  for (const bytes of waiting) {
    const first = lanes.reduce((a, b) => (b.endsAt < a.endsAt ? b : a));
    first.endsAt += bytes;
    first.speed = 1;
  }
  return lanes;
}
