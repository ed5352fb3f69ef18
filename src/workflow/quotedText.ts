import * as vscode from 'vscode';
import { escapeInvisible } from '../client/text/visibleText';
import { formatCount } from '../platform/format';

/** Limit for a text in a question, so that the other lines and the buttons stay in view; characters. */
const maxShownLength = 200;

/**
 * Formats a text that will be sent, for the question whether to send it. A long one is cut and says so: somebody else
 * may have written it, and what follows must not be sent unnoticed.
 */
export function formatSentText(text: string, maxLength = maxShownLength): string {
  const shown = escapeInvisible(text, maxLength);
  const isWhole = escapeInvisible(text, Infinity) === shown;
  return isWhole ? shown : vscode.l10n.t('{0} ({1} characters in all)', shown, formatCount(text.length));
}

/** In the sentence that asks. */
const maxLabelLength = 100;

/** Formats the label of a task for a sentence that quotes it, so that it cannot seem to end the quotation. */
export function formatLabel(label: string): string {
  return escapeInvisible(label, maxLabelLength).replace(
    /["\u00ab\u00bb\u2039\u203a\u201c-\u201f\u275d\u275e\u300c-\u300f\u301d-\u301f\uff02]/g,
    "'",
  );
}
