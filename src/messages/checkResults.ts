import * as l10n from '@vscode/l10n';
import type { Certificate } from '../check/certificate';
import type { CheckName, CheckResult, ListResult, RouteResult, SkippedResult } from '../check/checkResult';
import type { VariantName } from '../client/core/apiVariant';
import { type ServiceError, StatusError } from '../client/core/errors';
import { settings } from '../contributions';
import { describeAuthentication } from './authenticationResults';
import { describeEntryCount } from './counts';
import { describeError } from './describeError';
import { describeProxySource } from './networkErrors';
import { describePartialList } from './partialLists';
import { describeClockDifference, describeReason, describeServiceError } from './serviceErrors';
import { nameSetting } from './settingNames';

/** Limit for the displayed addresses of a host name. */
const maxAddresses = 4;

export function getCheckTitle(result: CheckResult): string {
  const name = getCheckName(result.check);
  if ('variant' in result) {
    return l10n.t('{0} (variant {1})', name, letters[result.variant]);
  }
  const isFileServer = 'server' in result && result.server.role === 'fileServer';
  return isFileServer ? l10n.t('{0} (file server)', name) : name;
}

export function getCheckName(check: CheckName): string {
  return {
    settings: l10n.t('Settings'),
    proxy: l10n.t('Proxy'),
    name: l10n.t('Host name'),
    connection: l10n.t('Connection'),
    certificate: l10n.t('Certificate'),
    clock: l10n.t('Clock'),
    authentication: l10n.t('Authentication'),
    projects: l10n.t('Projects'),
    reusableModels: l10n.t('Reusable models'),
    fileServer: l10n.t('File server'),
  }[check];
}

/**
 * Describes the result of a check and the next step.
 * @param form `withoutKeys` where the keys of a response are listed below it
 */
export function describeCheck(result: CheckResult, form: 'whole' | 'withoutKeys' = 'whole'): string {
  if (result.outcome === 'skipped') return describeSkipped(result);
  switch (result.check) {
    case 'settings':
      return result.outcome === 'ok' ? l10n.t('The settings are valid.') : describeError(result.error);
    case 'clock':
      return result.outcome === 'ok' ? describeSameClock(result) : describeOtherClock(result);
    case 'authentication':
      return describeAuthentication(result);
    case 'projects':
    case 'reusableModels':
      return listText(result, form);
    default:
      return describeRoute(result);
  }
}

function describeSkipped(result: SkippedResult): string {
  const host = result.server?.host ?? '';
  switch (result.reason) {
    case 'previousFailed':
      return l10n.t('Not checked because of “{0}” above.', getCheckName(result.failed));
    case 'connectionLost':
    case 'projectsAbsent':
      return l10n.t('Not checked because of “{0}” above.', getCheckName('projects'));
    case 'unauthorized':
      return l10n.t('Not checked because of “{0}” above.', getCheckName('authentication'));
    case 'address':
      return result.byProxy === true
        ? l10n.t('The proxy resolves {0} itself.', host)
        : l10n.t('{0} is an IP address, so there is no name to resolve.', host);
    case 'notEncrypted':
      return l10n.t('The connection to {0} is not encrypted and needs no certificate.', host);
    case 'noResponse':
      return l10n.t('Unknown, because no list could be requested.');
    case 'noDate':
      return l10n.t('The clocks cannot be compared, because no response has a date.');
    case 'pathPrefix':
      return l10n.t('Not checked because the setting {0} determines the path.', settings.pathPrefix);
    case 'noUpload':
      return l10n.t('No upload has been recorded yet.');
  }
}

