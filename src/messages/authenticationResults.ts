import * as l10n from '@vscode/l10n';
import type { CheckResult } from '../check/checkResult';
import { settings } from '../contributions';

type AuthenticationResult = Extract<CheckResult, { readonly scheme: string }>;

/** Describes whether the service accepts this client, and with which credentials. */
export function describeAuthentication(result: AuthenticationResult): string {
  switch (result.outcome) {
    case 'ok':
      return acceptedText(result);
    case 'warning':
      return forbiddenText(result);
    case 'failed':
      return refusedText(result);
  }
}

function acceptedText({ host, scheme, secret }: AuthenticationResult): string {
  if (secret === 'sent') return l10n.t('{0} accepts how you signed in (“{1}”).', host, scheme);
  if (secret === 'withheld') {
    return l10n.t(
      '{0} wants nothing. What you signed in with was not sent, because the connection is not encrypted.',
      host,
    );
  }
  return scheme === 'none'
    ? l10n.t(
        '{0} wants nothing, and nothing is sent: the setting {1} is “none”.',
        host,
        settings.authentication,
      )
    : l10n.t('{0} wants nothing, and you are not signed in (“{1}”).', host, scheme);
}

function forbiddenText({ host, secret }: AuthenticationResult): string {
  return secret === 'sent'
    ? l10n.t(
        '{0} knows you, but does not allow you what was asked for (403). Ask whoever runs it for access.',
        host,
      )
    : l10n.t(
        '{0} does not allow what was asked for (403), and nothing was sent that says who you are.',
        host,
      );
}

function refusedText({ host, scheme, secret }: AuthenticationResult): string {
  if (scheme === 'none') {
    return l10n.t(
      '{0} wants to know who you are (401), and the setting {1} is “none”. Choose there how you sign in.',
      ...[host, settings.authentication],
    );
  }
  if (secret === 'sent') {
    return l10n.t(
      '{0} refused how you signed in (401, “{1}”). Sign in again, or choose another way in the setting {2}.',
      ...[host, scheme, settings.authentication],
    );
  }
  return secret === 'withheld'
    ? l10n.t(
        '{0} wants to know who you are (401). What you signed in with was not sent, because the connection is not encrypted. Set a base URL with https://.',
        host,
      )
    : l10n.t(
        '{0} wants to know who you are (401), and you are not signed in (“{1}”). Sign in.',
        host,
        scheme,
      );
}
