import path from 'node:path';
import * as vscode from 'vscode';
import { escapeInvisible } from '../../client/text/visibleText';
import type { CommandContext } from '../../context';
import type { LaunchPlan } from '../../launch/launch';
import { listCells } from '../../messages/studies';
import { formatCount, formatLine } from '../../platform/format';
import { writeData } from '../../platform/output';
import { assertTrusted } from '../../platform/trust';
import { previewBodies } from '../../request/prepareLaunch';
import type { ServiceSnapshot } from '../../session/service';
import type { StudyObserver } from '../../study/runRows';
import { isNamed } from '../../study/sameRows';
import type { StudyPlan } from '../../study/study';
import { listModelFiles } from '../../study/studyRecord';
import type { ResumeStudyOptions, RowsToGoOn, Study } from '../../study/studyRunner';
import type { StudyRowState } from '../../study/studyState';
import { askModally, type HarmlessButton, sayThatSubjectChanged } from '../../ui/askModally';
import { offerToOpen } from '../../ui/showWithButtons';
import { type Caller, getCaller } from '../../views/ownRows';
import { openPage } from '../../views/rowPages';
import { formatStudyLabel } from '../../views/studyItems';
import type { WorkflowContext } from '../../workflow/followLaunch';
import { formatSentText } from '../../workflow/quotedText';
import { listAccountReasons, listBodyReasons, listCallerReasons } from '../../workflow/reasonsToAsk';
import { resolveLaunch } from '../../workflow/resolveLaunch';
import { findStudy } from '../launch/launchRows';
import { confirmMoreRows, describeUnreadable } from './askForStudy';
import { describeLeftOut } from './describeLeftOut';
import { followStudy } from './followStudy';

type StudyCommand = (context: CommandContext, study: Study, caller: Caller) => void | Promise<void>;

/** Turns an action on one study into a command; does nothing without a study. */
function withStudy(command: StudyCommand): (context: CommandContext, node?: unknown) => Promise<void> {
  return async (context, node) => {
    const study = await findStudy(context, node);
    if (study !== undefined) await command(context, study, getCaller(node));
  };
}

export const resumeStudy = withStudy(async (context, study, caller) => {
  await goOn(context, study, { retriesFailed: false, caller });
});

export const tryFailedAgain = withStudy(async (context, study, caller) => {
  await goOn(context, study, { retriesFailed: true, caller });
});

export const stopStudy = withStudy((context, { id }) => context.launches.runners.studies.stop(id));

/** What a study that goes on needs. */
export type StudyContext = Pick<
  CommandContext,
  'connection' | 'documents' | 'launches' | 'launchesView' | 'log' | 'pages' | 'settings'
>;

interface GoOnOptions {
  readonly retriesFailed: boolean;
  /** Who has called the command for it; nobody, if it goes on after a question of this extension. */
  readonly caller?: Caller;
}

/** Continues a study as {@link askToGoOn} allows it, and asks again if meanwhile other rows have been started. */
export async function goOn(context: StudyContext, study: Study, options: GoOnOptions): Promise<void> {
  assertTrusted();
  const { id, record } = study;
  const label = formatStudyLabel(record.study);
  const { studies } = context.launches.runners;
  const agreed = await askToGoOn(context, study, options);
  if (agreed === undefined) return;
  const { clientOf, ...resume } = agreed;
  const { retriesFailed } = options;
  const end = await followStudy(context, { label, rows: record.study.rows.length }, async (observer) => {
    await studies.resume(id, { ...observer, clientOf }, { ...resume, retriesFailed });
    return id;
  });
  if (end === 'changed') await goOn(context, study, options);
}

/**
 * Asks before a study goes on. The user agreed to its rows at its start, so it asks only if that was for the first row
 * alone, if something is other than it was then, and in a protected environment, because the agreement may be days old.
 * @returns nothing when the user refused
 */
