import * as vscode from 'vscode';
import { inert } from '../outlets';
import { back, type StepAnswer, type StepPosition } from './steps';

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

export type ChoiceOrSeparator<T> =
  Choice<T> | { readonly kind: vscode.QuickPickItemKind.Separator; readonly label: string };

export function separator(label: string): ChoiceOrSeparator<never> {
  return { kind: vscode.QuickPickItemKind.Separator, label };
}

export interface PickQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  /** The input is shown at once and is busy until the choices are there. */
  readonly choices: (signal: AbortSignal) => Promise<readonly ChoiceOrSeparator<T>[]>;
  /** The choice that Enter takes; the first one by default. */
  readonly preselect?: (value: T) => boolean;
}

export async function pickOne<T>(question: PickQuestion<T>, position?: StepPosition): Promise<StepAnswer<T>> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  prepare(pick, question.title, position);
  pick.placeholder = question.placeholder;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.busy = true;
  const closed = new AbortController();
  try {
    return await new Promise<StepAnswer<T>>((resolve, reject) => {
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen !== undefined) resolve(chosen.value);
      });
      resolveWhenLeft(pick, resolve);
      pick.show();
      question
        .choices(closed.signal)
        .then((choices) => showChoices(pick, choices, question.preselect), reject);
    });
  } finally {
    closed.abort();
    pick.dispose();
  }
}

function showChoices<T>(
  pick: vscode.QuickPick<Choice<T>>,
  choices: readonly ChoiceOrSeparator<T>[],
  preselect: ((value: T) => boolean) | undefined,
): void {
  // The type of VS Code does not say that separators carry nothing but a label.
  pick.items = choices.map(inertTexts) as Choice<T>[];
  const preselected = pick.items.find((choice) => 'value' in choice && preselect?.(choice.value) === true);
  if (preselected !== undefined) pick.activeItems = [preselected];
  pick.busy = false;
}

function inertTexts<T>(choice: ChoiceOrSeparator<T>): ChoiceOrSeparator<T> {
  if (!('value' in choice)) return choice;
  const { label, description, detail } = choice;
  return {
    ...choice,
    label: inert(label),
    ...(description !== undefined && { description: inert(description) }),
    ...(detail !== undefined && { detail: inert(detail) }),
  };
}

export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Shows dots instead of what is typed. */
  readonly isSecret?: boolean;
  /** @returns what is wrong, as a sentence. */
  readonly problem: (value: string) => string | undefined;
}

/** @returns the text without spaces around it. */
export async function enterText(
  question: TextQuestion,
  position?: StepPosition,
): Promise<StepAnswer<string>> {
  const input = vscode.window.createInputBox();
  prepare(input, question.title, position);
  input.prompt = inert(question.prompt);
  input.password = question.isSecret === true;
  input.value = question.value;
  input.placeholder = question.placeholder;
  const check = () => (input.validationMessage = question.problem(input.value.trim()) ?? '') === '';
  try {
    return await new Promise<StepAnswer<string>>((resolve) => {
      input.onDidChangeValue(check);
      input.onDidAccept(() => {
        if (check()) resolve(input.value.trim());
      });
      resolveWhenLeft(input, resolve);
      input.show();
    });
  } finally {
    input.dispose();
  }
}

/** Clicking elsewhere must not lose the answers given so far; Escape does. */
export function prepare(input: vscode.QuickInput, title: string, position: StepPosition | undefined): void {
  input.title = title;
  input.ignoreFocusOut = true;
  if (position !== undefined && position.totalSteps > 1) {
    input.step = position.step;
    input.totalSteps = position.totalSteps;
  }
  const withButtons = input as vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox;
  if (position !== undefined && position.step > 1) withButtons.buttons = [vscode.QuickInputButtons.Back];
}

export function resolveWhenLeft<I extends vscode.QuickPickItem>(
  input: vscode.QuickPick<I> | vscode.InputBox,
  resolve: (answer: typeof back | undefined) => void,
): void {
  input.onDidTriggerButton((button) => {
    if (button === vscode.QuickInputButtons.Back) resolve(back);
  });
  input.onDidHide(() => resolve(undefined));
}
