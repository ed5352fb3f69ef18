import * as l10n from '@vscode/l10n';

/**
 * Limit for the lines of a question and its detail together: more would push the buttons out of a small window,
 * while the text of a task with a few files still fits.
 */
const maxLines = 20;

/** Limit for the characters of a line, so that a single one does not fill the window. */
const maxLineLength = 300;

/** Limit for the characters of a button, so that three of them fit beside each other. */
const maxButtonLength = 40;

/** Cuts a question to what fits into a window. The last line says how many lines are left out, if any are. */
export function fitQuestion(
  text: string,
  detail: readonly string[],
): { readonly text: string; readonly detail: string } {
  const asked = splitLines([text]).slice(0, maxLines - 1);
  const lines = splitLines(detail);
  const room = maxLines - asked.length;
  if (lines.length <= room) return { text: asked.join('\n'), detail: lines.join('\n') };
  const shown = lines.slice(0, room - 1);
  const more = l10n.t('… and {0} more', lines.length - shown.length);
  return { text: asked.join('\n'), detail: [...shown, more].join('\n') };
}

export function cutButton(label: string): string {
  return cutLine(label, maxButtonLength);
}

function splitLines(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split('\n')).map((line) => cutLine(line, maxLineLength));
}

function cutLine(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  // A character of two units is not cut.
  return `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
