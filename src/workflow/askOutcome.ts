import * as vscode from 'vscode';
import { ResponseError } from '../client/core/errors';
import type { Listing, Project } from '../client/core/types';
import type { CommandContext } from '../context';
import type { Resolution, ResolvedOutcome } from '../launch/launch';
import type { LaunchRecord } from '../launch/launchRecord';
import { findNewProjects } from '../launch/newProjects';
import { describeError } from '../messages/describeError';
import { isPageProblem } from '../messages/launchProblems';
import { isSpecific, listCommonRemedies, remediesFor } from '../messages/remedies';
import { listCells } from '../messages/studies';
import { describeNewProjects, describeUnknownOutcome } from '../messages/unknownOutcomes';
import { formatTime } from '../platform/format';
import { showMessage } from '../platform/output';
import { toButton } from '../ui/remedyButtons';
import { showError } from '../ui/showError';
import type { Button } from '../ui/showWithButtons';
import { openPage } from '../views/rowPages';
import { formatLabel } from './quotedText';

interface Answer {
  readonly label: string;
  /** Absent when the user wants to check before deciding. */
  readonly finding?: ResolvedOutcome;
}

interface Question {
  readonly text: string;
  readonly answers: readonly Answer[];
}

/** The user's answer about a request whose response was lost. */
interface OutcomeAnswer {
  readonly resolution: Resolution;
  /** Whether the launch has more to send afterwards. */
  readonly isMoreToSend: boolean;
}

/** The last response by which the outcome of a launch is unknown. One is enough: each is asked about at once. */
let unread: { readonly launch: string; readonly error: ResponseError } | undefined;

/** Notes the error by which the outcome of a launch is unknown, so that the question can offer what helps with it. */
export function noteUnknownOutcome({ plan }: LaunchRecord, error: unknown): void {
  unread = error instanceof ResponseError ? { launch: plan.launch, error } : undefined;
}

/**
 * Asks the user for the outcome of a request whose outcome is unknown. Shown as an error although it is a question:
 * VS Code hides a warning after seconds, but keeps an error with buttons. It highlights the first button, so that
 * one never sends anything.
 *
 * @param record with an unknown outcome
 * @returns undefined when the message was closed; the launch stays in the list with its outcome unknown
 */
export async function askOutcome(
  context: Pick<CommandContext, 'connection' | 'launches' | 'log' | 'pages'>,
  record: LaunchRecord,
): Promise<OutcomeAnswer | undefined> {
  const remedies = listRemedies(context, record);
  const { text, answers } = await questionFor(context, record);
  const chosen = await showMessage('error', text, ...[...remedies, ...answers].map(({ label }) => label));
  const remedy = remedies.find(({ label }) => label === chosen);
  if (remedy !== undefined) {
    void remedy.run();
    return await askOutcome(context, record);
  }
  const answer = answers.find(({ label }) => label === chosen);
  if (answer === undefined) return undefined;
  const { finding } = answer;
  if (finding === undefined) return await askOutcome(context, record);
  unread = undefined;
  return {
    resolution: { asked: record, finding },
    isMoreToSend: isMoreToSend(record, finding),
  };
}

/** What helps to find out the outcome; the question stays. */
function listRemedies(context: Pick<CommandContext, 'pages'>, record: LaunchRecord): readonly Button[] {
  const { checkConnection, showLog } = listCommonRemedies();
  const { problem } = record;
  const error = unread?.launch === record.plan.launch ? unread.error : undefined;
  const specific = remediesFor(error).filter((one) => 'command' in one && isSpecific(one));
  const general = problem !== undefined && isPageProblem(problem) ? checkConnection : showLog;
  const remedies = (specific.length > 0 ? specific : [general]).map(toButton);
  if (!context.pages.hasOfLaunch(record)) return remedies;
  return [...remedies, createPageButton(() => context.pages.urlOfLaunch(record))];
}

