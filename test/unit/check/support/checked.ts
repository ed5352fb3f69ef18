import { createSecureContext } from 'node:tls';
import { checkConnection, type CheckOptions } from '../../../../src/check/checkConnection';
import type { ServiceUnderTest } from '../../../../src/check/checkedService';
import type { CheckName, CheckResult, ListRequest } from '../../../../src/check/checkResult';
import { systemClock } from '../../../../src/client/core/clock';
import { ServiceError } from '../../../../src/client/core/errors';
import { type Proxy, type Route, tlsRules } from '../../../../src/client/http/route';
import { defaultMapping } from '../../../../src/client/mapping/serviceMapping';
import { authority } from '../../../support/certificates';
import { type RecordedRequest, type Reply } from '../../../support/testServer';

/** Trusts the authority of the tests. */
const secureContext = createSecureContext({ ca: authority, minVersion: tlsRules.minVersion });

export interface Circumstances extends Partial<Omit<ServiceUnderTest, 'baseUrl' | 'routing'>> {
  readonly proxy?: Partial<Proxy> & { readonly url: URL | undefined };
  readonly uploadOrigins?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onCheck?: CheckOptions['onCheck'];
}

export const signedIn = { headers: () => Promise.resolve({ authorization: 'Bearer secret-of-the-test' }) };
const signedOut = { headers: () => Promise.resolve({}) };

/** Results of a check of a service. */
export async function check(baseUrl: string, circumstances: Circumstances = {}): Promise<CheckResult[]> {
  const { proxy, uploadOrigins = [], signal, onCheck, ...service } = circumstances;
  const route: Route = {
    secureContext,
    ...(proxy && { proxy: { source: 'http.proxy', verifyCertificate: true, ...proxy } }),
  };
  const found = await checkConnection({
    service: () => ({
      baseUrl: new URL(baseUrl),
      variant: 'variant_b',
      mapping: defaultMapping,
      authentication: { scheme: 'bearer' },
      credentials: signedOut,
      routing: () => Promise.resolve(route),
      ...service,
    }),
    uploadOrigins,
    clock: systemClock,
    signal: signal ?? new AbortController().signal,
    log: () => undefined,
    onCheck: onCheck ?? (() => undefined),
  });
  return [...found];
}

/**
 * Results to be compared as a whole: errors by their properties without the environment, clock differences in minutes,
 * and without the requests, see {@link requestsOf}.
 */
export function toPlain(results: readonly CheckResult[]): object[] {
  return results.map((result) => {
    const { error, differenceMs, request, ...rest } = result as {
      error?: unknown;
      differenceMs?: number;
      request?: ListRequest;
    };
    return {
      ...rest,
      ...(error !== undefined && { error: plainError(error) }),
      ...(differenceMs !== undefined && { minutes: Math.round(differenceMs / 60_000) || 0 }),
    };
  });
}

function plainError(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { name, operation, host, clockDifference, ...rest } = error as ServiceError & {
    clockDifference?: number;
  };
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
}

/** The text about the request of each result. */
export function requestsOf(results: readonly CheckResult[]): (ListRequest | undefined)[] {
  return results.filter((one) => 'variant' in one).map((one) => ('request' in one ? one.request : undefined));
}

/** One line for each result. */
export function outlineOf(results: readonly CheckResult[]): string[] {
  return results.map((result) => {
    const { check: name, outcome, reason, failed, variant } = result as Partial<Record<string, string>>;
    return [name, variant, outcome, reason, failed].filter(Boolean).join(' ');
  });
}

/** Responds like a service of one variant that needs no authentication. */
export function serviceOf(variant: 'variant_a' | 'variant_b', reply: Reply = {}) {
  const prefix = { variant_a: '/variant_a/v1', variant_b: '/variant_b/v7' }[variant];
  return ({ path }: RecordedRequest): Reply => {
    if (path === `${prefix}/projects`)
      return { body: '[{"project_id":"p"},{"project_id":"q"},{}]', ...reply };
    if (variant === 'variant_b' && path === `${prefix}/models/reusable`) return { body: '[]', ...reply };
    return { status: 404 };
  };
}

/** Results of the checks that a failure makes impossible, and of an upload that never began. */
export function skippedAfter(failed: CheckName): object[] {
  const skipped = { outcome: 'skipped', reason: 'previousFailed', failed };
  return [
    { check: 'clock', ...skipped },
    { check: 'authentication', ...skipped },
    { check: 'projects', variant: 'variant_b', ...skipped },
    { check: 'reusableModels', variant: 'variant_b', ...skipped },
    { check: 'projects', variant: 'variant_a', ...skipped },
    noUpload,
  ];
}

/** Results about the route to a server at an address, which has a certificate or none. */
export const routeTo = (
  server: object,
  certificate: object = { outcome: 'skipped', reason: 'notEncrypted' },
) => [
  { check: 'proxy', server, outcome: 'ok' },
  { check: 'name', server, outcome: 'skipped', reason: 'address', byProxy: false },
  { check: 'connection', server, outcome: 'ok' },
  { check: 'certificate', server, ...certificate },
];

export const settingsOk = { check: 'settings', outcome: 'ok' };
export const noUpload = { check: 'fileServer', outcome: 'skipped', reason: 'noUpload' };
