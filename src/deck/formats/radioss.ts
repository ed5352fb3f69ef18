import {
  type Certainty,
  type DeckFormat,
  type DeckLine,
  maxFileNameLength,
  type Reference,
  type ReportItem,
} from '../core/deckFormat';

/** Input files of the Radioss Starter, each with one for the Engine beside it, which names no files. */
export const radioss: DeckFormat = {
  id: 'radioss',
  extensions: ['.rad', '.inc'],
  lookIn: ['mainFile', 'includingFile'],
  recognise,
  read,
};

/** Older programs write no blank before a path. Every other line with a number sign is a comment. */
const include = /^#include(?=[\s/'"])\s*/i;
/**
 * The blocks with the name of a file, its line, and the format of a deck; the line of a title or of numbers counts even
 * if it is empty.
 */
const blocksWithFiles: readonly (readonly [block: RegExp, lines: readonly number[], format?: string])[] = [
  [/^\/INCLUDE_(?:LS-)?DYNA(?:\/|\s*$)/i, [1], 'lsDyna'],
  // The state that an earlier run has left, and the shape before any deformation.
  [/^\/(?:INISTA|REFSTA)(?:\/|\s*$)/i, [1]],
  [/^\/(?:EOS\/SESAME|FXBODY)(?:\/|\s*$)/i, [3]],
  [/^\/INIMAP2D\/FILE(?:\/|\s*$)/i, [4]],
  [/^\/(?:INIMAP1D\/FILE|EIG)(?:\/|\s*$)/i, [5]],
  // The tables of the state, of the ionisation and of the opacity.
  [/^\/MAT\/(?:LAW26|SESAM)(?:\/|\s*$)/i, [6, 8, 10]],
];
/** Endings of the names of an input file for the Starter and of that for the Engine, in newer and older versions. */
const endings: readonly (readonly [starter: string, engine: string])[] = [
  ['_0000', '_0001.rad'],
  ['D00', 'D01'],
];
/** The rest of the file is ignored. */
const end = /^(?:\/END\s*|#enddata\b.*)$/i;
const continuation = /(?:\s\+|\.\.\.|&)$/;

function read(lines: Iterable<DeckLine>, report: ReportItem): void {
  let open: { readonly line: number; name: string; goesOn: boolean } | undefined;
  let fileLines: readonly number[] = [];
  let format: string | undefined;
  let hasEngine = false;
  let lineOfBlock = 0;
  const reportReference = (
    line: number,
    written: string,
    content: Reference['content'],
    other?: string,
  ): void => {
    const reference = toReference(line, written, content);
    if (reference !== undefined) report(other === undefined ? reference : { ...reference, format: other });
  };
  for (const { number, text } of lines) {
    const first = text[0];
    if (open !== undefined && first !== '/' && first !== '#' && (open.goesOn || first === '+')) {
      appendToName(open, text.replace(/^\+/, ''));
      continue;
    }
    if (open !== undefined) reportReference(open.line, open.name, 'deck');
    open = undefined;
    if (first === '/' || first === '#') {
      if (end.test(text)) return;
      if (first === '/') {
        [, fileLines = [], format] = blocksWithFiles.find(([block]) => block.test(text)) ?? [];
        lineOfBlock = 0;
        // One file may have the input of both.
        hasEngine ||= text.startsWith('/RUN/');
        if (/^\/BEGIN\s*$/.test(text) && !hasEngine) reportEngine(number, report);
      }
      if (!include.test(text)) continue;
      open = { line: number, name: '', goesOn: false };
      appendToName(open, text.replace(include, ''));
    } else if (fileLines.length > 0 && first !== '$') {
      const isBlank = text.trim() === '';
      // Nothing precedes the name that is on the first line.
      if (!isBlank || fileLines[0] !== 1) lineOfBlock++;
      if (!isBlank && fileLines.includes(lineOfBlock))
        reportReference(
          number,
          text.slice(0, maxFileNameLength).trim(),
          format === undefined ? 'data' : 'deck',
          format,
        );
    }
  }
  if (open !== undefined) reportReference(open.line, open.name, 'deck');
}

function reportEngine(line: number, report: ReportItem): void {
  for (const [ending, name] of endings)
    report({ line, name, uncheckable: 'optional', afterDeck: { ending }, content: 'data' });
}

/** Adds a line to a name. */
function appendToName(open: { name: string; goesOn: boolean }, text: string): void {
  const line = text.slice(0, maxFileNameLength + 1).trim();
  open.goesOn = continuation.test(line);
  if (open.name.length <= maxFileNameLength) open.name += line.replace(continuation, '').trim();
}

function toReference(line: number, written: string, content: Reference['content']): Reference | undefined {
  const quoted = /^"([^"]*)"$/.exec(written)?.[1]?.trim();
  const name = quoted ?? written.replaceAll("'", '');
  // C has the same statement, with files of its own.
  if (quoted !== undefined && foreignName.test(quoted)) return undefined;
  if (name === '' || name.length > maxFileNameLength || /["<>]/.test(name)) return undefined;
  const isVariable = /\$|%[^%]*%/.test(name);
  return { line, name, ...(isVariable ? { uncheckable: 'variable' } : {}), content };
}

/** The first block of a file that is included, without the number behind it. */
const block = new RegExp(
  `^//?(?:${[
    'BEGIN|UNIT|TITLE|NODE|CNODE|PART|SUBSET|SUBMODEL|MAT|PROP|FAIL|EOS|FUNCT|TABLE|SKEW|FRAME|SENSOR|TH|ASSEMBLY',
    'SHELL|SH3N|QUAD|TRIA|BRICK|BRIC20|TETRA4|TETRA10|PENTA6|BEAM|TRUSS|SPRING|SPHCEL|XELEM',
    'GRNOD|GRSHEL|GRSH3N|GRBRIC|GRPART|GRQUAD|GRBEAM|GRSPRI|GRTRUS|SURF|LINE|SET|BOX|SECT',
    'INTER|RWALL|RBODY|RBE2|RBE3|MPC|BCS|CLOAD|PLOAD|GRAV|IMPVEL|IMPDISP|IMPACC|INIVEL|ADMAS|MONVOL|TRANSFORM',
    'DEF_SHELL|DEF_SOLID|IOFLAG|ANALY|SPMD|PARAMETER|INCLUDE_(?:LS-)?DYNA',
    // The Engine may have its input in the same file.
    'RUN|VERS|ANIM|MON|PRINT|TFILE|DT|RFILE|H3D|PARITH',
  ].join('|')})(?:/[^\\s,/]*)*$`,
);
/** A file may consist of includes alone; those of C have quotes or brackets. */
const loneInclude = /^#include\s+'?[^\s"'<>]+'?$/i;
const foreignName = /\.(?:h|hh|hpp|hxx|c|cpp|glsl|v|vh|fs|f|f90|py|php|s)'?$/i;
const hasExtension = /\.\w+'?$/;

function recognise(head: string): Certainty | undefined {
  let includes = 0;
  for (const line of head.split('\n')) {
    const text = line.trimEnd();
    if (/^#RADIOSS STARTER\b/i.test(text)) return 'certain';
    // Names without an extension are those of many languages.
    if (loneInclude.test(text))
      includes += foreignName.test(text) ? -Infinity : hasExtension.test(text) ? 1 : 0;
    else if (text !== '' && !/^[#$]/.test(text)) return block.test(text) ? 'possible' : undefined;
  }
  return includes > 0 ? 'possible' : undefined;
}
