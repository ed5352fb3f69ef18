import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { CommandContext } from '../../context';
import type { UnreadableRecord } from '../../launch/journal';
import type { Launch } from '../../launch/launch';
import { isRunning } from '../../launch/launchState';
import { showMessage } from '../../platform/output';
import { parseLaunchId } from '../../study/rowLaunch';
import type { Study } from '../../study/studyRunner';
import { askModally } from '../../ui/askModally';
import { formatStudyLabel } from '../../views/studyItems';
import { formatLabel } from '../../workflow/quotedText';
import { areUnchanged, findRows, getLaunchId, getRecordId, getStudyId } from './launchRows';

/** Entries that are to be removed: launches as the user saw them, and damaged records. */
interface Removal {
  readonly launches: readonly Launch[];
  /** They go with their launches. */
  readonly studies: readonly Study[];
  readonly damaged: readonly UnreadableRecord[];
}

/** Removes the rows that a menu passes, or that the keyboard means. Running launches are left out. */
export async function removeLaunches(
  context: Pick<CommandContext, 'launches' | 'launchesView'>,
  clicked?: unknown,
  selected?: unknown,
): Promise<void> {
  const rows = await findRows(context, clicked, selected);
  const ids = new Set(rows.map(getLaunchId));
  const studyIds = new Set(rows.map(getStudyId));
  const listed = await context.launches.listStudies();
  const chosen = listed.filter(({ id }) => studyIds.has(id));
  const studies = chosen.filter(({ state }) => !state.isRunning);
  const isRow = isRowOf(listed);
  const found = (await context.launches.list()).filter(({ id }) => ids.has(id));
  const launches = found.filter((launch) => !isRunning(launch.state) && !isRow(launch));
  const recordIds = new Set(rows.map(getRecordId));
  const unreadable = (await context.launches.unreadable()).filter(({ id }) => recordIds.has(id));
  // Records that only cannot be read at the moment stay where they are.
  const damaged = unreadable.filter((record) => record.code === 'damaged' && !isRow(record));
  if (launches.length + damaged.length + studies.length > 0) {
    await removeAfterQuestion(context, { launches, damaged, studies });
  } else if (found.some(isRow) || unreadable.some(isRow)) {
    sayThatRowsStay();
  } else if (found.length + chosen.length > 0) {
    void showMessage(
      'information',
      vscode.l10n.t('A running launch cannot be removed from the list. Cancel it first.'),
    );
  }
}

/** Whether a launch is a row of one of these studies, with which alone it goes. */
function isRowOf(studies: readonly Study[]): (launch: { readonly id: string }) => boolean {
  const ids = new Set(studies.map(({ id }) => id));
  return ({ id }) => ids.has(parseLaunchId(id)?.id ?? '');
}

function sayThatRowsStay(): void {
  const text = vscode.l10n.t(
    'The rows of a study that is in the list cannot be removed alone. Remove the study as a whole.',
  );
  void showMessage('information', text);
}

async function removeAfterQuestion(
  context: Pick<CommandContext, 'launches' | 'launchesView'>,
  removal: Removal,
): Promise<void> {
  const chosen = await askModally({
    severity: 'warning',
    text: getQuestion(removal),
    detail: [getDetail(removal)],
    harmless: 'keep',
    acting: { remove: vscode.l10n.t('Remove') },
    isCurrent: () => isAsShown(context, removal),
  });
  if (chosen !== 'remove') return;
  const { launches, damaged, studies } = removal;
  for (const { id } of damaged) await context.launches.runners.launches.remover.quarantine(id);
  for (const study of studies) await context.launches.runners.studies.remove(study.id, study);
  if (launches.length === 0) return;
  const next = findNeighbour(await context.launches.list(), new Set(idsOf(launches)));
  await context.launches.runners.launches.remover.remove(idsOf(launches), launches);
  // VS Code would leave the list without a focused row, so the arrow keys would begin at the top.
  if (next !== undefined) await context.launchesView.focus(next.id);
}

