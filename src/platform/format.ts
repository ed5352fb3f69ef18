import * as l10n from '@vscode/l10n';
import prettyMilliseconds from 'pretty-ms';
import { bytesPerMegabit } from '../upload/uploadLimit';

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

let language = 'en';
let formatter: Intl.NumberFormat | undefined;

/** Sets the language of the user, before anything is formatted: English without it. */
export function setLanguage(tag: string): void {
  language = tag;
  formatter = undefined;
}

/** Formats a number such as `2,901` in the notation of the user's language, with at most one decimal. */
export function formatCount(count: number): string {
  // Kept, because a plan shows thousands of sizes, and making one takes longer than using it.
  formatter ??= new Intl.NumberFormat(language, {
    maximumFractionDigits: 1,
    roundingMode: 'trunc',
  });
  return formatter.format(count);
}

/** Formats a date with its time, in the notation of the user's language. @param at ms since the epoch */
export function formatTime(at: number): string {
  return new Date(at).toLocaleString(language);
}

/** Formats milliseconds such as `2m 5s`, in whole seconds. */
export function formatDuration(ms: number): string {
  return prettyMilliseconds(Math.max(1000, ms), { secondsDecimalDigits: 0, unitCount: 2 });
}

/** Formats a wait such as `in 8 hours`, rounded up. */
export function formatWait(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  const hours = Math.ceil(minutes / 60);
  const format = new Intl.RelativeTimeFormat(language);
  if (minutes <= 90) return format.format(minutes, 'minute');
  return hours <= 48 ? format.format(hours, 'hour') : format.format(Math.ceil(hours / 24), 'day');
}

/** Formats a size such as `1.5 MB`, in the notation of the user's language. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${formatCount(bytes / 1000 ** power)} ${units[power] ?? ''}`;
}

/** Formats a rate such as `8.2 MB/s`. */
export function formatRate(bytesPerSecond: number): string {
  return l10n.t('{0}/s', formatBytes(bytesPerSecond));
}

/** Formats the bandwidth of a line, such as `2.5 Mbit/s`, as exactly as people choose a limit for one. */
export function formatMegabits(bytesPerSecond: number): string {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  return l10n.t('{0} Mbit/s', format.format(bytesPerSecond / bytesPerMegabit));
}

/** Formats a line such as `Model: Beam`. */
export function formatLine(label: string, value: string): string {
  return l10n.t('{0}: {1}', label, value);
}
