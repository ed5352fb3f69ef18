import * as l10n from '@vscode/l10n';
import type { MappingError } from '../client/mapping/mappingError';
import { escapeInvisible } from '../client/text/visibleText';
import { extensionPrefix } from '../contributions';
import { findSettingId, nameSetting } from './settingNames';

/** The identifier of the setting that has what is invalid. */
export function getMappingSettingId({ setting, environment }: MappingError): string {
  return findSettingId(`${extensionPrefix}.${setting}`, environment);
}

/** Describes the problem of a setting that maps the service. Shows names, never values. */
export function describeMappingError(error: MappingError): string {
  const setting = nameSetting(`${extensionPrefix}.${error.setting}`, error.environment);
  return `${describeMappingProblem(error, setting)} ${l10n.t('Nothing was sent.')}`;
}

/**
 * Says what is wrong with one of the settings that describe requests and responses.
 * @param setting its name
 */
export function describeMappingProblem(
  { reason, entry: name }: Pick<MappingError, 'reason' | 'entry'>,
  setting: string,
): string {
  // As somebody else may have written it.
  const entry = escapeInvisible(name, 100);
  return {
    type: l10n.t('The setting {0} must be an object.', setting),
    entry: l10n.t('The setting {0} contains an unknown key: {1}.', setting, entry),
    placeholder: l10n.t('The setting {0} uses the unknown placeholder {1}.', setting, entry),
    brace: l10n.t(
      'The setting {0} contains a brace that does not begin a placeholder. Write two braces for a literal brace.',
      setting,
    ),
    noFileHere: l10n.t(
      'The setting {0} uses {1} outside an array with a single element. Such an array is repeated for each file.',
      setting,
      entry,
    ),
    prompt: l10n.t(
      'The setting {0} declares the prompt “{1}”, which is not valid. A prompt needs the type “text”, “number” or “choice”, choices for the type “choice”, and a default that fits.',
      setting,
      entry,
    ),
    noAnswer: l10n.t(
      'The setting {0} asks for “{1}”, but this launch was planned without an answer to it. Add a default, or start a new launch.',
      setting,
      entry,
    ),
    unfitAnswer: l10n.t(
      'The setting {0} asks for “{1}”, but the answer with which this launch was planned no longer fits. Start a new launch, or restore the setting.',
      setting,
      entry,
    ),
    ...describeHeaderProblems(setting, entry),
    pointer: l10n.t(
      'The setting {0} has no valid JSON pointer for {1}. A JSON pointer is empty or looks like /data/items.',
      setting,
      entry,
    ),
    pathPrefix: l10n.t(
      'The setting {0} must be a path such as /api/v2, without a query and without “.” or “..” as a part. A service that requires a query in every request cannot be used.',
      setting,
    ),
    statusPath: l10n.t('The setting {0} needs a path such as {1}.', setting, '/simulations/{simulation_id}'),
    statusEnd: l10n.t(
      'The setting {0} must say “success”, “failure” or “neutral” for each word in “ended”.',
      setting,
    ),
  }[reason];
}

function describeHeaderProblems(setting: string, entry: string) {
  return {
    headerName: l10n.t('The setting {0} contains the invalid header name “{1}”.', setting, entry),
    reservedHeader: l10n.t('The setting {0} cannot set the header {1}.', setting, entry),
    headerValue: l10n.t(
      'The setting {0} has an invalid value for the header {1}. A header value can contain only printable ASCII characters.',
      setting,
      entry,
    ),
    contentType: l10n.t(
      'The setting {0} can set {1} only to a JSON type, such as application/vnd.api+json.',
      setting,
      entry,
    ),
  };
}
