import type { VariantName } from '../client/core/apiVariant';
import { maxClockDifferenceMs } from '../client/core/clock';
import { NetworkError, ResponseError, ServiceError, StatusError } from '../client/core/errors';
import { isSecretAllowed } from '../client/url/baseUrl';
import type { ServiceUnderTest } from './checkedService';
import type { CheckResult, CredentialUse } from './checkResult';
import type { ListCounts, ListProbe, ProbeResult } from './probeLists';

/** Evaluates the clock difference, measured by the responses to the list requests. */
export function evaluateClock(
  { hasResponse, differenceMs }: ProbeResult,
  { baseUrl }: ServiceUnderTest,
): CheckResult {
  const check = 'clock';
  if (differenceMs === undefined) {
    return { check, outcome: 'skipped', reason: hasResponse ? 'noDate' : 'noResponse' };
  }
  const outcome = Math.abs(differenceMs) > maxClockDifferenceMs ? 'failed' : 'ok';
  return { check, outcome, host: baseUrl.host, differenceMs };
}

/** Evaluates by the responses to the list requests whether this client is authorised. */
export function evaluateAuthentication(
  { lists }: ProbeResult,
  { baseUrl, authentication: { scheme } }: ServiceUnderTest,
  hasSecret: boolean,
): CheckResult {
  const secret: CredentialUse = !hasSecret ? 'none' : isSecretAllowed(baseUrl) ? 'sent' : 'withheld';
  const about = { check: 'authentication', host: baseUrl.host, scheme, secret } as const;
  const there = lists.filter(({ response }) => !isAbsent(response));
  const own = there.filter(({ isSet }) => isSet);
  // A gateway may refuse even paths that do not exist.
  const decisive = own.length > 0 ? own : there;
  if (decisive.some(({ response }) => statusOf(response) === 401)) return { ...about, outcome: 'failed' };
  if (decisive.some(({ response }) => statusOf(response) === 403)) return { ...about, outcome: 'warning' };
  if (decisive.some(isListed)) return { ...about, outcome: 'ok' };
  return { check: 'authentication', outcome: 'skipped', reason: 'noResponse' };
}

/** One result for each list. */
export function evaluateLists({ lists }: ProbeResult, service: ServiceUnderTest): CheckResult[] {
  return lists.map((list) => resultOf(list, findingOf(list, lists), service));
}

/** The result of the request for one list. */
type ListFinding =
  | { readonly kind: 'listed'; readonly counts: ListCounts }
  /** Not requested: a list before it got no response, or the path prefix leads to the variant that is set. */
  | { readonly kind: 'connectionLost' | 'notAsked' }
  /** An error that is no problem, because the list belongs to a variant that is not set. */
  | { readonly kind: 'otherVariant'; readonly error: ServiceError }
  | { readonly kind: 'unauthorized' }
  /** The list of models is not in its place, and neither is that of the projects. */
  | { readonly kind: 'projectsAbsent' }
  /** The list of projects is not in its place, and that of the other variant is. */
  | { readonly kind: 'wrongVariant'; readonly error: ServiceError; readonly matching: VariantName }
  /** The list of projects is not in its place, and no other variant is either. */
  | { readonly kind: 'nothingThere'; readonly error: ServiceError }
  | { readonly kind: 'failed'; readonly error: ServiceError };

function findingOf({ check, isSet, response }: ListProbe, lists: readonly ListProbe[]): ListFinding {
  if (response === undefined) {
    const isLost = lists.some((one) => one.response instanceof NetworkError);
    return { kind: isLost ? 'connectionLost' : 'notAsked' };
  }
  if (!(response instanceof ServiceError)) return { kind: 'listed', counts: response };
  if (!isSet) return { kind: 'otherVariant', error: response };
  if (statusOf(response) === 401) return { kind: 'unauthorized' };
  if (!isAbsent(response)) return { kind: 'failed', error: response };
  return check === 'projects' ? absentProjects(response, lists) : absentModels(response, lists);
}

function absentProjects(error: ServiceError, lists: readonly ListProbe[]): ListFinding {
  const others = lists.filter((one) => !one.isSet);
  const [matching] = others.filter(
    (one) => isListed(one) || [401, 403].includes(statusOf(one.response) ?? 0),
  );
  if (matching !== undefined) return { kind: 'wrongVariant', error, matching: matching.variant };
  // A page may be a sign-in page in the place of the service.
  const isEmpty =
    error instanceof StatusError && others.every((one) => !one.response || isAbsent(one.response));
  return { kind: isEmpty ? 'nothingThere' : 'failed', error };
}

function absentModels(error: ServiceError, lists: readonly ListProbe[]): ListFinding {
  const projects = lists.find((one) => one.isSet && one.check === 'projects');
  return isAbsent(projects?.response) ? { kind: 'projectsAbsent' } : { kind: 'failed', error };
}

function resultOf(
  { check, variant, isSet }: ListProbe,
  finding: ListFinding,
  service: ServiceUnderTest,
): CheckResult {
  const list = { check, variant };
  const { host } = service.baseUrl;
  switch (finding.kind) {
    case 'listed':
      return { ...list, host, outcome: 'ok', isSet, ...finding.counts };
    case 'otherVariant':
      return { ...list, host, outcome: 'ok', isSet: false, error: finding.error };
    case 'notAsked':
      return { ...list, outcome: 'skipped', reason: 'pathPrefix' };
    case 'connectionLost':
    case 'unauthorized':
    case 'projectsAbsent':
      return { ...list, outcome: 'skipped', reason: finding.kind };
    case 'wrongVariant':
      return {
        ...list,
        host,
        outcome: 'failed',
        isSet: true,
        error: finding.error,
        matchingVariant: finding.matching,
      };
    case 'nothingThere':
      return { ...list, host, outcome: 'failed', isSet: true, error: finding.error, empty: emptyAt(service) };
    case 'failed':
      return { ...list, host, outcome: 'failed', isSet: true, error: finding.error };
  }
}

/** The path under which nothing is. */
function emptyAt({ baseUrl, mapping }: ServiceUnderTest): { path: string; hasPrefix: boolean } {
  const path = baseUrl.pathname.replace(/\/$/, '') + (mapping.pathPrefix ?? '/');
  return { path, hasPrefix: mapping.pathPrefix !== undefined };
}

/** Whether nothing exists at the requested path. */
function isAbsent(response: ListProbe['response']): boolean {
  if (response instanceof ResponseError) return response.reason === 'html';
  return [404, 405].includes(statusOf(response) ?? 0);
}

function isListed({ response }: ListProbe): boolean {
  return response !== undefined && !(response instanceof ServiceError);
}

function statusOf(response: ListProbe['response']): number | undefined {
  return response instanceof StatusError ? response.status : undefined;
}
