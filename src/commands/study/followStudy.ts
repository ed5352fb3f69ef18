import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { CommandContext } from '../../context';
import { LaunchCancelledError, RowsChangedError } from '../../launch/errors';
import { describeError } from '../../messages/describeError';
import { describeProblem } from '../../messages/launchProblems';
import { describeStopReason, describeStudyCounts } from '../../messages/studies';
import { formatCount, formatLine } from '../../platform/format';
import { showMessage } from '../../platform/output';
import { readTableFile } from '../../study/readTableFile';
import type { StudyObserver } from '../../study/runRows';
import { getRow } from '../../study/studyRecord';
import type { Study } from '../../study/studyRunner';
import { withCancellableProgress } from '../../ui/cancellableProgress';
import { showError } from '../../ui/showError';
import { type Button, showWithButtons } from '../../ui/showWithButtons';
import { listMissingIdButtons } from '../../workflow/doneMessage';
import { wantsUpload } from '../../workflow/launchProgress';
import { describeLeftOut, type LeftOutRows } from './describeLeftOut';
import { listStudyButtons } from './studyButtons';

/** A study as its progress shows it. */
interface FollowedStudy {
  /** Names the project and the table. */
  readonly label: string;
  readonly rows: number;
}

/** Follows a study; whoever runs it knows its service. */
export type StudyProgress = Omit<StudyObserver, 'clientOf'>;

/** Minimum time between two texts of the progress, because screen readers read each of them aloud; ms. */
const minGapMs = 10_000;

/**
 * Runs a study under one notification, in which it can be stopped, and shows how it ended in one message.
 * @param run returns the identifier of the study when no more rows can be started now
 * @returns `changed` when nothing was begun, because the rows are no longer those that the user has agreed to
 */
export async function followStudy(
  context: Pick<CommandContext, 'documents' | 'launches' | 'launchesView' | 'log' | 'pages' | 'settings'>,
  followed: FollowedStudy,
  run: (observer: StudyProgress) => Promise<string>,
): Promise<'changed' | undefined> {
  let id: string;
  try {
    id = await withStudyProgress(followed, run);
  } catch (error) {
    if (error instanceof LaunchCancelledError) {
      void showMessage('information', describeError(error));
      return undefined;
    }
    context.log.failed(error);
    if (error instanceof RowsChangedError) return 'changed';
    // A message may stand there for long.
    void showError(error);
    return undefined;
  }
  void showStudyEnd(context, followed, id).catch((error: unknown) => context.log.failed(error));
  return undefined;
}

/** Runs a study under a notification. Cancelling it stops the study. */
async function withStudyProgress<T>(
  { label, rows }: FollowedStudy,
  run: (observer: StudyProgress) => Promise<T>,
): Promise<T> {
  return await withCancellableProgress(undefined, async (progress, cancelled) => {
    let text = formatLine(label, vscode.l10n.t('Preparing…'));
    let percent = 0;
    let saidAtMs = -Infinity;
    const report = (now: number) => {
      // VS Code adds up increments.
      progress.report({ message: text, increment: Math.max(0, now - percent) });
      percent = Math.max(percent, now);
    };
    report(0);
    return await run({
      signal: cancelled.signal,
      onRow: (row) => {
        if (performance.now() - saidAtMs >= minGapMs) {
          saidAtMs = performance.now();
          text = formatLine(label, vscode.l10n.t('Row {0} of {1}…', formatCount(row), formatCount(rows)));
        }
        report(((row - 1) / rows) * 100);
      },
      onSilence: () => {
        // The next row is said at once.
        saidAtMs = -Infinity;
        text = vscode.l10n.t('{0}: waiting until the service answers again', label);
        report(percent);
      },
      onExpiringUrls: async (urls) => {
        if (!(await wantsUpload(urls))) cancelled.abort();
      },
    });
  });
}

/** Says how a study ended, with what can be done next. */
async function showStudyEnd(
  context: Pick<CommandContext, 'documents' | 'launches' | 'launchesView' | 'log' | 'pages' | 'settings'>,
  { label }: FollowedStudy,
  id: string,
): Promise<void> {
  const study = (await context.launches.listStudies()).find((one) => one.id === id);
  if (study === undefined) return;
  const { counts } = study.state;
  const isAsWished =
    counts.started + counts.leftOut === counts.rows || study.state.stopped === 'firstRowOnly';
  const ended = vscode.l10n.t('{0}.', formatLine(label, describeStudyCounts(counts, formatCount)));
  const missing = await listMissingIdButtonsOf(context, study);
  const sentences = [
    ended,
    ...describeLeftOut(listLeftOut(study)),
    await describeEnd(context, study),
    missing.length === 0 ? '' : vscode.l10n.t('The IDs of simulations were not found in the responses.'),
    await describeChangedTable(study),
  ];
  const text = sentences.filter((sentence) => sentence !== '').join(' ');
  const show: Button = { label: vscode.l10n.t('Show Study'), run: () => context.launchesView.showStudy(id) };
  const buttons = [show, ...listStudyButtons(context, study), ...missing];
  await showWithButtons(isAsWished ? 'information' : 'warning', text, buttons);
}

async function listMissingIdButtonsOf(
  context: Pick<CommandContext, 'documents' | 'launches' | 'log' | 'settings'>,
  { state }: Study,
): Promise<Button[]> {
  const own = new Set(state.rows.map(({ launch }) => launch));
  const launches = await context.launches.listIfReadable();
  return listMissingIdButtons(
    context,
    launches.filter(({ id }) => own.has(id)).map(({ record }) => record),
  );
}

function listLeftOut({ record, state }: Study): LeftOutRows {
  return state.rows.flatMap((one) => {
    const row = record.study.rows[one.row - 1];
    const { leftOutFor } = getRow(record, one.row);
    return one.state === 'leftOut' && row && leftOutFor ? [{ row, otherRow: leftOutFor }] : [];
  });
}

/** Warns that the table was edited after the study was agreed to. */
async function describeChangedTable({ record }: Study): Promise<string> {
  const { path, sha256 } = record.study.table;
  const bytes = await readTableFile(path, new AbortController().signal).catch(() => undefined);
  if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') === sha256) return '';
  return vscode.l10n.t('The table has changed. The study keeps to the rows that you agreed to.');
}

/** Why it stopped, with the problem of the row that stopped it. */
async function describeEnd(
  { launches }: Pick<CommandContext, 'launches'>,
  { state }: Study,
): Promise<string> {
  if (state.stopped === undefined) return '';
  const failed = state.rows.findLast((row) => row.state === 'failed')?.launch;
  const isRefused = state.stopped === 'probeFailed' || state.stopped === 'threeFailed';
  const launch =
    isRefused && failed !== undefined ? (await launches.list()).find((one) => one.id === failed) : undefined;
  const problem = launch?.record.problem;
  const reason = describeStopReason(state.stopped);
  return problem === undefined ? reason : `${reason} ${describeProblem(problem)}`;
}
