import * as vscode from 'vscode';
import type { CommandContext } from '../../context';
import type { Launch } from '../../launch/launch';
import type { Study } from '../../study/studyRunner';

/**
 * The launch of the row that a menu passes, or that the keyboard means. Only its identifier is taken from the argument,
 * because another extension could pass a forged launch.
 */
export async function findLaunch(
  context: Pick<CommandContext, 'launches' | 'launchesView'>,
  clicked: unknown,
): Promise<Launch | undefined> {
  const [row] = await findRows(context, clicked);
  const id = getLaunchId(row);
  return (await context.launches.list()).find((launch) => launch.id === id);
}

/** The study of a row. As for a launch, only its identifier is taken from the argument. */
export async function findStudy(
  { launches }: Pick<CommandContext, 'launches'>,
  row: unknown,
): Promise<Study | undefined> {
  const id = getStudyId(row);
  return id === undefined ? undefined : (await launches.listStudies()).find((study) => study.id === id);
}

/**
 * The rows that a command is for.
 * @param clicked the row whose menu was opened; undefined for a key
 * @param selected all selected rows, if the clicked one is among them
 */
export async function findRows(
  context: Pick<CommandContext, 'launchesView'>,
  clicked: unknown,
  selected?: unknown,
): Promise<readonly unknown[]> {
  if (clicked === undefined) return await findRowsOfKey(context);
  return Array.isArray(selected) && selected.length > 0 ? (selected as readonly unknown[]) : [clicked];
}

/** Whether launches are still as they were when somebody was asked about them, and none of them goes on. */
export function areUnchanged(asked: readonly Launch[], now: readonly Launch[]): boolean {
  const byId = new Map(now.map((launch) => [launch.id, launch]));
  return asked.every(({ id, state, record }) => {
    const found = byId.get(id);
    return found?.state === state && found.record.entryCount === record.entryCount;
  });
}

/** The identifier of the launch of a row. */
export function getLaunchId(row: unknown): unknown {
  return getIdIn(row, 'launch');
}

/** The identifier of the study of a row. */
export function getStudyId(row: unknown): unknown {
  const { kind } = (row ?? {}) as Readonly<Record<string, unknown>>;
  return kind === undefined || kind === 'study' ? getIdIn(row, 'study') : undefined;
}

/** The identifier of the unreadable record of a row. */
export function getRecordId(row: unknown): unknown {
  return getIdIn(row, 'record');
}

function getIdIn(row: unknown, key: string): unknown {
  const { [key]: part } = (row ?? {}) as Readonly<Record<string, unknown>>;
  return ((part ?? {}) as Readonly<Record<string, unknown>>)['id'];
}

/**
 * As in the Explorer, a key means the selected rows, unless the focus is on another row. VS Code tells extensions only
 * the selection, so toggling the focused row and toggling it back shows which row it is.
 */
async function findRowsOfKey({
  launchesView: { tree },
}: Pick<CommandContext, 'launchesView'>): Promise<readonly unknown[]> {
  const before = tree.selection;
  await vscode.commands.executeCommand('list.toggleSelection');
  const after = tree.selection;
  await vscode.commands.executeCommand('list.toggleSelection');
  const added = after.filter((row) => !before.includes(row));
  const rows = added.length > 0 ? added : before;
  // A detail is not what the user wants to remove.
  return rows.filter(({ kind }) => kind === 'launch' || kind === 'study' || kind === 'unreadable');
}
