import * as l10n from '@vscode/l10n';
import { escapeInvisible } from '../client/text/visibleText';
import { extensionPrefix, settings } from '../contributions';

/** Names a setting that describes a service: in the environment that describes it, else the plain one. */
export function nameSetting(key: string, environment: string | undefined): string {
  if (environment === undefined) return key;
  return l10n.t(
    '{0} of the environment “{1}”',
    key.slice(extensionPrefix.length + 1),
    escapeInvisible(environment),
  );
}

/** The identifier of the setting to open for a setting that describes a service. */
export function findSettingId(key: string, environment: string | undefined): string {
  return environment === undefined ? key : settings.environments;
}
