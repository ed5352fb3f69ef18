import { isSignInRequired, NetworkError, ResponseError } from '../client/core/errors';
import { describeError } from '../messages/describeError';
import { describeServiceError } from '../messages/serviceErrors';
import { NotConnectedError, SettingError } from '../session/errors';
import type { FailedList } from '../session/listStore';

/** Decides how a view shows that its list could not be requested. */
export function describeListFailure(error: unknown): FailedList {
  if (isSignInRequired(error)) return { state: 'signInNeeded' };
  if (isUnreachable(error)) return { state: 'unreachable' };
  if (isEnvironmentUnusable(error)) return { state: 'badEnvironment', text: describeError(error) };
  // The rows below lead to what else there is to say of a response.
  const text =
    error instanceof ResponseError ? describeServiceError(error, 'withoutKeys') : describeError(error);
  return { state: 'failed', text, error };
}

/** Whether the network or the service is at fault. Errors of certificates and proxies have texts of their own. */
function isUnreachable(error: unknown): boolean {
  return error instanceof NetworkError && error.code !== 'certificate' && error.proxy?.isAtFault !== true;
}

/** Whether the selected environment is undefined or invalid. */
function isEnvironmentUnusable(error: unknown): boolean {
  if (error instanceof NotConnectedError) return error.environment !== undefined;
  return error instanceof SettingError && error.entry !== undefined;
}