/** Opens a page of the service, and shows why it cannot be opened. @param getUrl throws a PageError */
function createPageButton(getUrl: () => string | undefined): Button {
  const run = async () => {
    try {
      await openPage(getUrl());
    } catch (error) {
      await showError(error);
    }
  };
  return { label: vscode.l10n.t('Open in Browser'), run };
}

/** A completed step is not sent again, and a simulation is the last step. */
function isMoreToSend({ open, plan }: LaunchRecord, { happened }: ResolvedOutcome): boolean {
  return !happened || open === 'createProject' || (open === 'finaliseModel' && plan.simulate);
}

async function questionFor(
  context: Pick<CommandContext, 'connection' | 'launches' | 'log'>,
  record: LaunchRecord,
): Promise<Question> {
  if (record.open === 'createProject') return await createProjectQuestion(context, record);
  const { study } = record.plan;
  const text = describeUnknown(record, study && (await describeRow(context, study)));
  return { text, answers: listAnswers(record) };
}

function describeUnknown(record: LaunchRecord, row?: readonly string[]): string {
  return describeUnknownOutcome(record, formatTime(record.changedAt), row);
}

/** The name and the cells of a row. @returns nothing when its study has been removed, or cannot be read */
async function describeRow(
  { launches, log }: Pick<CommandContext, 'launches' | 'log'>,
  { id, row: number }: NonNullable<LaunchRecord['plan']['study']>,
): Promise<readonly string[] | undefined> {
  try {
    const study = (await launches.listStudies()).find((one) => one.id === id)?.record.study;
    const row = study?.rows.find((one) => one.row === number);
    return study && row && [formatLabel(row.name), ...listCells(study.table.columns, row)];
  } catch (error) {
    log.failed(error);
    return undefined;
  }
}

function listAnswers({ open }: LaunchRecord): readonly Answer[] {
  switch (open) {
    case 'createModel':
      return [createAgain()];
    case 'uploadFiles':
      return [{ label: vscode.l10n.t('Try Again'), finding: { happened: false } }];
    case 'finaliseModel':
      return [
        { label: vscode.l10n.t('It Was Finalised'), finding: { happened: true } },
        { label: vscode.l10n.t('Finalise Again'), finding: { happened: false } },
      ];
    default:
      return [
        { label: vscode.l10n.t('It Was Started'), finding: { happened: true } },
        { label: vscode.l10n.t('It Was Not: Create It'), finding: { happened: false } },
      ];
  }
}

function createAgain(): Answer {
  return { label: vscode.l10n.t('Create Again'), finding: { happened: false } };
}

/** A project can be looked up: the user chooses among the candidates. */
async function createProjectQuestion(
  context: Pick<CommandContext, 'connection' | 'log'>,
  record: LaunchRecord,
): Promise<Question> {
  const { plan } = record;
  const wanted = plan.project !== undefined && 'newName' in plan.project ? plan.project : { newName: '' };
  let listed: Listing<Project>;
  try {
    const { connection } = context;
    const client = connection.clients.launchClient(connection.serviceOf(plan.service), {
      account: plan.service.account,
    });
    listed = await client.listProjects();
  } catch (error) {
    context.log.failed(error);
    return {
      text: `${describeUnknown(record)} ${describeError(error)}`,
      answers: [{ label: vscode.l10n.t('Check Again') }],
    };
  }
  const found = findNewProjects(listed.items, wanted);
  const candidates = [...found.certain, ...found.possible];
  const adoptions = candidates.map((project) => createAdoption(project, candidates.length === 1));
  return { text: describeNewProjects(record, found, listed.partial), answers: [...adoptions, createAgain()] };
}

/** The text names the only one, and a long label of a button would be cut. */
function createAdoption({ id, name }: Project, isOnly: boolean): Answer {
  const label = isOnly ? vscode.l10n.t('Use It') : vscode.l10n.t('Use Project {0}', String(id));
  return { label, finding: { happened: true, id, name } };
}
