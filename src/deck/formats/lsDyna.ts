import type { Certainty, DeckFormat, DeckItem, DeckLine, Reference } from '../core/deckFormat';

/** Maximum length of a name that goes on over several lines; characters. LS-DYNA allows 236. */
const maxName = 4096;

/** Keyword files of LS-DYNA. */
export const lsDyna: DeckFormat = {
  id: 'lsDyna',
  extensions: ['.k', '.key', '.dyn', '.dyna'],
  lookIn: ['mainFile', 'includingFile'],
  recognise,
  read,
};

interface Statement {
  readonly kind: 'folder' | Reference['content'];
  /** The line of data that holds the name, counted from 1 without comments. */
  readonly card: number;
  /** Whether each line after it is a further name. */
  readonly repeats: boolean;
}

/** Keywords that include another keyword file, rather than meshes, curves or results for a single purpose. */
const includingDeck =
  /^(?:INCLUDE|INCLUDE_(?:TRANSFORM|AUTO_OFFSET|AUTO_OFFSET_USER|MULTISCALE|MULTISCALE_SPOTWELD|TRIM)|DUALCESE_INCLUDE_MODEL)$/;
const includingData = /^(?:INCLUDE_\w+|IGA_INCLUDE_BEZIER|RVE_ANALYSIS_FEM)$/;
const madeByRun = /^INCLUDE_(?:COMPENSATION_(?:COMPENSATED|NEW|UPDATED)_|UNITCELL$)/;

function findStatement(keyword: string): Statement | undefined {
  // Most keywords are decided here.
  if (!keyword.includes('INCLUDE') && !keyword.startsWith('RVE')) return undefined;
  if (keyword === 'INCLUDE_PATH' || keyword === 'INCLUDE_PATH_RELATIVE') {
    return { kind: 'folder', card: 1, repeats: true };
  }
  const card = keyword.startsWith('INCLUDE_MULTISCALE') ? 2 : 1;
  if (includingDeck.test(keyword)) return { kind: 'deck', card, repeats: keyword === 'INCLUDE' };
  // A run of the compensation writes some of these files, and a unit cell may be generated.
  if (!includingData.test(keyword) || madeByRun.test(keyword)) return undefined;
  return { kind: 'data', card, repeats: false };
}

function* read(lines: Iterable<DeckLine>): Iterable<DeckItem> {
  let statement: Statement | undefined;
  let cards = 0;
  let begun: { readonly line: number; readonly name: string } | undefined;
  let isFolderUnknown = false;
  for (const { number, text } of lines) {
    const first = text[0];
    if (first === '*') {
      const keyword = /^\*(\w*)/.exec(text.slice(0, 80))?.[1]?.toUpperCase() ?? '';
      if (keyword === 'END') return;
      [statement, cards, begun] = [findStatement(keyword), 0, undefined];
      continue;
    }
    if (statement === undefined || first === '$') continue;
    // Only the solver can read an encrypted block, which ends before the next keyword.
    if (text.trimStart().startsWith('-----BEGIN PGP')) {
      isFolderUnknown ||= statement.kind === 'folder';
      statement = undefined;
      continue;
    }
    if (text.length + (begun?.name.length ?? 0) > maxName) {
      statement = undefined;
      continue;
    }
    const card = text.trim();
    if (card === '' || ++cards < statement.card) continue;
    const isContinued = card.endsWith(' +');
    const name = (begun?.name ?? '') + (isContinued ? card.slice(0, -2).trimEnd() : card);
    const line = begun?.line ?? number;
    begun = isContinued ? { line, name } : undefined;
    if (isContinued) continue;
    const item = createItem(statement, line, name.replace(/^(["'])(.*)\1$/, '$2'), isFolderUnknown);
    if (item === undefined) isFolderUnknown ||= statement.kind === 'folder';
    else yield item;
    if (!statement.repeats) statement = undefined;
  }
}

function createItem(
  { kind }: Statement,
  line: number,
  name: string,
  isFolderUnknown: boolean,
): DeckItem | undefined {
  // Windows has no name with a question mark; editors put one where a name is yet to be written.
  const computed = /[<?]/.test(name) ? 'expression' : name.includes('&') ? 'parameter' : undefined;
  if (kind === 'folder') return computed === undefined ? { line, folder: name } : undefined;
  // Numbers alone are a card of another kind.
  if (/^[\d\s.,+-]*$/.test(name)) return undefined;
  const reason = computed ?? (isFolderUnknown ? 'parameter' : undefined);
  if (reason !== undefined) return { line, name, content: kind, uncheckable: reason };
  const spellings = [name, `${name}.gz`];
  return { line, name, content: kind, ...(name.toLowerCase().endsWith('.gz') ? {} : { spellings }) };
}

/** Matches the first keyword of a file, and the families of keywords that a deck can hardly do without. */
const certain =
  /^\*(?:KEYWORD(?:_ID)?|(?:AIRBAG|ALE|BOUNDARY|CONSTRAINED|CONTACT|CONTROL|DAMPING|DATABASE|DEFINE|ELEMENT|EOS|HOURGLASS|ICFD|INCLUDE|INITIAL|INTERFACE|LOAD|MAT|NODE|PARAMETER|PART|RIGIDWALL|SECTION|SENSOR|SET)_\w+)(?=\s|[%+-]|$)/i;
const possible = /^\*(?:EOS|HOURGLASS|INCLUDE|NODE|PARAMETER|PART|TITLE|[A-Z]+_\w+) *[%+-]?$/i;
/** Matches keywords of IMPETUS Afea, whose files look alike. */
const foreign = /^\*(?:UNIT_SYSTEM|BC_MOTION|MAT_METAL|OUTPUT_SENSOR|TIME)\b/i;

function recognise(head: string): Certainty | undefined {
  let [certainty, hasKeyword]: [Certainty | undefined, boolean] = [undefined, false];
  for (const whole of head.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    const line = whole.trimEnd();
    if (line.startsWith('$') || line === '') continue;
    if (line.startsWith('*')) {
      // Two asterisks begin a comment of Abaqus; only the first keyword may have parameters.
      if (/^\*(?:\*|[\w ]+,)/.test(line) || foreign.test(line)) return undefined;
      if (certain.test(line)) certainty = 'certain';
      else if (possible.test(line)) certainty ??= 'possible';
      hasKeyword = true;
    } else if (!hasKeyword) return undefined;
  }
  return certainty;
}
