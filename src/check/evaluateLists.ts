import { maxClockDifferenceMs } from '../client/core/clock';
import { NetworkError, ResponseError, ServiceError, StatusError } from '../client/core/errors';
import type { ServiceUnderTest } from './checkedService';
import type { CheckResult, CredentialUse, ListResult } from './checkResult';
import type { ListProbe, ProbeResult } from './probeLists';

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
  secret: CredentialUse,
): CheckResult {
  const about = { check: 'authentication', host: baseUrl.host, scheme, secret } as const;
  const there = lists.filter(({ response }) => !isAbsent(response));
  const own = there.filter(({ isSet }) => isSet);
  // A gateway may refuse even paths that do not exist.
  const decisive = own.length > 0 ? own : there;
  for (const [status, outcome] of [
    [401, 'failed'],
    [403, 'warning'],
  ] as const) {
    const refusal = decisive.map(({ response }) => response).find((one) => statusOf(one) === status);
    if (refusal instanceof StatusError) {
      const { serverMessage } = refusal;
      return { ...about, outcome, ...(serverMessage !== undefined && { serverMessage }) };
    }
  }
  if (decisive.some(isListed)) return { ...about, outcome: 'ok' };
  return { check: 'authentication', outcome: 'skipped', reason: 'noResponse' };
}

/** One result for each list. */
export function evaluateLists({ lists }: ProbeResult, service: ServiceUnderTest): CheckResult[] {
  return lists.map((list) => evaluateList(list, lists, service));
}

function evaluateList(
  { check, variant, isSet, response, request }: ListProbe,
  lists: readonly ListProbe[],
  service: ServiceUnderTest,
): CheckResult {
  const list = { check, variant, ...(request && { request }) };
  const { host } = service.baseUrl;
  if (response === undefined) {
    const isLost = lists.some((one) => one.response instanceof NetworkError);
    return { ...list, outcome: 'skipped', reason: isLost ? 'connectionLost' : 'pathPrefix' };
  }
  if (!(response instanceof ServiceError)) return { ...list, host, outcome: 'ok', isSet, ...response };
  if (!isSet) return { ...list, host, outcome: 'ok', isSet, error: response };
  if (statusOf(response) === 401) return { ...list, outcome: 'skipped', reason: 'unauthorized' };
  const failed = { ...list, host, outcome: 'failed', isSet, error: response } as const;
  if (!isAbsent(response)) return failed;
  if (check === 'projects') return { ...failed, ...explainAbsence(response, lists, service) };
  const projects = lists.find((one) => one.isSet && one.check === 'projects');
  return isAbsent(projects?.response) ? { ...list, outcome: 'skipped', reason: 'projectsAbsent' } : failed;
}

/** Why the list of projects is not in its place: the service has the other variant, or nothing at this path. */
function explainAbsence(
  error: ServiceError,
  lists: readonly ListProbe[],
  service: ServiceUnderTest,
): Pick<Extract<ListResult, { outcome: 'failed' }>, 'matchingVariant' | 'empty'> {
  const others = lists.filter((one) => !one.isSet);
  const [matching] = others.filter(
    (one) => isListed(one) || [401, 403].includes(statusOf(one.response) ?? 0),
  );
  if (matching !== undefined) return { matchingVariant: matching.variant };
  // A page may be a sign-in page in the place of the service.
  const isEmpty =
    error instanceof StatusError && others.every((one) => !one.response || isAbsent(one.response));
  return isEmpty ? { empty: emptyAt(service) } : {};
}

/** The path under which nothing is. */
function emptyAt({ baseUrl, mapping }: ServiceUnderTest): { path: string; hasPrefix: boolean } {
  const path = baseUrl.pathname.replace(/\/$/, '') + (mapping.pathPrefix ?? '/');
  return { path, hasPrefix: mapping.pathPrefix !== undefined };
}

/** Whether nothing exists at the requested path. */
export function isAbsent(response: ListProbe['response']): boolean {
  if (response instanceof ResponseError) return response.reason === 'html';
  return [404, 405].includes(statusOf(response) ?? 0);
}

function isListed({ response }: ListProbe): boolean {
  return response !== undefined && !(response instanceof ServiceError);
}

function statusOf(response: ListProbe['response']): number | undefined {
  return response instanceof StatusError ? response.status : undefined;
}