/** Whether everything that is to be removed is still as the user saw it. */
async function isAsShown({ launches }: Pick<CommandContext, 'launches'>, removal: Removal): Promise<boolean> {
  const studies = new Map((await launches.listStudies()).map((study) => [study.id, study]));
  const areStudiesUnchanged = removal.studies.every(({ id, record, state }) => {
    const found = studies.get(id);
    return found?.record.entryCount === record.entryCount && isDeepStrictEqual(found.state, state);
  });
  return areStudiesUnchanged && areUnchanged(removal.launches, await launches.list());
}

/** The launch that takes the place of removed ones: the next older one, else the next newer one. */
function findNeighbour(launches: readonly Launch[], removed: ReadonlySet<string>): Launch | undefined {
  const last = launches.findLastIndex(({ id }) => removed.has(id));
  return launches[last + 1] ?? launches.findLast(({ id }) => !removed.has(id));
}

function getQuestion({ launches, damaged, studies }: Removal): string {
  const [study] = studies;
  if (study !== undefined) {
    return studies.length === 1
      ? vscode.l10n.t(
          'Remove the study “{0}” and its launches from the list?',
          formatStudyLabel(study.record.study),
        )
      : vscode.l10n.t('Remove {0} studies and their launches from the list?', studies.length);
  }
  const count = launches.length + damaged.length;
  const [launch] = launches;
  if (count > 1) return vscode.l10n.t('Remove {0} launches from the list?', count);
  return launch === undefined
    ? vscode.l10n.t('Remove the damaged record from the list?')
    : askToRemove(launch);
}

function askToRemove({ record }: Launch): string {
  return vscode.l10n.t('Remove the launch of “{0}” from the list?', formatLabel(record.plan.model.name));
}

function getDetail(removal: Removal): string {
  return [...listLosses(removal), vscode.l10n.t('Nothing on the service changes.')].join(' ');
}

/** Says what is lost and what is kept on this computer. */
function listLosses({ damaged, studies }: Removal): string[] {
  const unknown = studies.reduce((sum, { state }) => sum + state.counts.unknown, 0);
  const rows = vscode.l10n.t('Rows that have not started cannot be started any more.');
  if (unknown > 0) {
    const doubt = vscode.l10n.t(
      'It is unknown whether the simulations of {0} rows were started. You will not be reminded to check them on the service.',
      unknown,
    );
    return [doubt, rows];
  }
  if (studies.some(({ state: { counts } }) => counts.started + counts.leftOut < counts.rows)) return [rows];
  return damaged.length === 0 ? [] : [vscode.l10n.t('The files of damaged records are kept.')];
}

/** Removes every failed launch, whatever the filter of the view. Rows of studies stay. */
export async function removeFailedLaunches(context: Pick<CommandContext, 'launches'>): Promise<void> {
  const isRow = isRowOf(await context.launches.listStudies());
  const all = await context.launches.list();
  const hasFailed = all.filter(({ state }) => state === 'failed');
  const failed = hasFailed.filter((launch) => !isRow(launch));
  if (failed.length === 0 && hasFailed.length > 0) {
    sayThatRowsStay();
    return;
  }
  const [first] = failed;
  if (first === undefined) {
    void showMessage('information', vscode.l10n.t('No launch in the list has failed.'));
    return;
  }
  const chosen = await askModally({
    severity: 'warning',
    text:
      failed.length === 1
        ? askToRemove(first)
        : vscode.l10n.t('Remove {0} failed launches from the list?', failed.length),
    detail: [
      vscode.l10n.t(
        'Failed launches that are removed cannot be tried again. Models that have been uploaded stay on the service.',
      ),
    ],
    harmless: 'keep',
    acting: { remove: vscode.l10n.t('Remove') },
    isCurrent: async () => areUnchanged(failed, await context.launches.list()),
  });
  if (chosen === 'remove') await context.launches.runners.launches.remover.remove(idsOf(failed), failed);
}

function idsOf(launches: readonly Launch[]): string[] {
  return launches.map(({ id }) => id);
}
