import * as l10n from '@vscode/l10n';
import type { MappingError } from '../client/mapping/mappingError';
import { extensionPrefix } from '../contributions';

/** The identifier of the invalid setting. */
export function getMappingSettingId({ setting }: MappingError): string {
  return `${extensionPrefix}.${setting}`;
}

/** Describes the problem of a setting that maps the service. Shows names, never values. */
export function describeMappingError(error: MappingError): string {
  const setting = getMappingSettingId(error);
  return `${describeMappingProblem(error, setting)} ${l10n.t('Nothing was sent.')}`;
}

function describeMappingProblem({ reason, entry }: MappingError, setting: string): string {
  switch (reason) {
    case 'type':
      return l10n.t('The setting {0} must be an object.', setting);
    case 'entry':
      return l10n.t('The setting {0} contains an unknown key: {1}.', setting, entry);
    case 'placeholder':
      return l10n.t('The setting {0} uses the unknown placeholder {1}.', setting, entry);
    case 'brace':
      return l10n.t(
        'The setting {0} contains a brace that does not begin a placeholder. Write two braces for a literal brace.',
        setting,
      );
    case 'noFileHere':
      return l10n.t(
        'The setting {0} uses {1} outside an array with a single element. Such an array is repeated for each file.',
        setting,
        entry,
      );
    case 'prompt':
      return l10n.t(
        'The setting {0} declares the prompt “{1}”, which is not valid. A prompt needs the type “text”, “number” or “choice”, choices for the type “choice”, and a default that fits.',
        setting,
        entry,
      );
    case 'noAnswer':
      return l10n.t(
        'The setting {0} asks for “{1}”, but this launch was planned without an answer to it. Add a default, or start a new launch.',
        setting,
        entry,
      );
    case 'unfitAnswer':
      return l10n.t(
        'The setting {0} asks for “{1}”, but the answer that this launch was planned with no longer fits. Start a new launch, or restore the setting.',
        setting,
        entry,
      );
    case 'headerName':
      return l10n.t('The setting {0} contains the invalid header name “{1}”.', setting, entry);
    case 'reservedHeader':
      return l10n.t('The setting {0} cannot set the header {1}.', setting, entry);
    case 'headerValue':
      return l10n.t(
        'The setting {0} has an invalid value for the header {1}. A header value can contain only printable ASCII characters.',
        setting,
        entry,
      );
    case 'pointer':
      return l10n.t(
        'The setting {0} has no valid JSON pointer for {1}. A JSON pointer is empty or looks like /data/items.',
        setting,
        entry,
      );
    case 'pathPrefix':
      return l10n.t(
        'The setting {0} must be a path such as /api/v2, without a query and without “.” or “..” as a part.',
        setting,
      );
  }
}
