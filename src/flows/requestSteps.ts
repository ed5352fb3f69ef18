import * as vscode from 'vscode';
import { stringifyExactly } from '../client/core/exactJson';
import type { BodyOperation } from '../client/core/types';
import { type Answer, parseAnswer, type Prompt } from '../client/mapping/prompts';
import { previewBody, type TemplateValues } from '../client/mapping/requestBodies';
import type { Json } from '../client/mapping/template';
import type { CommandContext } from '../context';
import { isDismissed, type StepAnswer, type StepPosition } from '../ui/multiStep';
import { createBodiesButton, enterText, pickOne, type StepButton, withInterruption } from '../ui/quickInput';
import { untilHidden } from '../ui/untilHidden';
import {
  decidedProjectOf,
  type DraftStep,
  existingModelOf,
  type LaunchDraft,
  requestsOf,
} from './launchDraft';

/** The requests with bodies that a draft leads to: what they ask for, and a look at them before they are sent. */
export interface RequestSteps {
  /** One step for each prompt; asked when everything else is known. */
  readonly prompts: (draft: LaunchDraft) => DraftStep[];
  /** Opens the bodies as far as they are known. The open question is hidden until the user closes them. */
  readonly show: (draft: LaunchDraft) => void;
}

export function createRequestSteps(context: Pick<CommandContext, 'documents' | 'log'>): RequestSteps {
  const show = (draft: LaunchDraft): void => {
    const text = previewText(draft);
    withInterruption(async () => await untilHidden(await context.documents.show(text))).catch(
      (error: unknown) => context.log.failed(error),
    );
  };
  const buttons = (draft: LaunchDraft) => [createBodiesButton(() => show(draft))];
  const prompts = (draft: LaunchDraft) =>
    requestsOf(draft).flatMap((operation) => createPromptSteps(draft, operation, buttons));
  return { prompts, show };
}

/** One step for each prompt of a request body. Enter accepts its default. */
export function createPromptSteps(
  { service }: Pick<LaunchDraft, 'service'>,
  operation: BodyOperation,
  buttons: (draft: LaunchDraft) => readonly StepButton[] = () => [],
): DraftStep[] {
  const prompts = service.mapping.templates[operation]?.prompts ?? [];
  return prompts.map((prompt) => async (state, position) => {
    const asked = { title: state.title, label: labelOf(prompt, operation), buttons: buttons(state) };
    const answer = await ask(prompt, asked, position);
    if (isDismissed(answer)) return answer;
    const { answers } = state;
    const ofBody = { ...answers?.[operation], [prompt.placeholder]: answer };
    return { ...state, answers: { ...answers, [operation]: ofBody } };
  });
}

interface Asked {
  readonly title: string;
  readonly label: string;
  readonly buttons: readonly StepButton[];
}

async function ask(
  prompt: Prompt,
  { title, label, buttons }: Asked,
  position: StepPosition,
): Promise<StepAnswer<Answer>> {
  if (prompt.type === 'choice') {
    return await pickOne<Answer>(
      {
        title,
        placeholder: label,
        buttons,
        choices: prompt.choices.map((value) => ({ label: String(value), value })),
        preselect: (value) => value === prompt.default,
      },
      position,
    );
  }
  const answer = await enterText(
    {
      title,
      prompt: label,
      value: String(prompt.default ?? ''),
      buttons,
      problem: (text) =>
        parseAnswer(text, prompt) === undefined
          ? vscode.l10n.t('Enter a number. Use a point as the decimal separator.')
          : undefined,
    },
    position,
  );
  return isDismissed(answer) ? answer : (parseAnswer(answer, prompt) ?? answer);
}

function labelOf({ placeholder, label }: Prompt, operation: BodyOperation): string {
  if (placeholder !== 'description') return label;
  switch (operation) {
    case 'createProject':
      return vscode.l10n.t('Description of the new project');
    case 'createSimulation':
      return vscode.l10n.t('Description of the simulation');
    default:
      return vscode.l10n.t('Description of the new model');
  }
}

function previewText(draft: LaunchDraft): string {
  const { mapping } = draft.service;
  const bodies = requestsOf(draft, { withUndecided: true }).map((operation): [string, Json] => {
    const answers = draft.answers?.[operation] ?? {};
    return [operation, previewBody(operation, mapping, knownFor(operation, draft), answers) ?? null];
  });
  const comments = [
    vscode.l10n.t('Close this editor to return to the question.'),
    vscode.l10n.t('Bodies of the requests that will be sent.'),
    vscode.l10n.t('Values that are not known yet are in braces. A request without a body is shown as null.'),
  ];
  const json = stringifyExactly(Object.fromEntries(bodies), 2);
  return [...comments.map((comment) => `// ${comment}`), json, ''].join('\n');
}

function knownFor(operation: BodyOperation, draft: LaunchDraft): TemplateValues {
  const project = decidedProjectOf(draft);
  if (operation === 'createProject') {
    return { name: project && 'newName' in project ? project.newName : undefined };
  }
  const model = existingModelOf(draft);
  return {
    name: model?.name ?? draft.modelName,
    files: draft.files,
    project_id: project && 'id' in project ? project.id : undefined,
    model_id: model?.id,
  };
}
