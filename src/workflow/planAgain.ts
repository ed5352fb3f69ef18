import * as vscode from 'vscode';
import { resolveOpenFolders, takeSnapshot } from '../launch/fileSnapshot';
import type { PlannedLaunch } from '../launch/journalEntry';
import type { LaunchPlan } from '../launch/launch';
import type { LaunchWithFiles } from '../launch/launchExport';
import type { LaunchRecord } from '../launch/launchRecord';

/**
 * The plan of an earlier launch: with its model on the service, or with its files as they are now, for a new model, by
 * the same rules as for a new selection.
 *
 * @throws FileChangedError, FileUnreadableError, LinkedFolderError, FolderNotOpenError naming a file
 */
export async function planAgain({
  record: { plan, project },
  files: { planned },
}: LaunchWithFiles): Promise<LaunchPlan> {
  const { model, finalise, simulate, answers } = plan;
  const same = { finalise, simulate, ...(answers && { answers }), ...planProjectAgain(plan, project) };
  if (!('files' in model)) return { ...same, model };
  const open = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const folders = await resolveOpenFolders(open.map(({ uri }) => uri.fsPath));
  const files = await Promise.all(planned.map((file) => takeSnapshot(file, folders)));
  return { ...same, model: { ...model, files } };
}

function planProjectAgain(
  plan: PlannedLaunch,
  project: LaunchRecord['project'],
): Pick<LaunchPlan, 'project'> {
  const again = project ?? plan.project;
  if (again === undefined) return {};
  // Drop the project list taken before the earlier launch: it is outdated.
  return { project: 'newName' in again ? { newName: again.newName } : again };
}
