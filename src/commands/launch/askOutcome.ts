import * as vscode from 'vscode';
import type { Listing, Project } from '../../client/core/types';
import type { CommandContext } from '../../context';
import type { Resolution, ResolvedOutcome } from '../../launch/launch';
import type { LaunchRecord } from '../../launch/launchRecord';
import { findNewProjects } from '../../launch/newProjects';
import { describeError } from '../../messages/describeError';
import { isPageProblem } from '../../messages/launchProblems';
import { listCommonRemedies, type Remedy } from '../../messages/remedies';
import { describeNewProjects, describeUnknownOutcome } from '../../messages/unknownOutcomes';
import { formatTime } from '../../platform/format';
import { showMessage } from '../../platform/output';
import { runRemedy } from '../../ui/failureRows';

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

/**
 * Asks the user for the outcome of a request whose outcome is unknown. Shown as an error although it is a question:
 * VS Code hides a warning after seconds, but keeps an error with buttons. It highlights the first button, so that
 * one never sends anything.
 *
 * @param record with an unknown outcome
 * @returns undefined when the message was closed; the launch stays in the list with its outcome unknown
 */
export async function askOutcome(
  context: CommandContext,
  record: LaunchRecord,
): Promise<OutcomeAnswer | undefined> {
  const look = chooseLook(record);
  const { text, answers } = await questionFor(context, record);
  const chosen = await showMessage('error', text, look.label, ...answers.map(({ label }) => label));
  if (chosen === look.label) {
    void runRemedy(look);
    return await askOutcome(context, record);
  }
  const answer = answers.find(({ label }) => label === chosen);
  if (answer === undefined) return undefined;
  const { finding } = answer;
  if (finding === undefined) return await askOutcome(context, record);
  return {
    resolution: { asked: record, finding },
    isMoreToSend: isMoreToSend(record, finding),
  };
}

/** Helps to find out the outcome; the question stays. */
function chooseLook({ problem }: LaunchRecord): Remedy {
  const { checkConnection, showLog } = listCommonRemedies();
  return problem !== undefined && isPageProblem(problem) ? checkConnection : showLog;
}

/** A completed step is not sent again, and a simulation is the last step. */
function isMoreToSend({ open, plan }: LaunchRecord, { happened }: ResolvedOutcome): boolean {
  return !happened || open === 'createProject' || (open === 'finaliseModel' && plan.simulate);
}

async function questionFor(context: CommandContext, record: LaunchRecord): Promise<Question> {
  if (record.open === 'createProject') return await createProjectQuestion(context, record);
  return { text: describeUnknown(record), answers: listAnswers(record) };
}

function describeUnknown(record: LaunchRecord): string {
  return describeUnknownOutcome(record, formatTime(record.changedAt));
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
  return { label: vscode.l10n.t('Create It Again'), finding: { happened: false } };
}

/** A project can be looked up: the user chooses among the candidates. */
async function createProjectQuestion(context: CommandContext, record: LaunchRecord): Promise<Question> {
  const { plan } = record;
  const wanted = plan.project !== undefined && 'newName' in plan.project ? plan.project : { newName: '' };
  let listed: Listing<Project>;
  try {
    const client = context.connection.clientOf(plan.service);
    listed = await client.listProjects();
  } catch (error) {
    context.log.failed(error);
    return {
      text: `${describeUnknown(record)} ${describeError(error)}`,
      answers: [{ label: vscode.l10n.t('Check Again') }],
    };
  }
  const found = findNewProjects(listed.items, wanted);
  const adoptions = [...found.certain, ...found.possible].map(createAdoption);
  return { text: describeNewProjects(record, found, listed.partial), answers: [...adoptions, createAgain()] };
}

function createAdoption({ id, name }: Project): Answer {
  return { label: vscode.l10n.t('Use Project {0}', String(id)), finding: { happened: true, id, name } };
}
