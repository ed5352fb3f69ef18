import * as vscode from 'vscode';
import { escapeInvisible } from '../../client/text/visibleText';
import type { CommandContext } from '../../context';
import type { PlannedLaunch } from '../../launch/journalEntry';
import { formatBytes } from '../../platform/format';
import { escapeForDisplay } from '../../platform/output';
import type { ServiceSnapshot } from '../../session/service';
import { askModally } from '../../ui/askModally';

/** Names what is about to be created, and where. */
interface Question {
  readonly text: (environment: string, host: string) => string;
  readonly detail: readonly string[];
  readonly button: string;
}

/** The user's answer; `notAsked` when the environment is not protected. */
type Permission = 'given' | 'refused' | 'notAsked';

type AskedPlan = Pick<PlannedLaunch, 'model' | 'project' | 'simulate'>;

/**
 * Whether a launch may start or continue. Asks the user if the launch's environment is protected, whatever
 * environment is selected now and whoever called the command.
 * @throws SettingError
 */
export async function confirmLaunch(
  context: CommandContext,
  service: ServiceSnapshot,
  plan: AskedPlan,
): Promise<Permission> {
  return await ask(
    context,
    service,
    'none' in plan.model ? createProjectQuestion(plan.model) : launchQuestion(plan),
  );
}

/** As {@link confirmLaunch}, for a launch that was planned without finalising its model. */
export async function confirmFinalise(
  context: CommandContext,
  service: ServiceSnapshot,
  { model }: Pick<PlannedLaunch, 'model'>,
): Promise<Permission> {
  return await ask(context, service, {
    text: (...where) => vscode.l10n.t('Finalise a model in the protected environment “{0}” ({1})?', ...where),
    detail: [vscode.l10n.t('Model: {0}', formatName(model.name))],
    button: vscode.l10n.t('Finalise'),
  });
}

async function ask(
  { connection }: CommandContext,
  service: ServiceSnapshot,
  { text, detail, button }: Question,
): Promise<Permission> {
  const environment = connection.protectedEnvironment(service);
  if (environment === undefined) return 'notAsked';
  const asked = text(escapeInvisible(environment.name), service.baseUrl.host);
  return (await askModally('warning', asked, detail.join('\n'), button)) === button ? 'given' : 'refused';
}

function createProjectQuestion({ name }: PlannedLaunch['model']): Question {
  return {
    text: (...where) => vscode.l10n.t('Create a project in the protected environment “{0}” ({1})?', ...where),
    detail: [vscode.l10n.t('Project: {0}', formatName(name))],
    button: vscode.l10n.t('Create'),
  };
}

function launchQuestion({ model, project, simulate }: AskedPlan): Question {
  const files = 'files' in model ? model.files : undefined;
  return {
    text: launchText(files !== undefined, simulate),
    detail: [
      vscode.l10n.t('Model: {0}', formatName(model.name)),
      ...(files === undefined
        ? []
        : [vscode.l10n.t('Files: {0}, {1}', files.count, formatBytes(files.bytes))]),
      ...(project === undefined ? [] : [describeProject(project)]),
    ],
    button: simulate ? vscode.l10n.t('Launch') : vscode.l10n.t('Upload'),
  };
}

function launchText(uploads: boolean, simulate: boolean): Question['text'] {
  if (!uploads) {
    return (...where) =>
      vscode.l10n.t('Create a simulation in the protected environment “{0}” ({1})?', ...where);
  }
  return simulate
    ? (...where) => vscode.l10n.t('Upload and simulate in the protected environment “{0}” ({1})?', ...where)
    : (...where) => vscode.l10n.t('Upload to the protected environment “{0}” ({1})?', ...where);
}

function describeProject(project: NonNullable<PlannedLaunch['project']>): string {
  return 'newName' in project
    ? vscode.l10n.t('New project: {0}', formatName(project.newName))
    : vscode.l10n.t('Project: {0}', formatName(project.name));
}

function formatName(name: string): string {
  return escapeForDisplay(escapeInvisible(name));
}
