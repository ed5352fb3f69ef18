import * as l10n from '@vscode/l10n';
import type { UploadUrlError } from '../client/core/errors';
import { settings } from '../contributions';
import { nameSetting } from './settingNames';

/** Describes why an upload URL must not be used, and what to do next. Shows only the URL's host. */
export function describeUploadUrlError({
  host,
  reason,
  urlHost,
  headers,
  environment,
}: UploadUrlError): string {
  const link = urlHost ?? l10n.t('an unknown host');
  return {
    notAbsolute: l10n.t(
      '{0} returned an upload URL that is not a complete address. Contact the operator of the service.',
      host,
    ),
    scheme: l10n.t(
      'The upload URL to {0} does not begin with https://. Nothing was sent to it. Contact the operator of the service.',
      link,
    ),
    credentials: l10n.t(
      'The upload URL to {0} contains a user name or a password. Nothing was sent to it. Contact the operator of the service.',
      link,
    ),
    fragment: l10n.t(
      'The upload URL to {0} contains “#”. Nothing was sent to it. Contact the operator of the service.',
      link,
    ),
    altered: l10n.t(
      'The upload URL to {0} cannot be used exactly as the service returned it. Contact the operator of the service.',
      link,
    ),
    tooLong: l10n.t('The upload URL to {0} is too long. Contact the operator of the service.', link),
    closerThanService: l10n.t(
      'The upload URL leads to {0}. Compared with {1}, this host is more internal: on this computer or in a private network. Nothing was sent to it. Check the base URL, or contact the operator of the service.',
      link,
      host,
    ),
    signedHeaders: l10n.t(
      'The upload URL to {0} requires headers that are not set: {1}. Add them to the setting {2}, with the values that the operator of the service specifies. They are the same for all files; a service that requires other values for each file cannot be used.',
      link,
      headers.join(', '),
      nameSetting(settings.uploadHeaders, environment),
    ),
  }[reason];
}
