import * as vscode from 'vscode';
import { escapeInvisible } from '../../client/text/visibleText';
import type { CommandContext } from '../../context';
import type { PlannedLaunch } from '../../launch/journalEntry';
import { formatBytes } from '../../platform/format';
import type { ServiceSnapshot } from '../../session/service';
import { askModally } from '../../ui/askModally';
import { withReview } from '../../ui/withReview';
import { formatReview, formatSentText } from './reviewSections';

/** The user's answer; `notAsked` when the environment is not protected. */
type Permission = 'given' | 'refused' | 'notAsked';

type AskedPlan = Pick<PlannedLaunch, 'model' | 'project' | 'simulate'>;

/** Limit for the name of an environment in the sentence that asks; characters. */
const maxNameLength = 100;

interface ConfirmOptions {
  /** Whether this is about finalising a model whose launch was planned without it. */
  readonly finaliseOnly?: boolean;
  /** What the review shows below the details. */
  readonly sections: () => readonly string[] | Promise<readonly string[]>;
}

/**
 * Whether a launch may start or continue. Asks the user if the launch's environment is protected, whatever
 * environment is selected now and whoever called the command.
 * @throws SettingError
 */
export async function confirmLaunch(
  { connection, documents }: CommandContext,
  service: ServiceSnapshot,
  plan: AskedPlan,
  { finaliseOnly = false, sections }: ConfirmOptions,
): Promise<Permission> {
  const environment = connection.protectedEnvironment(service);
  if (environment === undefined) return 'notAsked';
  const where = [escapeInvisible(environment.name, maxNameLength), service.baseUrl.host] as const;
  const [text, agree] = finaliseOnly ? finaliseQuestion(where) : launchQuestion(plan, where);
  const detail = describeLaunch(plan, finaliseOnly);
  const review = {
    name: `${vscode.l10n.t('Planned Launch')}.txt`,
    text: async () => formatReview(detail, await sections()),
  };
  const chosen = await withReview(documents, review, ({ look }) =>
    askModally({ severity: 'warning', text, detail, harmless: [look], acting: { agree } }),
  );
  return chosen === 'agree' ? 'given' : 'refused';
}

/** The name of an environment and its host. */
type Place = readonly [name: string, host: string];

/** @returns the text and the button that agrees */
function finaliseQuestion(where: Place): readonly [string, string] {
  const text = vscode.l10n.t('Finalise a model in the protected environment “{0}” ({1})?', ...where);
  return [text, vscode.l10n.t('Finalise')];
}

function launchQuestion({ model, simulate }: AskedPlan, where: Place): readonly [string, string] {
  if ('none' in model) {
    const text = vscode.l10n.t('Create a project in the protected environment “{0}” ({1})?', ...where);
    return [text, vscode.l10n.t('Create')];
  }
  if (!simulate) {
    const text = vscode.l10n.t('Upload to the protected environment “{0}” ({1})?', ...where);
    return [text, vscode.l10n.t('Upload')];
  }
  const text =
    'files' in model
      ? vscode.l10n.t('Upload and simulate in the protected environment “{0}” ({1})?', ...where)
      : vscode.l10n.t('Create a simulation in the protected environment “{0}” ({1})?', ...where);
  return [text, vscode.l10n.t('Launch')];
}

function describeLaunch({ model, project }: AskedPlan, modelOnly: boolean): string[] {
  const name = formatSentText(model.name);
  if ('none' in model) return [vscode.l10n.t('Project: {0}', name)];
  const lines = [vscode.l10n.t('Model: {0}', name)];
  if (modelOnly) return lines;
  if ('files' in model) {
    const { count, bytes } = model.files;
    lines.push(vscode.l10n.t('Files: {0}, {1}', count, formatBytes(bytes)));
  }
  if (project !== undefined) {
    lines.push(
      'newName' in project
        ? vscode.l10n.t('New project: {0}', formatSentText(project.newName))
        : vscode.l10n.t('Project: {0}', formatSentText(project.name)),
    );
  }
  return lines;
}