function describeRoute(result: RouteResult): string {
  if (result.outcome === 'failed') {
    const { error, certificate } = result;
    const shown = certificate && l10n.t('The server presented {0}.', describeCertificate(certificate));
    return [describeReason(error), shown].filter((part) => part !== undefined).join(' ');
  }
  const { host } = result.server;
  switch (result.check) {
    case 'proxy':
      return result.proxy === undefined
        ? l10n.t('No proxy. {0} is reached directly.', host)
        : `${l10n.t('{0} is reached through the proxy {1}.', host, result.proxy.host)} ${describeProxySource(result.proxy.source)}`;
    case 'name': {
      const addresses = result.addresses.slice(0, maxAddresses).join(', ');
      const found = l10n.t('{0} is at {1}.', result.name, addresses);
      return result.byProxy ? `${found} ${l10n.t('The proxy resolves {0} itself.', host)}` : found;
    }
    case 'connection':
      return result.proxy === undefined
        ? l10n.t('{0} accepts connections.', host)
        : describeProxyUse(host, result.proxy);
    case 'certificate':
      return l10n.t('Accepted with {0}: {1}.', result.protocol, describeCertificate(result.certificate));
  }
}

function describeProxyUse(
  host: string,
  proxy: { readonly host: string; readonly isThrough: boolean },
): string {
  return proxy.isThrough
    ? l10n.t('The proxy {0} connects to {1}.', proxy.host, host)
    : l10n.t('The proxy {0} accepts connections.', proxy.host);
}

/** The chain from the server to the authority, and the end of validity. */
function describeCertificate({ subject, issuers, validTo }: Certificate): string {
  const chain = [subject, ...issuers].map((name) => `“${name}”`).join(' → ');
  if (validTo === undefined) return chain;
  return l10n.t('{0}, valid until {1}', chain, new Date(validTo).toISOString().slice(0, 10));
}

type ClockResult = Extract<CheckResult, { readonly differenceMs: number }>;

function describeSameClock({ host, differenceMs }: ClockResult): string {
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  return l10n.t('It differs from the clock of {0} by {1} s.', host, seconds);
}

function describeOtherClock({ host, differenceMs }: ClockResult): string {
  const step = l10n.t(
    'Correct the date and time of this computer. Until then, servers may reject signatures and tokens.',
  );
  return `${describeClockDifference(host, differenceMs)} ${step}`;
}

const letters: Readonly<Record<VariantName, string>> = { variant_a: 'A', variant_b: 'B' };

function listText(result: ListResult, form: 'whole' | 'withoutKeys'): string {
  if (!('error' in result)) return describeEntries(result);
  if (result.outcome === 'ok') {
    const status = result.error instanceof StatusError ? result.error.status : undefined;
    // A gateway may refuse every path, also one that the service does not have.
    if (status === 401 || status === 403) return l10n.t('Not known (status {0}).', status);
    return status === undefined
      ? l10n.t('No usable response, which is fine: this is not the selected variant.')
      : l10n.t('Not offered (status {0}), which is fine: this is not the selected variant.', status);
  }
  const { host, variant, matchingVariant, empty, error } = result;
  if (matchingVariant !== undefined) {
    return l10n.t(
      '{0} offers the variant {2}, not the selected variant {1}. Run “Select Variant…”, or change the setting {3}.',
      host,
      letters[variant],
      letters[matchingVariant],
      settings.variant,
    );
  }
  return empty === undefined ? describeServiceError(error, form) : describeEmptyList(error, empty);
}

function describeEmptyList(
  { host, environment }: ServiceError,
  { path, hasPrefix }: { path: string; hasPrefix: boolean },
): string {
  return hasPrefix
    ? l10n.t(
        'The service was not found at {0}. Check the path of the base URL and the setting {1}.',
        host + path,
        nameSetting(settings.pathPrefix, environment),
      )
    : l10n.t('Neither variant was found at {0}. Check the path of the base URL.', host + path);
}

function describeEntries({
  entries,
  skipped,
  partial,
  isSet,
}: Extract<ListResult, { readonly entries: number }>): string {
  const parts = [
    l10n.t('{0}.', describeEntryCount(entries)),
    skipped > 0 ? l10n.t('Entries without a valid ID are not shown: {0}.', skipped) : undefined,
    partial && describePartialList(entries + skipped, partial, String),
    isSet ? undefined : l10n.t('This variant works too, but is not selected.'),
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}
