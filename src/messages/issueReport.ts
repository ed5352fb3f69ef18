import * as l10n from '@vscode/l10n';
import type { VariantName } from '../client/core/apiVariant';
import { classifyHost } from '../client/url/hostProximity';
import type { Problem } from '../launch/journalEntry';

export interface IssueFacts {
  /** Version of this extension. */
  readonly version: string;
  /** The version of VS Code, and where it runs. */
  readonly editor: string;
  readonly variant: VariantName;
  /** Absent when none is configured, or its settings are invalid. */
  readonly baseUrl: URL | undefined;
  /** Names of the settings that have been changed. */
  readonly changedSettings: readonly string[];
  /** The last ones first. */
  readonly problems: readonly Problem[];
}

/**
 * Formats what helps to understand an issue and may be public: no address, name, identifier or credential, and no
 * text of a server, which may contain any of them.
 */
export function formatIssueReport(facts: IssueFacts): string {
  const { version, editor, variant, baseUrl, changedSettings, problems } = facts;
  const none = l10n.t('none');
  const lines: readonly (readonly [label: string, value: string])[] = [
    [l10n.t('Extension'), version],
    ['VS Code', editor],
    [l10n.t('Platform'), `${process.platform} ${process.arch}, Node ${process.versions.node}`],
    [l10n.t('Service'), baseUrl === undefined ? none : describeService(baseUrl)],
    [l10n.t('Variant'), variant],
    [l10n.t('Changed settings'), changedSettings.join(', ') || none],
    [l10n.t('Recent problems'), problems.map(describeCode).join('; ') || none],
  ];
  return lines.map(([label, value]) => `${label}: ${value}`).join('\n');
}

/** Such as `https, private`. */
function describeService({ protocol, hostname }: URL): string {
  return `${protocol.replace(':', '')}, ${classifyHost(hostname)}`;
}

/** Such as `createSimulation status 500`. The code of a server is left out, because it can be any word. */
function describeCode({ kind, operation, status, code }: Problem): string {
  const parts = [operation, kind, status, kind === 'status' ? undefined : code];
  return parts.filter((part) => part !== undefined).join(' ');
}
