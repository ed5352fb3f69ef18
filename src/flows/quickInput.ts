import * as vscode from 'vscode';
import { escapeForDisplay } from '../platform/output';
import { InputScreen } from './inputScreen';
import { back, type StepAnswer, type StepPosition } from './multiStep';

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

export type ChoiceOrSeparator<T> =
  Choice<T> | { readonly kind: vscode.QuickPickItemKind.Separator; readonly label: string };

export function createSeparator(label: string): ChoiceOrSeparator<never> {
  return { kind: vscode.QuickPickItemKind.Separator, label };
}

export interface PickQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Shown at once; the input is busy until the choices have loaded. */
  readonly choices: (signal: AbortSignal) => Promise<readonly ChoiceOrSeparator<T>[]>;
  /** The choice that Enter accepts; the first one by default. */
  readonly preselect?: (value: T) => boolean;
  readonly buttons?: readonly StepButton[];
}

/** A button beside the title. It runs an action and leaves the question open. */
export interface StepButton extends vscode.QuickInputButton {
  readonly run: () => void;
}

export async function pickOne<T>(question: PickQuestion<T>, position?: StepPosition): Promise<StepAnswer<T>> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  configureInput(pick, question.title, position, question.buttons);
  pick.placeholder = question.placeholder;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.busy = true;
  const closed = new AbortController();
  try {
    return await waitForAnswer<T>(pick, (resolve, reject) => {
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen !== undefined) resolve(chosen.value);
      });
      question
        .choices(closed.signal)
        .then((choices) => showChoices(pick, choices.map(escapeChoice), question), reject);
    });
  } finally {
    closed.abort();
  }
}

/** Limit for the choices displayed at once: each of them is sent to the window. */
const maxChoices = 500;

function showChoices<T>(
  pick: vscode.QuickPick<Choice<T>>,
  choices: readonly ChoiceOrSeparator<T>[],
  { placeholder, preselect }: PickQuestion<T>,
): void {
  const preselected = choices.find(
    (choice): choice is Choice<T> => 'value' in choice && preselect?.(choice.value) === true,
  );
  const show = () => {
    const found = filterChoices(choices, pick.value);
    const shown = found.slice(0, maxChoices);
    if (preselected !== undefined && found.includes(preselected) && !shown.includes(preselected)) {
      shown.push(preselected);
    }
    // The type of VS Code does not say that separators carry only a label.
    pick.items = shown as Choice<T>[];
    if (preselected !== undefined) pick.activeItems = [preselected];
  };
  if (choices.length > maxChoices) {
    pick.placeholder = vscode.l10n.t(
      '{0} (the first {1} of {2}; type to find more)',
      ...[placeholder, maxChoices, choices.length],
    );
    pick.onDidChangeValue(show);
  }
  show();
  pick.busy = false;
}

/** All choices while nothing is typed. VS Code filters the rest again and lets no other through. */
function filterChoices<T>(
  choices: readonly ChoiceOrSeparator<T>[],
  typed: string,
): readonly ChoiceOrSeparator<T>[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return choices;
  return choices.filter(
    (choice) =>
      'value' in choice &&
      [choice.label, choice.description].some((text) => text?.toLowerCase().includes(wanted) === true),
  );
}

function escapeChoice<T>(choice: ChoiceOrSeparator<T>): ChoiceOrSeparator<T> {
  if (!('value' in choice)) return choice;
  const { label, description, detail } = choice;
  return {
    ...choice,
    label: escapeForDisplay(label),
    ...(description !== undefined && { description: escapeForDisplay(description) }),
    ...(detail !== undefined && { detail: escapeForDisplay(detail) }),
  };
}

export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Masks the input and keeps surrounding spaces. */
  readonly isSecret?: boolean;
  /** Dismisses the question when aborted. */
  readonly signal?: AbortSignal;
  /** @returns the problem as a sentence */
  readonly problem: (value: string) => string | undefined;
  readonly buttons?: readonly StepButton[];
}

/** @returns the text without surrounding spaces, which only a secret may have */
export async function enterText(
  question: TextQuestion,
  position?: StepPosition,
): Promise<StepAnswer<string>> {
  const input = vscode.window.createInputBox();
  configureInput(input, question.title, position, question.buttons);
  input.prompt = escapeForDisplay(question.prompt);
  input.password = question.isSecret === true;
  input.value = question.value;
  input.placeholder = question.placeholder;
  const entered = () => (question.isSecret === true ? input.value : input.value.trim());
  const check = () => (input.validationMessage = question.problem(entered()) ?? '') === '';
  return await waitForAnswer<string>(input, (resolve) => {
    input.onDidChangeValue(check);
    input.onDidAccept(() => {
      if (check()) resolve(entered());
    });
    if (question.signal?.aborted === true) resolve(undefined);
    question.signal?.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

/** Clicking elsewhere must not lose the answers given so far; Escape does. */
export function configureInput(
  input: vscode.QuickInput,
  title: string,
  position: StepPosition | undefined,
  buttons: readonly StepButton[] = [],
): void {
  input.title = title;
  input.ignoreFocusOut = true;
  if (position !== undefined && position.totalSteps > 1) {
    input.step = position.step;
    input.totalSteps = position.totalSteps;
  }
  const withButtons = input as vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox;
  const isLater = position !== undefined && position.step > 1;
  withButtons.buttons = [...(isLater ? [vscode.QuickInputButtons.Back] : []), ...buttons];
}

/** A window has one place for inputs, whoever asks. */
const screen = new InputScreen();

/**
 * Shows an input until it is answered or dismissed, and disposes of it.
 * @param listen connects the input to the functions that end it
 */
export async function waitForAnswer<T, I extends vscode.QuickPickItem = vscode.QuickPickItem>(
  input: vscode.QuickPick<I> | vscode.InputBox,
  listen: (resolve: (answer: StepAnswer<T>) => void, reject: (error: unknown) => void) => void,
): Promise<StepAnswer<T>> {
  try {
    return await new Promise<StepAnswer<T>>((resolve, reject) => {
      input.onDidTriggerButton((button) => {
        if (button === vscode.QuickInputButtons.Back) resolve(back);
        else if ('run' in button) (button as StepButton).run();
      });
      input.onDidHide(() => {
        if (!screen.isCovered(input)) resolve(undefined);
      });
      screen.show(input);
      listen(resolve, reject);
    });
  } finally {
    screen.remove(input);
    input.dispose();
  }
}

/**
 * Asks a question while another input may be open. That one is hidden, not dismissed, and shown again afterwards.
 */
export async function withInterruption<T>(ask: () => Promise<T>): Promise<T> {
  return await screen.interrupt(ask);
}

export function createBodiesButton(run: () => void): StepButton {
  return { iconPath: new vscode.ThemeIcon('json'), tooltip: vscode.l10n.t('Show Request Bodies'), run };
}
