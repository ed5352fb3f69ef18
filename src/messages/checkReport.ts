import * as l10n from '@vscode/l10n';
import type { ServiceUnderTest } from '../check/checkedService';
import type { CheckOutcome, CheckResult } from '../check/checkResult';
import { ResponseError } from '../client/core/errors';
import { settings } from '../contributions';
import { describeCheck, getCheckTitle } from './checkResults';
import { describeError } from './describeError';
import { describeMissingSimulationId, listPointerNames } from './serviceErrors';

/** Line width, because editors do not wrap plain text; characters. */
const lineWidth = 88;

const marks: Readonly<Record<CheckOutcome, string>> = { ok: '✓', failed: '✗', warning: '!', skipped: '–' };

export interface ReportOptions {
  /** ms since the epoch. */
  readonly at: number;
  readonly version: string;
  /** The version of VS Code, and where it runs. */
  readonly editor: string;
  /** Absent when the settings are invalid. */
  readonly service: Pick<ServiceUnderTest, 'baseUrl' | 'variant' | 'authentication'> | undefined;
}

/** Formats the results of a check as text: a header, and for each result a line, wrapped where it is long. */
export function formatCheckReport(results: readonly CheckResult[], options: ReportOptions): string {
  const found = results.flatMap((result) => [
    ...wrapLines(`${marks[result.outcome]} ${getCheckTitle(result)}: ${describeCheck(result)}`),
    ...formatColumns(listKeys(result)).map((line) => `    ${line}`),
  ]);
  return [l10n.t('Connection Check'), '', ...formatColumns(formatHead(options)), '', ...found, ''].join('\n');
}

type Line = readonly [label: string, text: string];

function formatHead({ at, version, editor, service }: ReportOptions): Line[] {
  const address: Line[] =
    service === undefined
      ? []
      : [
          [l10n.t('Service'), service.baseUrl.host],
          [l10n.t('Base path'), service.baseUrl.pathname],
          [l10n.t('Variant'), service.variant],
          [l10n.t('Authentication'), service.authentication.scheme],
        ];
  return [
    [l10n.t('Date'), new Date(at).toISOString()],
    [l10n.t('Extension'), version],
    ['VS Code', editor],
    [l10n.t('Platform'), `${process.platform} ${process.arch}, Node ${process.versions.node}`],
    ...address,
  ];
}

/** The values of a response in which nothing was found; empty for any other result. */
function listKeys(result: CheckResult): Line[] {
  const error = 'error' in result ? result.error : undefined;
  return error instanceof ResponseError ? listKeyLines(error) : [];
}

function listKeyLines({ keys }: ResponseError): Line[] {
  return keys.map(({ pointer, type, sample }) => [
    pointer,
    sample === undefined ? type : `${type}: ${sample}`,
  ]);
}

/** Formats a response in which something was not found: its values with their places, and the setting to change. */
export function formatResponseReport(error: ResponseError): string {
  const names = listPointerNames(error);
  return [
    ...wrapLines(describeError(error)),
    '',
    l10n.t('The response contains these values, each with its JSON pointer:'),
    '',
    ...formatColumns(listKeyLines(error)),
    '',
    ...wrapLines(
      l10n.t(
        'In your settings, enter the pointers to the values that were not found. Leave out those that you do not need:',
      ),
    ),
    '',
    formatSetting(names, error.environment),
    '',
  ].join('\n');
}

/**
 * As {@link formatResponseReport}, for the response to the creation of a simulation that was created, although its
 * identifier was not found.
 * @param response as it was kept, see `client/response/keptResponse.ts`
 * @param environment the one that describes the service, if it is not the plain settings
 */
export function formatSimulationReport(response: string, environment?: string): string {
  const said =
    response === ''
      ? [l10n.t('The response is empty.')]
      : [l10n.t('The response contains these values, each with its JSON pointer:'), '', response];
  return [
    ...wrapLines(describeMissingSimulationId()),
    '',
    ...said,
    '',
    ...wrapLines(
      l10n.t('If the ID is there, enter its pointer in your settings, so that it is read the next time:'),
    ),
    '',
    formatSetting(['createdSimulationId'], environment),
    '',
  ].join('\n');
}

function formatSetting(names: readonly string[], environment: string | undefined): string {
  const example = Object.fromEntries(names.map((name) => [name, '/…']));
  if (environment === undefined) return `"${settings.responses}": ${JSON.stringify(example, undefined, 2)}`;
  const entry = { [environment]: { responses: example } };
  return `"${settings.environments}": ${JSON.stringify(entry, undefined, 2)}`;
}

function formatColumns(lines: readonly Line[]): string[] {
  const indent = Math.max(...lines.map(([label]) => label.length)) + 2;
  return lines.map(([label, text]) => label.padEnd(indent) + text);
}

/** Wraps only between words. */
function wrapLines(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (last.length + 1 + word.length <= lineWidth) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines;
}
