import * as l10n from '@vscode/l10n';

/**
 * By how much two clocks differ, in whole minutes.
 * @param difference milliseconds that the clock of this computer is ahead
 */
export function describeClockDifference(host: string, difference: number): string {
  const minutes = Math.round(Math.abs(difference) / 60_000);
  return difference > 0
    ? l10n.t('The clock of this computer is {0} minutes ahead of the clock of {1}.', minutes, host)
    : l10n.t('The clock of this computer is {0} minutes behind the clock of {1}.', minutes, host);
}
