import * as vscode from 'vscode';
import type { Project } from '../client/types';
import { visibleText } from '../client/visibleText';
import type { LaunchRecord } from '../launch/launchRecord';
import type { Finding } from '../launches';
import { showMessage } from '../outlets';
import type { CommandContext } from './context';
import { resumeLaunch } from './launching';

interface Answer {
  readonly label: string;
  readonly finding: Finding;
}

interface Question {
  readonly text: string;
  readonly answers: readonly Answer[];
}

/**
 * Asks a person what became of a request whose answer was lost, and goes on from there. Closing the message
 * changes nothing: the launch stays in the list with its outcome unknown.
 */
export async function settleLaunch(context: CommandContext, record: LaunchRecord): Promise<void> {
  const { text, answers } = await questionFor(context, record);
  const chosen = await showMessage('warning', text, ...answers.map(({ label }) => label));
  const answer = answers.find(({ label }) => label === chosen);
  if (answer === undefined) return;
  await context.launches.settle(record.plan.launch, record.entryCount, answer.finding);
  await resumeLaunch(context, record.plan.launch);
}

async function questionFor(context: CommandContext, record: LaunchRecord): Promise<Question> {
  switch (record.open) {
    case 'createProject':
      return await projectQuestion(context, record);
    case 'createModel':
      return {
        text: vscode.l10n.t(
          'No answer came, so the service may have created model “{0}”. A model without files costs no simulation; creating it again is safe.',
          record.plan.model.name,
        ),
        answers: [{ label: vscode.l10n.t('Create It Again'), finding: { happened: false } }],
      };
    case 'finaliseModel':
      return {
        text: vscode.l10n.t(
          'No answer came, so model {0} may be finalised or not.',
          String(record.modelId ?? ''),
        ),
        answers: [
          { label: vscode.l10n.t('It Was Finalised'), finding: { happened: true } },
          { label: vscode.l10n.t('Finalise Again'), finding: { happened: false } },
        ],
      };
    case 'uploadFiles':
      return {
        text: vscode.l10n.t(
          'The file server refuses “{0}” because it has it already, perhaps only in part.',
          record.problem?.file ?? '',
        ),
        answers: [{ label: vscode.l10n.t('Try Again'), finding: { happened: false } }],
      };
    default:
      return simulationQuestion(record);
  }
}

function simulationQuestion({ changedAt, project, modelId = '' }: LaunchRecord): Question {
  const when = new Date(changedAt).toLocaleString(vscode.env.language);
  return {
    text: vscode.l10n.t(
      'The service may have started this run. Check its list before you start it again: project “{0}”, model {1}, sent {2}.',
      project?.name ?? '',
      String(modelId),
      when,
    ),
    answers: [
      { label: vscode.l10n.t('It was started'), finding: { happened: true } },
      { label: vscode.l10n.t('It was not: create it'), finding: { happened: false } },
    ],
  };
}

/** A project can be looked up. Only a single match is proposed; of several, a person chooses. */
async function projectQuestion(context: CommandContext, { plan }: LaunchRecord): Promise<Question> {
  const wanted =
    plan.project !== undefined && 'newName' in plan.project ? plan.project : { newName: '', before: [] };
  const client = await context.connection.clientOf(plan.service);
  const { items } = await client.listProjects();
  const found = items.filter(
    // Listed names are made fit to be shown.
    ({ id, name }) => name === visibleText(wanted.newName) && !(wanted.before ?? []).includes(id),
  );
  const again: Answer = { label: vscode.l10n.t('Create It Again'), finding: { happened: false } };
  if (found.length === 0) {
    const text = vscode.l10n.t('No answer came, and the service lists no new project “{0}”.', wanted.newName);
    return { text, answers: [again] };
  }
  const text =
    found.length === 1
      ? vscode.l10n.t('No answer came, but the service now lists a project “{0}”.', wanted.newName)
      : vscode.l10n.t(
          'No answer came, and the service lists {0} projects “{1}”.',
          found.length,
          wanted.newName,
        );
  return { text, answers: [...found.map(adoption), again] };
}

function adoption({ id, name }: Project): Answer {
  return { label: vscode.l10n.t('Use Project {0}', String(id)), finding: { happened: true, id, name } };
}
