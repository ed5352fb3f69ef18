import * as l10n from '@vscode/l10n';
import type { UploadUrlError } from '../client/core/errors';

/** Describes why an upload URL must not be used, and what to do next. Shows only the URL's host. */
export function describeUploadUrlError({ host, reason, urlHost, headers }: UploadUrlError): string {
  const link = urlHost ?? l10n.t('an unknown host');
  switch (reason) {
    case 'notAbsolute':
      return l10n.t(
        'An upload link that {0} gave is not a whole address. Ask the operator of the service.',
        host,
      );
    case 'scheme':
      return l10n.t(
        'The upload link for {0} does not begin with https://, so nothing was sent to it. Ask the operator of the service.',
        link,
      );
    case 'credentials':
      return l10n.t(
        'The upload link for {0} contains a user name or a password, so nothing was sent to it. Ask the operator of the service.',
        link,
      );
    case 'fragment':
      return l10n.t(
        'The upload link for {0} contains a number sign, so nothing was sent to it. Ask the operator of the service.',
        link,
      );
    case 'altered':
      return l10n.t(
        'The upload link for {0} cannot be used exactly as it was given. Ask the operator of the service.',
        link,
      );
    case 'tooLong':
      return l10n.t('The upload link for {0} is too long. Ask the operator of the service.', link);
    case 'moreLocal':
      return l10n.t(
        'The upload link leads to {0}, which is nearer to this computer than {1}, so nothing was sent to it. Check the base URL, or ask the operator of the service.',
        link,
        host,
      );
    case 'signedHeaders':
      return l10n.t(
        'The upload link for {0} must be sent with headers that are not known here: {1}. Ask the operator of the service.',
        link,
        headers.join(', '),
      );
  }
}
