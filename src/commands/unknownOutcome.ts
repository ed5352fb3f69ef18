import * as vscode from 'vscode';
import type { Project } from '../client/core/types';
import type { CommandContext } from '../context';
import type { ResolvedOutcome } from '../launch/launch';
import type { LaunchRecord } from '../launch/launchRecord';
import { findNewProjects, type NewProjects } from '../launch/newProjects';
import { describeError } from '../messages/describeError';
import { describeServerResponse } from '../messages/serviceErrors';
import { showMessage } from '../platform/output';

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
  readonly settlement: { readonly asked: number; readonly finding: ResolvedOutcome };
  /** Whether the launch has more to send afterwards. */
  readonly isMoreToSend: boolean;
}

/**
 * Asks the user for the outcome of a request whose response was lost. Shown as an error although it is a question:
 * VS Code hides a warning after seconds, but keeps an error with buttons.
 *
 * @param record with an unknown outcome
 * @returns undefined when the message was closed; the launch stays in the list with its outcome unknown
 */
export async function askOutcome(
  context: CommandContext,
  record: LaunchRecord,
): Promise<OutcomeAnswer | undefined> {
  const { text, answers } = await questionFor(context, record);
  const chosen = await showMessage('error', text, ...answers.map(({ label }) => label));
  const answer = answers.find(({ label }) => label === chosen);
  if (answer === undefined) return undefined;
  const { finding } = answer;
  if (finding === undefined) return await askOutcome(context, record);
  return {
    settlement: { asked: record.entryCount, finding },
    isMoreToSend: isMoreToSend(record, finding),
  };
}

/** A completed step is not sent again, and a simulation is the last step. */
function isMoreToSend({ open, plan }: LaunchRecord, { happened }: ResolvedOutcome): boolean {
  return !happened || open === 'createProject' || (open === 'finaliseModel' && plan.simulate);
}

async function questionFor(context: CommandContext, record: LaunchRecord): Promise<Question> {
  switch (record.open) {
    case 'createProject':
      return await createProjectQuestion(context, record);
    case 'createModel':
      return {
        text: vscode.l10n.t(
          'No response arrived, so the service may have created model “{0}”. Creating it again is safe: a model without files does not use up a simulation.',
          record.plan.model.name,
        ),
        answers: [{ label: vscode.l10n.t('Create It Again'), finding: { happened: false } }],
      };
    case 'finaliseModel':
      return finaliseQuestion(record);
    case 'uploadFiles':
      return {
        text: vscode.l10n.t(
          'The file server rejected “{0}”, because it already has the file, perhaps only in part.',
          record.problem?.file ?? '',
        ),
        answers: [{ label: vscode.l10n.t('Try Again'), finding: { happened: false } }],
      };
    default:
      return createSimulationQuestion(record);
  }
}

/** The message of the service comes first: it may know more than this client. */
function finaliseQuestion({ problem, modelId = '' }: LaunchRecord): Question {
  const { host, status, serverMessage } = problem ?? {};
  const model = String(modelId);
  const text =
    status === undefined
      ? vscode.l10n.t('No response arrived, so it is unknown whether model {0} is finalised.', model)
      : `${describeServerResponse(host ?? '', status, serverMessage)} ${vscode.l10n.t('It is unknown whether model {0} is finalised.', model)}`;
  return {
    text,
    answers: [
      { label: vscode.l10n.t('It Was Finalised'), finding: { happened: true } },
      { label: vscode.l10n.t('Finalise Again'), finding: { happened: false } },
    ],
  };
}

function createSimulationQuestion({ changedAt, plan, project, modelId = '' }: LaunchRecord): Question {
  const when = new Date(changedAt).toLocaleString(vscode.env.language);
  return {
    text: vscode.l10n.t(
      '{0} may have started this simulation. Before you create it again, check whether it exists on the service: project “{1}”, model {2}, sent {3}.',
      new URL(plan.service.origin).host,
      project?.name ?? '',
      String(modelId),
      when,
    ),
    answers: [
      { label: vscode.l10n.t('It Was Started'), finding: { happened: true } },
      { label: vscode.l10n.t('It Was Not: Create It'), finding: { happened: false } },
    ],
  };
}

/** A project can be looked up: the user chooses among the candidates. */
async function createProjectQuestion(context: CommandContext, { plan }: LaunchRecord): Promise<Question> {
  const wanted = plan.project !== undefined && 'newName' in plan.project ? plan.project : { newName: '' };
  let items: readonly Project[];
  try {
    const client = await context.connection.clientOf(plan.service);
    ({ items } = await client.listProjects());
  } catch (error) {
    context.log.failed(error);
    const doubt = vscode.l10n.t(
      'No response arrived, so the service may have created project “{0}”.',
      wanted.newName,
    );
    return { text: `${doubt} ${describeError(error)}`, answers: [{ label: vscode.l10n.t('Check Again') }] };
  }
  const found = findNewProjects(items, wanted);
  const again: Answer = { label: vscode.l10n.t('Create It Again'), finding: { happened: false } };
  const adoptions = [...found.certain, ...found.possible].map(createAdoption);
  return { text: describeFound(wanted.newName, found), answers: [...adoptions, again] };
}

function describeFound(name: string, { certain, possible }: NewProjects<Project>): string {
  const count = certain.length + possible.length;
  if (count === 0)
    return vscode.l10n.t('No response arrived, and the service lists no new project “{0}”.', name);
  if (certain.length === 1)
    return vscode.l10n.t('No response arrived, but the service now lists a project “{0}”.', name);
  const listed =
    count === 1
      ? vscode.l10n.t('No response arrived, and the service lists a project “{0}”.', name)
      : vscode.l10n.t('No response arrived, and the service lists {0} projects “{1}”.', count, name);
  return possible.length === 0
    ? listed
    : `${listed} ${vscode.l10n.t('It may be an older project, because the previous list of projects is unknown.')}`;
}

function createAdoption({ id, name }: Project): Answer {
  return { label: vscode.l10n.t('Use Project {0}', String(id)), finding: { happened: true, id, name } };
}
