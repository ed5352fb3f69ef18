import path from 'node:path';
import * as vscode from 'vscode';
import { escapeInvisible } from '../../client/text/visibleText';
import type { CommandContext } from '../../context';
import { describeOddities } from '../../messages/studies';
import { formatBytes, formatCount, formatLine } from '../../platform/format';
import type { ServiceSnapshot } from '../../session/service';
import type { PreparedStudy, StudyPlan, StudyRow } from '../../study/study';
import { askModally } from '../../ui/askModally';
import { isDismissed } from '../../ui/multiStep';
import { takeTurn } from '../../ui/questionTurns';
import { enterText } from '../../ui/quickInput';
import { withReview } from '../../ui/withReview';
import { nameProtected } from '../../workflow/permission';
import { formatSentText } from '../../workflow/quotedText';
import { describeFileProblems, nameTask } from '../requested/askForLaunch';
import type { StudyProposal } from './prepareTable';
import { formatRowsReview, formatStudyReview } from './studyReview';

/** Limit for the rows whose numbers are in the question. */
const maxListedRows = 10;

/**
 * The answer of the user; `isProtected` when it was given for a protected environment. With `leaveOut`, nothing is to be
 * created: the user wants to be asked again, about the other rows only.
 */
export type StudyAnswer =
  | 'leaveOut'
  | {
      readonly firstRowOnly: boolean;
      readonly isProtected: boolean;
    };

/** Shows what would be created, and asks in a dialog that nothing can answer but a click. */
export async function askForStudy(
  context: Pick<CommandContext, 'connection' | 'documents' | 'settings'>,
  asked: StudyProposal,
  signal: AbortSignal,
): Promise<StudyAnswer | undefined> {
  return await takeTurn(signal, () => ask(context, asked, signal));
}

async function ask(
  context: Pick<CommandContext, 'connection' | 'documents' | 'settings'>,
  asked: StudyProposal,
  signal: AbortSignal,
): Promise<StudyAnswer | undefined> {
  const { study, service, startedRows } = asked;
  const isProtected = context.connection.protectedEnvironment(service) !== undefined;
  const details = [...describeChange(asked), ...describeStudyDetails(context, asked)];
  const mayLeaveOut = startedRows.length > 0 && startedRows.length < study.rows.length;
  const review = { name: nameReview(), text: () => formatStudyReview(asked, details), signal };
  return await withReview(context.documents, review, async ({ reviewButton, open }) => {
    await open();
    const chosen = await askModally({
      severity: 'warning',
      text: describeRequest(asked),
      detail: details,
      harmless: [reviewButton],
      acting: {
        ...(mayLeaveOut && { leaveOut: vscode.l10n.t('Leave Out Started Rows') }),
        all: vscode.l10n.t('Create {0}', formatCount(study.rows.length)),
        ...(study.rows.length > 1 && { first: vscode.l10n.t('First Row Only') }),
      },
      isCurrent: () => !signal.aborted,
    });
    if (chosen === undefined) return undefined;
    if (chosen === 'leaveOut') return 'leaveOut';
    const firstRowOnly = chosen === 'first';
    const count = firstRowOnly ? 1 : study.rows.length;
    const isTyped = isProtected || count > context.settings.typeAbove;
    if (isTyped && !(await enterCount(count, service.baseUrl.host, signal))) return undefined;
    return { firstRowOnly, isProtected };
  });
}

function nameReview(): string {
  return `${vscode.l10n.t('Planned Study')}.txt`;
}

/** The rows with which a study goes on. */
export interface MoreRows {
  readonly label: string;
  readonly study: StudyPlan;
  /** Those whose simulations are still to be created. */
  readonly rows: readonly StudyRow[];
  /** Whether the user has agreed to these rows before. */
  readonly isAgreed: boolean;
  /** Reasons to ask all the same, in lines. */
  readonly reasons: readonly string[];
}

/** Whether a study may go on. Asks as for a new study, unless the user has agreed and its environment is unprotected. */
export async function confirmMoreRows(
  context: Pick<CommandContext, 'connection' | 'documents' | 'settings'>,
  service: ServiceSnapshot,
  { label, study, rows, isAgreed, reasons }: MoreRows,
): Promise<boolean> {
  const environment = context.connection.protectedEnvironment(service);
  if (environment === undefined && isAgreed && reasons.length === 0) return true;
  const { signal } = new AbortController();
  const { host } = service.baseUrl;
  const count = rows.length;
  // Rows that were agreed to were typed then.
  const isTyped = !isAgreed && (environment !== undefined || count > context.settings.typeAbove);
  const detail = [
    vscode.l10n.t('Study: {0}', label),
    formatLine(vscode.l10n.t('Project'), formatSentText(study.project.name)),
    ...reasons,
  ];
  return (
    (await takeTurn(signal, async () => {
      const review = { name: nameReview(), text: () => formatRowsReview(study, rows, detail), signal };
      return await withReview(context.documents, review, async ({ reviewButton }) => {
        const chosen = await askModally({
          severity: 'warning',
          text: describeMore(count, host, environment?.name),
          detail,
          harmless: [reviewButton],
          acting: { create: vscode.l10n.t('Create {0}', formatCount(count)) },
        });
        return chosen === 'create' && (!isTyped || (await enterCount(count, host, signal)));
      });
    })) === true
  );
}

/** @param environment name of the protected environment */
function describeMore(count: number, host: string, environment: string | undefined): string {
  const many = formatCount(count);
  const text =
    count === 1
      ? vscode.l10n.t('Create 1 more simulation at {0}?', host)
      : vscode.l10n.t('Create {0} more simulations at {1}?', many, host);
  return environment === undefined ? text : nameProtected(text, environment);
}

