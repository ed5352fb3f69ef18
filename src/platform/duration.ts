import prettyMilliseconds from 'pretty-ms';

/** Formats milliseconds such as `2m 5s`, in whole seconds. */
export function formatDuration(ms: number): string {
  return prettyMilliseconds(Math.max(1000, ms), { secondsDecimalDigits: 0, unitCount: 2 });
}
