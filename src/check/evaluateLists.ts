import { isSecretAllowed } from '../client/url/baseUrl';
import { largestClockDifference } from '../client/core/clock';
import { ResponseError, NetworkError, ServiceError, StatusError } from '../client/core/errors';
import type { ProbeResult, ListProbe } from './probeLists';
import type { CheckResult, CredentialUse } from './checkResult';
import type { ServiceUnderTest } from './checkedService';

/** Evaluates the clock difference, measured by the responses to the list requests. */
export function evaluateClock(
  { isAnswered, difference }: ProbeResult,
  { baseUrl }: ServiceUnderTest,
): CheckResult {
  const check = 'clock';
  if (difference === undefined) {
    return { check, outcome: 'skipped', reason: isAnswered ? 'noDate' : 'noAnswer' };
  }
  const outcome = Math.abs(difference) > largestClockDifference ? 'failed' : 'ok';
  return { check, outcome, host: baseUrl.host, difference };
}

/** Evaluates by the responses to the list requests whether this client is authorised. */
export function evaluateAuthentication(
  { lists }: ProbeResult,
  { baseUrl, authentication: { scheme } }: ServiceUnderTest,
  hasSecret: boolean,
): CheckResult {
  const secret: CredentialUse = !hasSecret ? 'none' : isSecretAllowed(baseUrl) ? 'sent' : 'withheld';
  const about = { check: 'authentication', host: baseUrl.host, scheme, secret } as const;
  const there = lists.filter(({ answer }) => !isAbsent(answer));
  const own = there.filter(({ isSet }) => isSet);
  // A gateway may refuse even paths that do not exist.
  const telling = own.length > 0 ? own : there;
  if (telling.some(({ answer }) => statusOf(answer) === 401)) return { ...about, outcome: 'failed' };
  if (telling.some(({ answer }) => statusOf(answer) === 403)) return { ...about, outcome: 'warning' };
  if (telling.some(isListed)) return { ...about, outcome: 'ok' };
  return { check: 'authentication', outcome: 'skipped', reason: 'noAnswer' };
}

/** One result for each list. */
export function evaluateLists({ lists }: ProbeResult, service: ServiceUnderTest): CheckResult[] {
  return lists.map((list) => judgeList(list, lists, service));
}

function judgeList(
  list: ListProbe,
  lists: readonly ListProbe[],
  { baseUrl, shape }: ServiceUnderTest,
): CheckResult {
  const { check, variant, isSet, answer } = list;
  const { host } = baseUrl;
  if (answer === undefined) {
    const isLost = lists.some((one) => one.answer instanceof NetworkError);
    return isLost
      ? { check, variant, outcome: 'skipped', reason: 'earlier', failed: 'projects' }
      : { check, variant, outcome: 'skipped', reason: 'pathPrefix' };
  }
  if (!(answer instanceof ServiceError)) return { check, variant, host, outcome: 'ok', isSet, ...answer };
  if (!isSet) return { check, variant, host, outcome: 'ok', isSet, error: answer };
  if (statusOf(answer) === 401) {
    return { check, variant, outcome: 'skipped', reason: 'earlier', failed: 'authentication' };
  }
  const failed = { check, variant, host, outcome: 'failed', isSet, error: answer } as const;
  if (check === 'reusableModels') {
    const own = lists.find((one) => one.isSet && one.check === 'projects');
    return isAbsent(answer) && isAbsent(own?.answer)
      ? { check, variant, outcome: 'skipped', reason: 'earlier', failed: 'projects' }
      : failed;
  }
  if (!isAbsent(answer)) return failed;
  const others = lists.filter((one) => !one.isSet);
  const [fitting] = others.filter((one) => isListed(one) || [401, 403].includes(statusOf(one.answer) ?? 0));
  if (fitting !== undefined) return { ...failed, fits: fitting.variant };
  const isEmpty = answer instanceof StatusError && others.every((one) => !one.answer || isAbsent(one.answer));
  if (!isEmpty) return failed;
  const path = baseUrl.pathname.replace(/\/$/, '') + (shape.pathPrefix ?? '/');
  return { ...failed, empty: { path, hasPrefix: shape.pathPrefix !== undefined } };
}

/** Whether nothing exists at the requested path. */
function isAbsent(answer: ListProbe['answer']): boolean {
  if (answer instanceof ResponseError) return answer.reason === 'html';
  return [404, 405].includes(statusOf(answer) ?? 0);
}

function isListed({ answer }: ListProbe): boolean {
  return answer !== undefined && !(answer instanceof ServiceError);
}

function statusOf(answer: ListProbe['answer']): number | undefined {
  return answer instanceof StatusError ? answer.status : undefined;
}