/** @returns whether the user typed the number of simulations */
async function enterCount(count: number, host: string, signal: AbortSignal): Promise<boolean> {
  const wanted = String(count);
  const answer = await enterText({
    title: vscode.l10n.t('Create Simulations from Table'),
    prompt: vscode.l10n.t('Type the number of simulations to create at {0}: {1}.', host, wanted),
    value: '',
    signal,
    problem: (value) => (value === wanted ? undefined : vscode.l10n.t('Type {0}, or press Escape.', wanted)),
  });
  return !isDismissed(answer);
}

function describeRequest({ study, service, task }: StudyProposal): string {
  const { host } = service.baseUrl;
  const count = formatCount(study.rows.length);
  const text =
    study.rows.length === 1
      ? vscode.l10n.t('Create a simulation at {0}?', host)
      : vscode.l10n.t('Create {0} simulations at {1}?', count, host);
  return task === undefined ? text : nameTask(text, task);
}

/** Describes a study in lines, for the question and for the terminal of a task. */
export function describeStudyDetails(
  { connection }: Pick<CommandContext, 'connection'>,
  asked: StudyProposal,
): string[] {
  const { study, deck, service, isNewProject } = asked;
  const environment = connection.environmentOf(service)?.name;
  const project = formatSentText(study.project.name);
  const created = study.models.filter((model) => 'plan' in model);
  const files = created.flatMap(({ plan }) => plan.files);
  // Models of several rows often have the same folder.
  const excluded = new Map(created.flatMap(({ plan }) => plan.excluded.map((entry) => [entry.path, entry])));
  const [model] = study.models;
  const equal = study.rows.filter(({ equalToRow }) => equalToRow !== undefined).length;
  const named = study.rows.filter(({ sameNameAsRow }) => sameNameAsRow !== undefined).length;
  return [
    ...(environment === undefined
      ? []
      : [formatLine(vscode.l10n.t('Environment'), escapeInvisible(environment))]),
    isNewProject
      ? formatLine(vscode.l10n.t('New project'), project)
      : formatLine(vscode.l10n.t('Project'), project),
    describeTable(study),
    ...(model !== undefined && 'id' in model
      ? [formatLine(vscode.l10n.t('Model'), formatSentText(model.name))]
      : [
          vscode.l10n.t('New models: {0}', formatCount(created.length)),
          vscode.l10n.t('To upload: {0}', formatBytes(study.bytes)),
        ]),
    ...describeStarted(asked),
    ...(equal === 0 ? [] : [vscode.l10n.t('Duplicate rows: {0}', formatCount(equal))]),
    ...(named === 0
      ? []
      : [vscode.l10n.t('Models with the same name as an earlier model: {0}', formatCount(named))]),
    ...describeOddities(study),
    ...describeFileProblems(deck, files, [...excluded.values()]),
  ];
}

/** Why the user is asked again. */
function describeChange({ change }: StudyProposal): readonly string[] {
  if (change === undefined) return [];
  return change === 'table'
    ? [
        vscode.l10n.t(
          'The table, its files or the settings have changed since you were asked. Nothing was created.',
        ),
      ]
    : [
        vscode.l10n.t(
          'Other studies have taken some of these rows since you were asked. Nothing was created.',
        ),
      ];
}

/** The rows that other studies have as well, by what became of them there. */
function describeStarted({ startedRows, same, unreadable, study }: StudyProposal): readonly string[] {
  const { rows } = study;
  const waiting = new Set(
    same.filter(({ state }) => state === 'waiting').map(({ contentHash }) => contentHash),
  );
  const started = new Set(
    same.filter(({ state }) => state !== 'waiting').map(({ contentHash }) => contentHash),
  );
  const begun = startedRows.filter(({ contentHash }) => started.has(contentHash));
  const wait = startedRows.filter(({ contentHash }) => waiting.has(contentHash) && !started.has(contentHash));
  const unknown = describeUnreadable(unreadable);
  if (begun.length === rows.length)
    return [vscode.l10n.t('An earlier study has started all of these rows, or may have.'), ...unknown];
  return [
    ...unknown,
    ...describeNumbers(begun, (count, numbers) =>
      vscode.l10n.t('Rows that an earlier study has started, or may have: {0} ({1})', count, numbers),
    ),
    ...describeNumbers(wait, (count, numbers) =>
      vscode.l10n.t('Rows that wait in an earlier study, which may go on: {0} ({1})', count, numbers),
    ),
  ];
}

/** Says that any of the rows may have been started by studies that cannot be read. */
export function describeUnreadable(unreadable: readonly string[]): readonly string[] {
  if (unreadable.length === 0) return [];
  return [
    vscode.l10n.t(
      'Studies that cannot be read, so that it is not known which rows they have started: {0}',
      formatCount(unreadable.length),
    ),
  ];
}

function describeNumbers(
  rows: readonly StudyRow[],
  describe: (count: string, numbers: string) => string,
): readonly string[] {
  if (rows.length === 0) return [];
  const listed = rows.slice(0, maxListedRows).map(({ row }) => formatCount(row));
  const more = rows.length > listed.length ? ['…'] : [];
  return [describe(formatCount(rows.length), [...listed, ...more].join(', '))];
}

function describeTable({ table, decimalSign }: PreparedStudy): string {
  const name = escapeInvisible(path.basename(table.path));
  return decimalSign === undefined
    ? vscode.l10n.t('Table: {0}', name)
    : vscode.l10n.t('Table: {0} (decimal sign: “{1}”)', name, decimalSign);
}
