/** Questions in quick picks and input boxes, alone or as steps. */

import * as vscode from 'vscode';
import { escapeForDisplay } from '../platform/output';
import type { Choice, ChoiceOrSeparator } from './choiceRows';
import { InputScreen } from './inputScreen';
import { type ItemOf, loadRows, type RowSource, toText } from './loadRows';
import { back, type StepAnswer, type StepPosition } from './multiStep';

export type { Choice, ChoiceOrSeparator } from './choiceRows';

export function createSeparator(label: string): ChoiceOrSeparator<never> {
  return { kind: vscode.QuickPickItemKind.Separator, label };
}

/** Rows below a heading; nothing without any. */
export function createSection<T>(label: string, rows: readonly Choice<T>[]): ChoiceOrSeparator<T>[] {
  return rows.length === 0 ? [] : [createSeparator(label), ...rows];
}

export interface PickQuestion<T> extends RowSource<T> {
  readonly title: string;
  readonly buttons?: readonly StepButton[];
}

/** A button beside the title. It runs an action and leaves the question open. */
export interface StepButton extends vscode.QuickInputButton {
  readonly run: () => void;
}

export async function pickOne<T>(question: PickQuestion<T>, position?: StepPosition): Promise<StepAnswer<T>> {
  const pick = vscode.window.createQuickPick<ItemOf<T>>();
  configureInput(pick, question.title, position, question.buttons);
  pick.placeholder = toText(question.placeholder);
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const closed = new AbortController();
  try {
    return await waitForAnswer<T, ItemOf<T>>(pick, (resolve, reject) => {
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen === undefined) return;
        // When rows are replaced as Enter is pressed, VS Code means the row now in that place, even a heading.
        if ('value' in chosen) resolve(chosen.value);
        else if ('run' in chosen) chosen.run();
      });
      loadRows(pick, question, { signal: closed.signal, reject });
    });
  } finally {
    closed.abort();
  }
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
  /** @returns what the user should know about a text that may be entered nevertheless, as a sentence */
  readonly warning?: (value: string) => string | undefined;
  /**
   * Tries a text that was entered; the input is busy meanwhile. Aborted when the text changes or the input closes.
   * @returns why the question stays open, as a message; undefined to accept the text
   */
  readonly verify?: (
    value: string,
    signal: AbortSignal,
  ) => Promise<vscode.InputBoxValidationMessage | undefined>;
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
  const check = () => {
    const value = entered();
    const problem = question.problem(value);
    input.validationMessage = problem === undefined ? warningOf(question, value) : escapeForDisplay(problem);
    return problem === undefined;
  };
  input.validationMessage = warningOf(question, entered());
  const trial = createTrial(input, question.verify);
  try {
    return await waitForAnswer<string>(input, (resolve, reject) => {
      input.onDidChangeValue(() => {
        trial.stop();
        check();
      });
      input.onDidAccept(() => {
        const value = entered();
        if (!trial.isRunning() && check())
          trial.run(value).then((isGood) => isGood && resolve(value), reject);
      });
      if (question.signal?.aborted === true) resolve(undefined);
      question.signal?.addEventListener('abort', () => resolve(undefined), { once: true });
    });
  } finally {
    trial.stop();
  }
}

function warningOf({ warning }: TextQuestion, value: string): vscode.InputBoxValidationMessage | undefined {
  const message = warning?.(value);
  return message === undefined
    ? undefined
    : { message: escapeForDisplay(message), severity: vscode.InputBoxValidationSeverity.Warning };
}

/** Tries out texts of an input, which is busy meanwhile. */
function createTrial(input: vscode.InputBox, verify: TextQuestion['verify']) {
  let running: AbortController | undefined;
  const stop = () => {
    running?.abort();
    running = undefined;
    input.busy = false;
  };
  /** @returns whether the text is accepted; the input says why not */
  const run = async (value: string): Promise<boolean> => {
    if (verify === undefined) return true;
    const own = (running = new AbortController());
    input.busy = true;
    try {
      const found = await verify(value, own.signal);
      if (own.signal.aborted) return false;
      input.validationMessage = found && { ...found, message: escapeForDisplay(found.message) };
      // Nobody can see what to delete, so the next text takes its place.
      if (found !== undefined && input.password) input.valueSelection = [0, input.value.length];
      return found === undefined;
    } catch (error) {
      if (own.signal.aborted) return false;
      throw error;
    } finally {
      if (running === own) stop();
    }
  };
  return { isRunning: () => running !== undefined, stop, run };
}

/** Clicking elsewhere must not lose the answers given so far; Escape does. */
export function configureInput(
  input: vscode.QuickInput,
  title: string,
  position: StepPosition | undefined,
  buttons: readonly StepButton[] = [],
): void {
  input.title = escapeForDisplay(title);
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
  let wasShown = false;
  const shown = {
    show() {
      if (wasShown && 'items' in input) setRowsAgain(input);
      wasShown = true;
      input.show();
    },
    hide: () => input.hide(),
  };
  try {
    return await new Promise<StepAnswer<T>>((resolve, reject) => {
      input.onDidTriggerButton((button) => {
        if (button === vscode.QuickInputButtons.Back) resolve(back);
        else if ('run' in button) (button as StepButton).run();
      });
      input.onDidHide(() => {
        if (screen.isLeft(shown)) resolve(undefined);
      });
      screen.show(shown);
      listen(resolve, reject);
    });
  } finally {
    screen.remove(shown);
    input.dispose();
  }
}

/** VS Code does not draw the rows of a quick pick again that was hidden meanwhile. */
function setRowsAgain<I extends vscode.QuickPickItem>(pick: vscode.QuickPick<I>): void {
  const { items, selectedItems, activeItems } = pick;
  pick.items = items;
  if (pick.canSelectMany) pick.selectedItems = selectedItems;
  pick.activeItems = activeItems;
}

/**
 * Does something, such as another question, while an input may be open. That one is hidden, not dismissed, and shown
 * again afterwards.
 */
export async function withInterruption<T>(run: () => Promise<T>): Promise<T> {
  return await screen.interrupt(run);
}

export function createBodiesButton(run: () => void): StepButton {
  return { iconPath: new vscode.ThemeIcon('json'), tooltip: vscode.l10n.t('Show Request Bodies'), run };
}
