import * as l10n from '@vscode/l10n';
import type { CheckResult } from '../check/checkResult';
import { settings } from '../contributions';
import { describeServerResponse } from './serviceErrors';

type AuthenticationResult = Extract<CheckResult, { readonly scheme: string }>;

/** Describes whether the service accepts this client, and with which credentials. */
export function describeAuthentication(result: AuthenticationResult): string {
  switch (result.outcome) {
    case 'ok':
      return describeAccepted(result);
    case 'warning':
      return describeForbidden(result) + describeWords(result, 403);
    case 'failed':
      return describeRefused(result) + describeWords(result, 401);
  }
}

/** What the service itself says. */
function describeWords({ host, serverMessage }: AuthenticationResult, status: number): string {
  return serverMessage === undefined ? '' : ` ${describeServerResponse(host, status, serverMessage)}`;
}

function describeAccepted({ host, scheme, secret }: AuthenticationResult): string {
  if (secret === 'sent') return l10n.t('{0} accepted your credentials (“{1}”).', host, scheme);
  if (secret === 'withheld') {
    return l10n.t(
      '{0} does not require authentication. Your credentials were not sent, because the connection is not encrypted.',
      host,
    );
  }
  return scheme === 'none'
    ? l10n.t(
        '{0} does not require authentication, and no credentials are sent, because the setting {1} is “none”.',
        host,
        settings.authentication,
      )
    : l10n.t('{0} does not require authentication. You are not signed in (“{1}”).', host, scheme);
}

function describeForbidden({ host, secret }: AuthenticationResult): string {
  return secret === 'sent'
    ? l10n.t(
        '{0} accepted your credentials, but denied access (403). Ask the operator of the service for access.',
        host,
      )
    : l10n.t('{0} denied access (403). The requests were sent without credentials.', host);
}

function describeRefused({ host, scheme, secret }: AuthenticationResult): string {
  if (scheme === 'none') {
    return l10n.t(
      '{0} requires you to sign in (401), but the setting {1} is “none”. Select an authentication method there.',
      host,
      settings.authentication,
    );
  }
  if (secret === 'sent') {
    return l10n.t(
      '{0} rejected your credentials (401, “{1}”). Sign in again, or select another method in the setting {2}.',
      host,
      scheme,
      settings.authentication,
    );
  }
  return secret === 'withheld'
    ? l10n.t(
        '{0} requires you to sign in (401). Your credentials were not sent, because the connection is not encrypted. Set a base URL with https://.',
        host,
      )
    : l10n.t('{0} requires authentication (401), and you are not signed in (“{1}”). Sign in.', host, scheme);
}
