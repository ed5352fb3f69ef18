import * as l10n from '@vscode/l10n';

/**
 * Describes the difference of two clocks in whole minutes.
 * @param differenceMs milliseconds by which this computer's clock is ahead
 */
export function describeClockDifference(host: string, differenceMs: number): string {
  const minutes = Math.round(Math.abs(differenceMs) / 60_000);
  return differenceMs > 0
    ? l10n.t('The clock of this computer is {0} minutes ahead of the clock of {1}.', minutes, host)
    : l10n.t('The clock of this computer is {0} minutes behind the clock of {1}.', minutes, host);
}
