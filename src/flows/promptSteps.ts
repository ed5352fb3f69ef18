import * as vscode from 'vscode';
import type { BodyOperation } from '../client/core/types';
import { type Answer, parseAnswer, type Prompt } from '../client/mapping/prompts';
import { isDismissed, type StepAnswer, type StepPosition } from '../ui/multiStep';
import { enterText, pickOne, type StepButton } from '../ui/quickInput';
import type { DraftStep, LaunchDraft } from './launchDraft';

interface PromptQuestion {
  readonly title: string;
  /** The request whose body declares the prompts. */
  readonly operation: BodyOperation;
  readonly buttons?: (draft: LaunchDraft) => readonly StepButton[];
}

/** One step for each prompt. Enter accepts its default. */
export function createPromptSteps(
  { title, operation, buttons }: PromptQuestion,
  prompts: readonly Prompt[],
): DraftStep[] {
  return prompts.map((prompt) => async (state, position) => {
    const asking = { title, operation, buttons: buttons?.(state) ?? [] };
    const answer = await ask(prompt, asking, position);
    if (isDismissed(answer)) return answer;
    const { answers } = state;
    const ofBody = { ...answers?.[operation], [prompt.placeholder]: answer };
    return { ...state, answers: { ...answers, [operation]: ofBody } };
  });
}

interface Asking {
  readonly title: string;
  readonly operation: BodyOperation;
  readonly buttons: readonly StepButton[];
}

async function ask(prompt: Prompt, asking: Asking, position: StepPosition): Promise<StepAnswer<Answer>> {
  const { title, buttons } = asking;
  const label = labelOf(prompt, asking.operation);
  switch (prompt.type) {
    case 'text': {
      const { default: value = '' } = prompt;
      return await enterText({ title, prompt: label, value, buttons, problem: () => undefined }, position);
    }
    case 'number': {
      const value = prompt.default === undefined ? '' : String(prompt.default);
      const answer = await enterText(
        {
          ...{ title, prompt: label, value, buttons },
          problem: (text) =>
            parseAnswer(text, prompt) === undefined
              ? vscode.l10n.t('Enter a number. Use a point as the decimal separator.')
              : undefined,
        },
        position,
      );
      return isDismissed(answer) ? answer : (parseAnswer(answer, prompt) ?? answer);
    }
    case 'choice':
      return await pickOne<Answer>(
        {
          title,
          placeholder: label,
          choices: () => Promise.resolve(prompt.choices.map((value) => ({ label: String(value), value }))),
          preselect: (value) => value === prompt.default,
          buttons,
        },
        position,
      );
  }
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
