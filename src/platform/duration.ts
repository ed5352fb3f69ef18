import prettyMilliseconds from 'pretty-ms';

/** `2m 5s`, whole seconds. */
export function formatDuration(ms: number): string {
  return prettyMilliseconds(Math.max(1000, ms), { secondsDecimalDigits: 0, unitCount: 2 });
}