async function askToGoOn(
  context: Pick<CommandContext, 'connection' | 'documents' | 'launches' | 'settings'>,
  { id, record, state }: Study,
  { retriesFailed, caller }: GoOnOptions,
): Promise<(Pick<ResumeStudyOptions, 'agreed' | 'mapping'> & Pick<StudyObserver, 'clientOf'>) | undefined> {
  const { connection, launches } = context;
  const { study } = record;
  const service = connection.serviceOf(study.service);
  const { mapping } = service;
  const agreed = await launches.runners.studies.findRowsToGoOn(id, { retriesFailed, mapping });
  const reasons = [
    ...listCallerReasons(caller),
    ...(await listAccountReasons(context, service, study.service.account)),
    ...describeChangedBodies(record, service, agreed),
    ...describeUnreadable(agreed.unreadable),
    ...describeLeftOut(agreed.leftOut),
    ...describeOthers(agreed, record),
  ];
  const isAgreed = study.firstRowOnly !== true || state.rows.slice(1).some((row) => row.state !== 'waiting');
  const more = { label: formatStudyLabel(study), study, rows: agreed.rows, isAgreed, reasons };
  // Without rows, it is only noted that they are left out.
  if (agreed.rows.length > 0 && !(await confirmMoreRows(context, service, more))) return undefined;
  return {
    agreed,
    mapping,
    clientOf: (cancelled) =>
      connection.clients.launchClient(service, { cancelled, account: study.service.account }),
  };
}

/** The rows that other studies have got since the user agreed, and that are created all the same. */
function describeOthers({ rows, others }: RowsToGoOn, { study }: Study['record']): readonly string[] {
  const isNew = others.filter(({ study: id, row }) => !isNamed(study.shownRows, id, row));
  const sent = new Set(isNew.map((one) => one.contentHash));
  const count = rows.filter((row) => sent.has(row.contentHash)).length;
  if (count === 0) return [];
  return [
    vscode.l10n.t(
      'Rows that also wait in another study, which may create them as well: {0}',
      formatCount(count),
    ),
  ];
}

/** Shows the bodies of the first row, as far as they are not those that the user has agreed to. */
function describeChangedBodies(
  { study }: Study['record'],
  { mapping }: ServiceSnapshot,
  { rows: [row], changedBodies }: RowsToGoOn,
): readonly string[] {
  const model = row && study.models[row.model];
  if (row === undefined || model === undefined) return [];
  const { name, answers } = row;
  const launch: LaunchPlan = {
    project: study.project,
    model: 'id' in model ? model : { name, files: listModelFiles(model) },
    finalise: true,
    simulate: true,
    ...(answers && { answers }),
  };
  return listBodyReasons(changedBodies, previewBodies(mapping, launch));
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
async function resolveRow(context: WorkflowContext, study: Study, row: StudyRowState): Promise<boolean> {
  if (row.isLaunchGone === true) return await resolveGone(context, study, row);
  const launch = (await context.launches.list()).find(({ id }) => id === row.launch);
  if (launch === undefined) return false;
  await resolveLaunch(context, launch.record);
  const after = (await context.launches.listStudies()).find(({ id }) => id === study.id);
  return after?.state.rows.find((one) => one.row === row.row)?.state !== 'unknown';
}

/** The launch of a row was removed from the list, and nobody but the user knows whether it was carried out. */
async function resolveGone(
  context: Pick<CommandContext, 'launches' | 'log' | 'pages'>,
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
    harmless: listHarmlessButtons(context, record.study, row),
    acting: { started: vscode.l10n.t('It Was Started'), notStarted: vscode.l10n.t('It Was Not') },
  });
  if (chosen === undefined) return false;
  const isResolved = await context.launches.runners.studies.resolveRow(id, row, chosen);
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
  return [formatLine(vscode.l10n.t('Model'), formatSentText(row.name)), ...shown];
}

function listHarmlessButtons(
  { log, pages }: Pick<CommandContext, 'log' | 'pages'>,
  { service, project, rows, models }: StudyPlan,
  { row: number }: StudyRowState,
): readonly [HarmlessButton, ...HarmlessButton[]] {
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
  const logButton: HarmlessButton = { label: 'showLog', show: showLog };
  if (!pages.hasAt(service, ids)) return [logButton];
  return [logButton, { label: 'openInBrowser', show: openInBrowser }];
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
