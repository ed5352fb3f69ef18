import * as vscode from 'vscode';
import { escapeForDisplay } from '../platform/output';
import { type ActionRow, type Choice, maxRows, type Row, rowsWhileTyping } from './choiceRows';

/** How the choices are requested. */
export interface LoadOptions {
  readonly signal: AbortSignal;
  /** They were requested before, in vain. */
  readonly isRepeat?: boolean;
  /** Nobody is asked to sign in for them. */
  readonly unattended?: boolean;
}

/** The rows in place of choices that are being loaded, or could not be loaded. */
export interface OtherRows<T> {
  readonly rows: readonly Row<T>[];
  /** The row that Enter accepts. */
  readonly active: Row<T>;
}

/** The rows of a quick pick, and where they come from. */
export interface RowSource<T> {
  /** A function is asked again when the choices have loaded. */
  readonly placeholder: string | (() => string);
  /** Those that have to be loaded keep the input busy meanwhile. */
  readonly choices: readonly Row<T>[] | ((options: LoadOptions) => Promise<readonly Row<T>[]>);
  /** Shown until the choices have loaded; nothing by default. */
  readonly whileLoading?: OtherRows<T>;
  /** Keeps the question open when its choices cannot be loaded. Without it, the question fails with the error. */
  readonly whenFailed?: (
    error: unknown,
    loadAgain: (options?: Pick<LoadOptions, 'unattended'>) => void,
  ) => OtherRows<T> | Promise<OtherRows<T>>;
  /** The choice that Enter accepts; the first one by default. */
  readonly preselect?: (value: T) => boolean;
}

export type ItemOf<T> = Choice<T> | ActionRow<T>;

/** Delay before rows say that the choices are being loaded; ms. Without it, they would flicker on a fast response. */
const loadingDelayMs = 150;

/**
 * Loads the rows of a quick pick until the signal is aborted, again if the user wants that after a failure.
 * @param reject called with the error that ends the question
 */
export function loadRows<T>(
  pick: vscode.QuickPick<ItemOf<T>>,
  { placeholder, choices, whileLoading, whenFailed, preselect }: RowSource<T>,
  { signal, reject }: { readonly signal: AbortSignal; readonly reject: (error: unknown) => void },
): void {
  let rows: readonly Row<T>[] = [];
  let active: Row<T> | undefined;
  const show = () => {
    const shown = rowsWhileTyping(rows, pick.value);
    // Among rows that match a typed text, VS Code chooses the best one.
    const isChoosing = pick.value.trim() !== '' && !(active !== undefined && 'run' in active);
    // Always said: what VS Code has not yet drawn of earlier rows would stay active otherwise.
    const chosen = isChoosing ? undefined : (active ?? shown.find((row) => !('kind' in row)));
    const isBeyond = chosen !== undefined && !shown.includes(chosen);
    // The type of VS Code does not say that separators carry only a label.
    pick.items = (isBeyond ? [...shown, chosen] : shown) as ItemOf<T>[];
    if (chosen !== undefined) pick.activeItems = [chosen as ItemOf<T>];
  };
  const replace = (found: readonly Row<T>[], isActive: (row: Row<T>) => boolean) => {
    const index = found.findIndex(isActive);
    rows = found.map(escapeRow);
    active = rows[index];
    pick.placeholder = describeLength(toText(placeholder), rows.length);
    show();
  };
  const load = async (options: Omit<LoadOptions, 'signal'>): Promise<void> => {
    pick.busy = true;
    replace([], () => false);
    const wait = setTimeout(() => {
      if (whileLoading !== undefined) replace(whileLoading.rows, (row) => row === whileLoading.active);
    }, loadingDelayMs);
    try {
      const found = typeof choices === 'function' ? await choices({ ...options, signal }) : choices;
      clearTimeout(wait);
      if (!signal.aborted) replace(found, (row) => 'value' in row && preselect?.(row.value) === true);
    } catch (error) {
      clearTimeout(wait);
      if (signal.aborted) return;
      if (whenFailed === undefined) throw error;
      const failure = await whenFailed(error, (next) => void load({ ...next, isRepeat: true }).catch(reject));
      replace(failure.rows, (row) => row === failure.active);
    }
    pick.busy = false;
  };
  pick.onDidChangeValue(() => {
    // Otherwise VS Code filters the rows by itself.
    if (rows.length > maxRows || rows.some((row) => 'whileTyping' in row)) show();
  });
  load({}).catch(reject);
}

export function toText(placeholder: string | (() => string)): string {
  return typeof placeholder === 'string' ? placeholder : placeholder();
}

function describeLength(placeholder: string, count: number): string {
  if (count <= maxRows) return placeholder;
  return vscode.l10n.t('{0} (the first {1} of {2}; type to find more)', placeholder, maxRows, count);
}

function escapeRow<R extends Row<unknown>>(row: R): R {
  if (!('value' in row) && !('run' in row)) return row;
  const { label, description, detail } = row;
  const whileTyping = 'whileTyping' in row ? row.whileTyping : undefined;
  return {
    ...row,
    label: escapeForDisplay(label),
    ...(description !== undefined && { description: escapeForDisplay(description) }),
    ...(detail !== undefined && { detail: escapeForDisplay(detail) }),
    ...(whileTyping !== undefined && {
      whileTyping(text: string) {
        const typed = whileTyping(text);
        return typed && escapeRow(typed);
      },
    }),
  };
}
