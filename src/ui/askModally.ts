import pLimit from 'p-limit';
import * as vscode from 'vscode';
import { cutButton, fitQuestion } from '../messages/questionLines';
import { escapeForDisplay, type Severity, showMessage, showModal } from '../platform/output';

/** A sooner answer was meant for whatever stood in its place, such as the second click of a double click; ms. */
const minReadingMs = 500;

/** After this many answers faster than a person can read, a program answers, and asking it again would never end. */
const maxHastyAnswers = 10;

/**
 * The labels of first buttons. VS Code makes the first button the default, which Enter presses, so it is one of these:
 * each shows something, or leaves everything as it is.
 */
const harmlessLabels = {
  review: () => vscode.l10n.t('Review…'),
  reviewFiles: () => vscode.l10n.t('Review Files…'),
  showRequestBodies: () => vscode.l10n.t('Show Request Bodies'),
  showFiles: () => vscode.l10n.t('Show Files'),
  showLog: () => vscode.l10n.t('Show Log'),
  showStudy: () => vscode.l10n.t('Show Study'),
  openInBrowser: () => vscode.l10n.t('Open in Browser'),
  keep: () => vscode.l10n.t('Keep'),
  notNow: () => vscode.l10n.t('Not Now'),
  doNotUpload: () => vscode.l10n.t('Do Not Upload'),
  staySignedIn: () => vscode.l10n.t('Stay Signed In'),
} as const;

export type HarmlessLabel = keyof typeof harmlessLabels;

/** A button that shows something. It changes nothing. */
export interface HarmlessButton {
  readonly label: HarmlessLabel;
  /** @returns whether the question is asked again afterwards, or left as if it had been closed */
  readonly show: () => Promise<'again' | 'leave'>;
}

export interface Question<Acting extends string> {
  readonly severity: Severity;
  readonly text: string;
  /** In lines. Those for which there is no room are cut: where they may be many, a button shows them all. */
  readonly detail: readonly string[];
  /** The buttons that change nothing, the default first; a label alone means the same as closing the question. */
  readonly harmless: HarmlessLabel | readonly [HarmlessButton, ...HarmlessButton[]];
  /** The labels of the buttons that create, send, delete or change something, by names for the answer. */
  readonly acting: Readonly<Partial<Record<Acting, string>>>;
  /** Whether an answer still applies, because a question may be open for days. If not, the user is told. */
  readonly isCurrent?: () => boolean | Promise<boolean>;
}

const limit = pLimit(1);

/**
 * Asks in a modal dialog, once the questions before it are answered, and again after the user has looked at something.
 * An answer that comes before anybody can have read the question does not count; the question is asked again, though
 * not for ever.
 * @returns the name of the acting button that was chosen; undefined when the question was closed or left, or when the
 *   answer no longer applies
 */
export async function askModally<Acting extends string>(
  question: Question<Acting>,
): Promise<Acting | undefined> {
  for (;;) {
    const chosen = await limit(() => askUntilRead(question));
    if (chosen === undefined) return undefined;
    if (!('act' in chosen)) {
      if ((await chosen.show()) === 'leave') return undefined;
      continue;
    }
    const { isCurrent = () => true } = question;
    if (chosen.act === undefined || (await isCurrent())) return chosen.act;
    sayThatSubjectChanged();
    return undefined;
  }
}

/** Says why an answer has no effect. */
export function sayThatSubjectChanged(): void {
  const text = vscode.l10n.t(
    'Something that you were asked about has changed while the question was open. Nothing was created or changed.',
  );
  void showMessage('information', text);
}

type Chosen<Acting extends string> = HarmlessButton | { readonly act: Acting | undefined };

async function askUntilRead<Acting extends string>(
  question: Question<Acting>,
): Promise<Chosen<Acting> | undefined> {
  const buttons = listButtons(question);
  const labels = buttons.map(({ label }) => cutButton(label));
  // Secrets are hidden first: a part of one would not be found.
  const { text, detail } = fitQuestion(
    escapeForDisplay(question.text),
    question.detail.map(escapeForDisplay),
  );
  for (let hasty = 0; hasty < maxHastyAnswers; hasty++) {
    const start = performance.now();
    const chosen = await showModal(question.severity, text, detail, labels);
    if (chosen === undefined) return undefined;
    if (performance.now() - start >= minReadingMs) return buttons[chosen]?.chosen;
  }
  return undefined;
}

interface Button<Acting extends string> {
  readonly label: string;
  readonly chosen: Chosen<Acting>;
}

function listButtons<Acting extends string>({ harmless, acting }: Question<Acting>): Button<Acting>[] {
  const entries = Object.entries<string | undefined>(acting) as [Acting, string][];
  const acts = entries.map(([act, label]) => ({ label, chosen: { act } }));
  // Not marked as the one that closes: VS Code would move it to the end, and make an acting one the default.
  if (typeof harmless === 'string') {
    return [{ label: harmlessLabels[harmless](), chosen: { act: undefined } }, ...acts];
  }
  return [...harmless.map((button) => ({ label: harmlessLabels[button.label](), chosen: button })), ...acts];
}
