import path from 'node:path';
import * as vscode from 'vscode';
import { escapeInvisible } from '../../client/text/visibleText';
import type { CommandContext } from '../../context';
import { listCells } from '../../messages/studies';
import { formatCount } from '../../platform/format';
import { writeData } from '../../platform/output';
import { assertTrusted } from '../../platform/trust';
import type { StudyPlan, StudyRow } from '../../study/study';
import type { Study } from '../../study/studyRunner';
import type { StudyRowState } from '../../study/studyState';
import { askModally, type Look, sayThatSubjectChanged } from '../../ui/askModally';
import { offerToOpen } from '../../ui/showWithButtons';
import { openPage } from '../../views/rowPages';
import { formatStudyLabel } from '../../views/studyItems';
import { getStudyId } from '../launch/launchRows';
import { formatSentText } from '../launch/reviewSections';
import { confirmAccount, resolveLaunch } from '../launch/startLaunch';
import { confirmMoreRows } from './askForStudy';
import { followStudy } from './followStudy';

type StudyCommand = (context: CommandContext, study: Study) => void | Promise<void>;

/**
 * Turns an action on one study into a command; does nothing without a study. Only the identifier is taken from the
 * argument, because another extension could pass a forged study.
 */
function withStudy(command: StudyCommand): (context: CommandContext, node?: unknown) => Promise<void> {
  return async (context, node) => {
    const id = getStudyId(node);
    const study = (await context.launches.listStudies()).find((one) => one.id === id);
    if (study !== undefined) await command(context, study);
  };
}

export const resumeStudy = withStudy((context, study) => resume(context, study, false));

export const tryFailedAgain = withStudy((context, study) => resume(context, study, true));

export const stopStudy = withStudy((context, { id }) => context.launches.runners.studies.stop(id));

/**
 * Continues a study. The user agreed to its rows at its start. Asks again if that was for the first row only,
 * if the account is another one, and in a protected environment, because the agreement may be days old.
 */
async function resume(
  context: CommandContext,
  { id, record: { study }, state }: Study,
  retriesFailed: boolean,
): Promise<void> {
  assertTrusted();
  const isLeft = (row: StudyRow) => {
    const now = state.rows[row.row - 1]?.state;
    return now !== 'started' && now !== 'unknown' && (retriesFailed || now !== 'failed');
  };
  const { connection, launches } = context;
  const label = formatStudyLabel(study);
  const service = connection.serviceOf(study.service);
  if (!(await confirmAccount(context, service, { service: study.service, model: { name: label } }))) return;
  const isAgreed = study.firstRowOnly !== true || state.rows.slice(1).some((row) => row.state !== 'waiting');
  const rows = study.rows.filter(isLeft);
  if (!(await confirmMoreRows(context, service, { label, study, rows, isAgreed }))) return;
  const clientOf = (cancelled: AbortSignal) =>
    connection.launchClient(service, { cancelled, account: study.service.account });
  const { studies } = launches.runners;
  await followStudy(context, { label, rows: study.rows.length }, async (observer) => {
    await studies.resume(id, { ...observer, clientOf }, retriesFailed);
    return id;
  });
}

/** Asks for one unknown outcome after the other, until the user leaves a question or all are resolved. */
export const resolveStudy = withStudy(async (context, study) => {
  const asked = new Set<number>();
  for (;;) {
    const now = (await context.launches.listStudies()).find(({ id }) => id === study.id);
    const row = now?.state.rows.find((one) => one.state === 'unknown' && !asked.has(one.row));
    if (now === undefined || row === undefined) return;
    asked.add(row.row);
    if (!(await resolveRow(context, now, row))) return;
  }
});

/** @returns whether the user has answered */
async function resolveRow(context: CommandContext, study: Study, row: StudyRowState): Promise<boolean> {
  if (row.isLaunchGone === true) return await resolveGone(context, study, row);
  const launch = (await context.launches.list()).find(({ id }) => id === row.launch);
  if (launch === undefined) return false;
  await resolveLaunch(context, launch.record);
  const after = (await context.launches.listStudies()).find(({ id }) => id === study.id);
  return after?.state.rows.find((one) => one.row === row.row)?.state !== 'unknown';
}

/** The launch of a row was removed from the list, and nobody but the user knows whether it was carried out. */
async function resolveGone(
  context: CommandContext,
  { id, record }: Study,
  row: StudyRowState,
): Promise<boolean> {
  const chosen = await askModally({
    severity: 'warning',
    text: vscode.l10n.t(
      'Was the simulation of row {0} of “{1}” started?',
      formatCount(row.row),
      formatStudyLabel(record.study),
    ),
    detail: [
      vscode.l10n.t(
        'The launch of this row is no longer in the list or cannot be read, so this computer does not know whether the simulation was started.',
      ),
      vscode.l10n.t(
        'Check this on the service. If it was not started, the row waits again, and “Resume Study” starts it.',
      ),
      ...describeRow(record.study, row),
    ],
    harmless: listLooks(context, record.study, row),
    acting: { started: vscode.l10n.t('It Was Started'), repeat: vscode.l10n.t('It Was Not') },
  });
  if (chosen === undefined) return false;
  const isResolved = await context.launches.runners.studies.resolveRow(id, row, chosen === 'started');
  if (!isResolved) sayThatSubjectChanged();
  return isResolved;
}

/** Limits for the lines in which the cells of a row stand beside each other. */
const maxLineLength = 100;
const maxCellLines = 7;

function describeRow({ rows, table }: StudyPlan, { row: number }: StudyRowState): string[] {
  const row = rows.find((one) => one.row === number);
  if (row === undefined) return [];
  const lines: string[] = [];
  for (const cell of listCells(table.columns, row)) {
    const line = lines.at(-1);
    if (line === undefined || line.length + cell.length > maxLineLength) lines.push(cell);
    else lines[lines.length - 1] = `${line}, ${cell}`;
  }
  const shown = lines.length <= maxCellLines ? lines : [...lines.slice(0, maxCellLines), '…'];
  return [vscode.l10n.t('Model: {0}', formatSentText(row.name)), ...shown];
}

function listLooks(
  { log, pages }: CommandContext,
  { service, project, rows, models }: StudyPlan,
  { row: number }: StudyRowState,
): readonly [Look, ...Look[]] {
  const showLog = () => {
    log.show();
    return Promise.resolve('leave' as const);
  };
  const model = models[rows.find((one) => one.row === number)?.model ?? -1];
  const ids = { project: project.id, ...(model !== undefined && 'id' in model && { model: model.id }) };
  const openInBrowser = async () => {
    await openPage(pages.urlAt(service, ids));
    return 'again' as const;
  };
  const look: Look = { label: 'showLog', show: showLog };
  return pages.hasAt(service, ids) ? [look, { label: 'openInBrowser', show: openInBrowser }] : [look];
}

export const exportStudy = withStudy(async (context, { id, record: { study } }) => {
  const { dir, name } = path.parse(study.table.path);
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Table'),
    filters: { CSV: ['csv'] },
    defaultUri: vscode.Uri.file(path.join(dir, `${name}-results.csv`)),
  });
  if (target === undefined) return;
  // Read when it is written, because the study may go on meanwhile.
  const text = await context.launches.runners.studies.export(id);
  if (text === undefined) return;
  // The byte order mark tells a spreadsheet that it is UTF-8.
  await writeData(target, `\ufeff${text}`);
  const shown = escapeInvisible(path.posix.basename(target.path));
  void offerToOpen(target, vscode.l10n.t('The table was exported to “{0}”.', shown));
});
