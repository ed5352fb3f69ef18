import * as l10n from '@vscode/l10n';
import type { ServiceUnderTest } from '../check/checkedService';
import type { CheckOutcome, CheckResult } from '../check/checkResult';
import { variants } from '../client/core/apiVariant';
import { ResponseError } from '../client/core/errors';
import { describeCheck, getCheckTitle } from './checkResults';
import { formatColumns, type LabelledText, wrapLines } from './plainText';
import { describeMissingSimulationId, describeServiceError } from './serviceErrors';

const marks: Readonly<Record<CheckOutcome, string>> = { ok: '✓', failed: '✗', warning: '!', skipped: '–' };

export interface ReportOptions {
  /** ms since the epoch. */
  readonly at: number;
  readonly version: string;
  /** The version of VS Code, and where it runs. */
  readonly editor: string;
  /** Absent when the settings are invalid. */
  readonly service: Pick<ServiceUnderTest, 'baseUrl' | 'variant' | 'mapping' | 'authentication'> | undefined;
}

/** Formats the results of a check as text: a header, and for each result a line, wrapped where it is long. */
export function formatCheckReport(results: readonly CheckResult[], options: ReportOptions): string {
  const found = results.flatMap((result) => [
    ...wrapLines(
      `${marks[result.outcome]} ${getCheckTitle(result)}: ${describeCheck(result, 'withoutKeys')}`,
    ),
    ...listRequest(result),
    ...formatColumns(listKeys(result)).map((line) => `    ${line}`),
  ]);
  return [l10n.t('Connection Check'), '', ...formatColumns(formatHead(options)), '', ...found, ''].join('\n');
}

function formatHead({ at, version, editor, service }: ReportOptions): LabelledText[] {
  const address: LabelledText[] =
    service === undefined
      ? []
      : [
          [l10n.t('Service'), service.baseUrl.host],
          [l10n.t('Base path'), service.baseUrl.pathname],
          [l10n.t('Path prefix'), service.mapping.pathPrefix ?? variants[service.variant].prefix],
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

/** Names the address that was requested and the status of the response; nothing where no request was sent. */
function listRequest(result: CheckResult): string[] {
  if (!('request' in result)) return [];
  const { address, status } = result.request;
  return [`    GET ${address}: ${status ?? l10n.t('no response')}`];
}

/** The values of a response in which nothing was found; empty for any other result. */
function listKeys(result: CheckResult): LabelledText[] {
  const error = 'error' in result ? result.error : undefined;
  return error instanceof ResponseError ? listKeyLines(error) : [];
}

function listKeyLines({ keys }: ResponseError): LabelledText[] {
  return keys.map(({ pointer, type, sample }) => [
    pointer,
    sample === undefined ? type : `${type}: ${sample}`,
  ]);
}

/** Formats a response in which something was not found: its values with their places. */
export function formatResponseReport(error: ResponseError): string {
  const isOfList = error.operation === 'listProjects' || error.operation === 'listReusableModels';
  const step = l10n.t('Pointers to the ID and the name of an entry begin at the entry, such as /id.');
  return [
    ...wrapLines(describeServiceError(error, 'withoutKeys')),
    '',
    l10n.t('The response contains these values, each with its JSON pointer:'),
    '',
    ...formatColumns(listKeyLines(error)),
    '',
    ...(isOfList ? [...wrapLines(step), ''] : []),
  ].join('\n');
}

/**
 * As {@link formatResponseReport}, for the response to the creation of a simulation that was created, although its
 * identifier was not found.
 * @param response as it was kept, see `client/response/keptResponse.ts`
 */
export function formatSimulationReport(response: string): string {
  const said =
    response === ''
      ? [l10n.t('The response is empty.')]
      : [l10n.t('The response contains these values, each with its JSON pointer:'), '', response];
  return [...wrapLines(describeMissingSimulationId()), '', ...said, ''].join('\n');
}
