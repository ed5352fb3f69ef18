import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { problemMatcher, taskType } from '../contributions';
import { isInside } from '../files/paths';
import type { LaunchPlan } from '../launch/launch';
import { assertNoVariables, listTaskLabels, noTasks } from '../platform/tasksFile';
import { openText } from '../platform/textFile';
import { assertTrusted } from '../platform/trust';
import { FilesNotDescribableError } from '../request/errors';
import type { LaunchRequest } from '../request/launchRequest';
import { toLaunchRequest, toWrittenRequest } from '../request/toLaunchRequest';
import type { ConnectedService, ServiceAddress } from '../session/service';
import { askModally } from '../ui/askModally';
import { isDismissed } from '../ui/multiStep';
import { enterText } from '../ui/quickInput';
import { withReview } from '../ui/withReview';
import { writeTask } from './writeTask';

/** The service of a launch that is saved. */
export interface SavedService {
  readonly address: ServiceAddress;
  readonly isSame: (service: ConnectedService) => boolean;
}

/**
 * Asks for the label, shows the task, and writes it into the `tasks.json` of the workspace folder that has the files.
 * @throws FilesNotDescribableError, TasksFileError, UntrustedError
 */
export async function saveAsTask(
  context: Pick<CommandContext, 'connection' | 'documents' | 'projects' | 'settings'>,
  launch: LaunchPlan,
  service: SavedService,
): Promise<void> {
  assertTrusted();
  const folder = await findFolder(launch);
  if (folder === undefined) return;
  const title = vscode.l10n.t('Save as Task');
  const file = vscode.Uri.joinPath(folder.uri, '.vscode', 'tasks.json');
  const labels = listTaskLabels((await openText(file))?.getText() ?? noTasks);
  const suggested = suggestLabel(launch, labels);
  const described = await describe(context, launch, folder, service);
  const label = await enterText({
    title,
    prompt: vscode.l10n.t('Name of the task'),
    value: suggested,
    problem: (value) => {
      if (value === '') return vscode.l10n.t('This field is required.');
      return labels.includes(value) ? vscode.l10n.t('There is already a task with this name.') : undefined;
    },
  });
  if (label === undefined || isDismissed(label)) return;
  const written = toWrittenRequest(described);
  assertNoVariables(written);
  const task = { type: taskType, label, ...written, problemMatcher: `$${problemMatcher}` };
  const json = JSON.stringify(task, null, 2);
  const chosen = await withReview(
    context.documents,
    { name: `${vscode.l10n.t('Planned Task')}.json`, text: () => json },
    ({ reviewButton }) =>
      askModally({
        severity: 'information',
        text: vscode.l10n.t('Save this task in “{0}”?', vscode.workspace.asRelativePath(file)),
        detail: json.split('\n'),
        harmless: [reviewButton],
        acting: { save: vscode.l10n.t('Save Task') },
      }),
  );
  if (chosen === 'save') await writeTask(file, task);
}

async function findFolder({ model }: LaunchPlan): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if ('files' in model) {
    const around = folders.find(({ uri }) => model.files.every(({ path }) => isInside(uri.fsPath, path)));
    if (around === undefined) throw new FilesNotDescribableError();
    return around;
  }
  if (folders.length <= 1) return folders[0];
  const placeHolder = vscode.l10n.t('Select the folder for the task');
  return await vscode.window.showWorkspaceFolderPick({ placeHolder });
}

/** Describing many files takes a while. */
async function describe(
  context: Pick<CommandContext, 'connection' | 'projects' | 'settings'>,
  launch: LaunchPlan,
  folder: vscode.WorkspaceFolder,
  service: SavedService,
): Promise<LaunchRequest> {
  const { connection, settings } = context;
  const environment = connection.isOverride(service.address)
    ? undefined
    : connection.environmentOf(service.address)?.name;
  const options = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Examining the files…') };
  const described = await vscode.window.withProgress(options, async () => {
    const { signal } = new AbortController();
    return await toLaunchRequest(launch, {
      folder: { root: folder.uri.fsPath, exclude: settings.exclude(folder.uri) },
      environment,
      signal,
    });
  });
  return await nameProject(context, described, launch, service);
}

/** Names the project if that is clear, because people who review a task cannot read an identifier. */
async function nameProject(
  { projects, connection }: Pick<CommandContext, 'connection' | 'projects'>,
  described: LaunchRequest,
  { project }: LaunchPlan,
  { isSame }: SavedService,
): Promise<LaunchRequest> {
  if (project === undefined || 'newName' in project) return described;
  const here = await connection.service().catch(() => undefined);
  if (here === undefined || !isSame(here)) return described;
  const content = await projects.content();
  // In a list that is not whole, another one of this name may be missing.
  const listed =
    content.state === 'ready' && content.listing.partial === undefined ? content.listing.items : [];
  const named = listed.filter(({ name }) => name === project.name);
  const isClear = named.length === 1 && named[0]?.id === project.id;
  return isClear ? { ...described, project: { name: project.name, create: false } } : described;
}

/** The name of the model, with a number if there is such a task already. */
function suggestLabel({ model }: LaunchPlan, labels: readonly string[]): string {
  for (let number = 1; ; number++) {
    const label = number === 1 ? model.name : `${model.name} ${number}`;
    if (!labels.includes(label)) return label;
  }
}
