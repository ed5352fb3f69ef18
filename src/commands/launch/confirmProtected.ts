import * as vscode from 'vscode';
import { escapeInvisible } from '../../client/text/visibleText';
import type { CommandContext } from '../../context';
import type { PlannedLaunch } from '../../launch/journalEntry';
import { formatBytes } from '../../platform/format';
import { escapeForDisplay } from '../../platform/output';
import type { ServiceSnapshot } from '../../session/service';
import { askModally } from '../../ui/askModally';

/** The user's answer; `notAsked` when the environment is not protected. */
type Permission = 'given' | 'refused' | 'notAsked';

type AskedPlan = Pick<PlannedLaunch, 'model' | 'project' | 'simulate'>;

/**
 * Whether a launch may start or continue. Asks the user if the launch's environment is protected, whatever
 * environment is selected now and whoever called the command.
 * @param finaliseOnly whether this is about finalising a model whose launch was planned without it
 * @throws SettingError
 */
export async function confirmLaunch(
  { connection }: CommandContext,
  service: ServiceSnapshot,
  plan: AskedPlan,
  finaliseOnly = false,
): Promise<Permission> {
  const environment = connection.protectedEnvironment(service);
  if (environment === undefined) return 'notAsked';
  const where = [escapeInvisible(environment.name), service.baseUrl.host] as const;
  const [text, button] = finaliseOnly ? finaliseQuestion(where) : launchQuestion(plan, where);
  const detail = describeLaunch(plan, finaliseOnly);
  return (await askModally('warning', text, detail.join('\n'), button)) === button ? 'given' : 'refused';
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
  const name = formatName(model.name);
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
        ? vscode.l10n.t('New project: {0}', formatName(project.newName))
        : vscode.l10n.t('Project: {0}', formatName(project.name)),
    );
  }
  return lines;
}

function formatName(name: string): string {
  return escapeForDisplay(escapeInvisible(name));
}
