import * as l10n from '@vscode/l10n';
import type { MappingError } from '../client/mapping/mappingError';
import { extensionPrefix } from '../contributions';

/** The identifier of the invalid setting. */
export function mappingSettingId({ setting }: MappingError): string {
  return `${extensionPrefix}.${setting}`;
}

/** Describes the problem of a setting that maps the service. Shows names, never values. */
export function describeMappingError(error: MappingError): string {
  const setting = mappingSettingId(error);
  return `${shapeProblemText(error, setting)} ${l10n.t('Nothing was sent.')}`;
}

function shapeProblemText({ reason, entry }: MappingError, setting: string): string {
  switch (reason) {
    case 'type':
      return l10n.t('The setting {0} must be an object.', setting);
    case 'entry':
      return l10n.t('The setting {0} has an entry that there is not: {1}.', setting, entry);
    case 'placeholder':
      return l10n.t('The setting {0} uses the placeholder {1}, which it does not have.', setting, entry);
    case 'brace':
      return l10n.t(
        'The setting {0} has a brace that begins no placeholder. Write two of them for one that is sent.',
        setting,
      );
    case 'noFileHere':
      return l10n.t(
        'The setting {0} uses {1} outside an array with a single element, which would be repeated for each file.',
        setting,
        entry,
      );
    case 'prompt':
      return l10n.t(
        'The setting {0} declares the prompt “{1}” in a way that cannot be used. It needs the type “text”, “number” or “choice”, choices for the last, and a default that fits.',
        setting,
        entry,
      );
    case 'noAnswer':
      return l10n.t(
        'The setting {0} asks for “{1}”, and this launch was planned without an answer to that. Give it a default, or launch the files anew.',
        setting,
        entry,
      );
    case 'unfitAnswer':
      return l10n.t(
        'The setting {0} asks for “{1}”, and what this launch was planned with is no answer to that any more. Launch the files anew, or put the setting back.',
        setting,
        entry,
      );
    case 'headerName':
      return l10n.t('The setting {0} has a header that cannot be called “{1}”.', setting, entry);
    case 'reservedHeader':
      return l10n.t('The setting {0} cannot set the header {1}.', setting, entry);
    case 'headerValue':
      return l10n.t(
        'The setting {0} has a value for the header {1} that is no text of printable ASCII characters.',
        setting,
        entry,
      );
    case 'pointer':
      return l10n.t(
        'The setting {0} has no JSON pointer for {1}. A pointer is empty or looks like /data/items.',
        setting,
        entry,
      );
    case 'pathPrefix':
      return l10n.t(
        'The setting {0} must be a path such as /api/v2, without a query and without dots for folders.',
        setting,
      );
  }
}
