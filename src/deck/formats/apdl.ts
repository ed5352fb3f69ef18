import {
  type DeckFormat,
  type DeckItem,
  maxNameLength,
  type Reference,
  type UncheckableReason,
} from '../core/deckFormat';
import { splitHead } from '../core/headLines';

/** Limit for the files that a deck writes, and for its parameters. */
const maxKeptNames = 100_000;
/** Limit for the patterns of written names: each pattern is tried for each file that is read. */
const maxKeptPatterns = 100;
/** No argument after these matters. */
const maxArguments = 12;

/** Where a command has the name of a file. */
interface FileArguments {
  /** The argument with the name, counted from 1. The extension follows, then a folder, which few commands still have. */
  readonly at: number;
  /** No extension or folder follows the name. */
  readonly isAlone?: true;
  /** The folder is read by all versions. */
  readonly hasFolder?: true;
  /** Without a dot; several if they depend on the kind of the analysis. */
  readonly extension?: string | readonly string[];
}

interface Reader extends FileArguments {
  readonly content: 'deck' | 'data';
  /** The file is read only if another argument has this value, in upper case. */
  readonly onlyIf?: readonly [at: number, value: string];
  /** The file is written by a run of the solver, in the same job or in another one. */
  readonly isResult?: true;
}

const results: Omit<Reader, 'at'> = { extension: ['rst', 'rth', 'rmg'], content: 'data', isResult: true };

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['/INP', { at: 1, hasFolder: true, content: 'deck' }],
  ['*USE', { at: 1, isAlone: true, extension: 'mac', content: 'deck' }],
  // Only its blocks are run, one by one.
  ['*ULI', { at: 1, content: 'data' }],
  ['CDRE', { at: 2, extension: 'cdb', content: 'data' }],
  ['*TRE', { at: 2, content: 'data' }],
  ['*VRE', { at: 2, content: 'data' }],
  ['*SRE', { at: 2, content: 'data' }],
  ['PARR', { at: 2, extension: 'parm', content: 'data' }],
  ['RESU', { at: 1, extension: 'db', content: 'data' }],
  ['MPRE', { at: 1, extension: 'mp', content: 'data' }],
  ['SECR', { at: 1, extension: 'sect', content: 'data' }],
  ['NREA', { at: 1, extension: 'node', content: 'data' }],
  ['EREA', { at: 1, extension: 'elem', content: 'data' }],
  ['ABBR', { at: 2, extension: 'abbr', content: 'data' }],
  ['IGESI', { at: 1, extension: 'iges', content: 'data' }],
  ['~SAT', { at: 1, hasFolder: true, extension: 'sat', content: 'data' }],
  ['~PAR', { at: 1, hasFolder: true, extension: 'x_t', content: 'data' }],
  ['~CAT', { at: 1, hasFolder: true, extension: ['CATPart', 'CATProduct', 'model'], content: 'data' }],
  ['~UGI', { at: 1, hasFolder: true, extension: 'prt', content: 'data' }],
  ['~PRO', { at: 1, hasFolder: true, extension: ['prt', 'asm'], content: 'data' }],
  ['/UPF', { at: 1, isAlone: true, content: 'data' }],
  ['TBFT', { at: 4, onlyIf: [1, 'EADD'], hasFolder: true, content: 'data' }],
  ['OCRE', { at: 1, content: 'data' }],
  ['FLUR', { at: 2, extension: 'cgns', content: 'data' }],
  ['BFIN', { at: 1, extension: 'node', content: 'data' }],
  ['CBDO', { at: 1, extension: 'node', content: 'data' }],
  ['FILE', { at: 1, ...results }],
  ['LDRE', { at: 6, ...results }],
  ['UPGE', { at: 4, ...results }],
  ['SE', { at: 1, isAlone: true, extension: 'sub', content: 'data', isResult: true }],
  ['CMSF', { at: 2, ...results, onlyIf: [1, 'ADD'] }],
  ['ASIF', { at: 2, onlyIf: [1, 'READ'], extension: 'asi', content: 'data', isResult: true }],
  ['VFOP', { at: 2, onlyIf: [1, 'READ'], hasFolder: true, extension: 'vf', content: 'data', isResult: true }],
  [
    'RSOP',
    { at: 2, onlyIf: [1, 'LOAD'], hasFolder: true, extension: 'rsm', content: 'data', isResult: true },
  ],
  ...['*SMA', '*DMA', '*VEC'].map((key): [string, Reader] => [
    key,
    { at: 5, onlyIf: [3, 'IMPORT'], isAlone: true, content: 'data', isResult: true },
  ]),
]);
/** Commands that run the solver, which then writes results. */
const solvers: ReadonlySet<string> = new Set(['SOLV', 'LSSO', 'MSSO', 'PSOL']);

const writers: ReadonlyMap<string, FileArguments> = new Map<string, FileArguments>([
  ['*CRE', { at: 1, extension: 'mac' }],
  ['*CFO', { at: 1, extension: 'cmd' }],
  ['*MWR', { at: 2 }],
  ['/OUT', { at: 1 }],
  ['/COP', { at: 4 }],
  ['/REN', { at: 4 }],
  ['CDWR', { at: 2, extension: 'cdb' }],
  ['PARS', { at: 2, extension: 'parm' }],
  ['SAVE', { at: 1, extension: 'db' }],
  ['MPWR', { at: 1, extension: 'mp' }],
  ['SECW', { at: 1, extension: 'sect' }],
  ['NWRI', { at: 1, extension: 'node' }],
  ['EWRI', { at: 1, extension: 'elem' }],
  ['LGWR', { at: 1, extension: 'lgw' }],
  ['ABBS', { at: 2, extension: 'abbr' }],
  ['IGESO', { at: 1, extension: 'iges' }],
  ['RESW', { at: 1, extension: 'rst' }],
  ['/ASS', { at: 2 }],
  ['/CLO', { at: 1 }],
  ['*EXP', { at: 3, isAlone: true }],
  ['BFIN', { at: 4, extension: 'bfin' }],
  ['CBDO', { at: 4, extension: 'cbdo' }],
  // It has no name of its own, and a number as extension.
  [
    'LSWR',
    {
      at: maxArguments,
      extension: Array.from({ length: 99 }, (_, index) => `s${String(index + 1).padStart(2, '0')}`),
    },
  ],
  ['WRIT', { at: 1, isAlone: true, extension: 'sub' }],
  ['SEOP', { at: 1, isAlone: true, extension: 'sub' }],
  ['SESY', { at: 4, extension: 'sub' }],
  ['SETR', { at: 4, extension: 'sub' }],
]);

/** Commands that read a model of another program, and write their own commands for it. */
const connections: ReadonlySet<string> = new Set(['~SAT', '~PAR', '~CAT', '~UGI', '~PRO']);
/** Commands that run another program, which may write any file. */
const programs: ReadonlySet<string> = new Set(['/SYS', '/SYP']);

const fileCommands: ReadonlySet<string> = new Set(
  [...readers.keys(), ...writers.keys(), ...solvers].map((key) => key.slice(0, 4)),
);
/** Commands whose arguments are text, up to the end of the line. */
const texts: ReadonlySet<string> = new Set('/COM C*** /TIT /STI /TLA /SYS /SYP *ABB *CFW *ASK'.split(' '));
/** Commands that are followed by a line with the format of the data. */
const formatted: ReadonlySet<string> = new Set(['*VWR', '*MWR', '*VRE', '*MSG']);
/** Words in place of a name, for the terminal. */
const terminals: ReadonlySet<string> = new Set(['TERM', 'SCRATCH']);

/** Commands of no other program. */
const ownCommands: ReadonlySet<string> = new Set(
  (
    '/PREP7 /SOLU /SOLUTION /POST1 /POST26 /FILNAME /FILNAM /NOPR /GOPR /ESHAPE /PNUM /VERIFY /BATCH *ENDIF *ENDDO ' +
    '*GET *DIM *CFOPEN *CFCLOS *CFCLOSE *VWRITE *VREAD *VGET *VFILL *TREAD *CREATE ALLSEL NBLOCK EBLOCK CMBLOCK ' +
    'KEYOPT MPTEMP MPDATA TBDATA ANTYPE SECTYPE SECDATA NSEL ESEL LSEL ASEL VSEL CMSEL LMESH AMESH VMESH ESIZE ' +
    'LESIZE ETABLE PLNSOL PRNSOL PLESOL PRESOL CDREAD CDWRITE NSUBST OUTRES LSSOLVE'
  ).split(' '),
);
const elementType = /^ET,[^,]+,(?:'?[A-Z]+)?\d+/i;
const material = /^MP,(?:EX|EY|EZ|NUXY|PRXY|GXY|DENS|ALPX|CTEX|KXX|KYY|C|MU|MURX|HF|DAMP|RSVX),[^,]+,/i;
/** A name alone may be an option of another program, as in `/input,a`. */
const include =
  /^(?:\/INP(?:UT)?|\*USE|\*ULIB|\*TREAD|\*VREAD|\*SREAD|CDREAD|PARRES|~SATIN|~PARAIN),(?=[^!]*(?:\.\w|,[^\s,!]))/i;
/** The beginning of a line of commands, without blanks around commas. */
const commandLine = /^(?:[!:%(+\-.,\d]|C\*\*\*|\/(?:COM|TIT|STI)|[/*~]?[A-Z_]\w*[ \t]*(?:$|[,=($!]))/i;
/** The beginning of a line of a program or a text, which may quote many commands. */
const foreignLine = /^(?:import |from \w+ import |def |class |"""|```|[#<{}[\]])/;
/** A share of the lines that may be something else, such as the text of a message. */
const maxOtherLines = 0.1;

const word = /^[/*~]?[A-Z][A-Z\d_*]{0,31}/i;
const assignment = /^([A-Z_]\w{0,31})[ \t]*=/i;
/** Stands for the name of the job until the deck sets one: it was given to the solver at its start. */
const unknownJob = '?';
/** Stands for a text whose quotes are not in order. */
const misquoted = "'";
/** The files of the installation that the user interface reads, as its logs tell. */
const ofInterface = /^(?:.*[/\\])?(?:menust\.tmp|st(?:art|op)\d*\.ans)$/i;
/** The macros of the installation that the manual describes as commands. */
const ofInstallation: ReadonlySet<string> = new Set(
  (
    'AFSURF ANCNTR ANCUT ANCYC ANDATA ANDSCL ANDYNA ANFLOW ANHARM ANISOS ANMODE ANPRES ANTIME CHKMSH CMATRIX CURR2D ' +
    'DMPEXT EMAGERR EMF EMFT EMTGEN FLUXV FMAGBC FMAGSUM FOR2D HMAGSOLV HRCPLX IMPD LFSURF LMATRIX MAGSOLV MMF NDSURF ' +
    'PERBC2D PLF2D PMGTRAN POWERH QFACT RACE RMFLVEC SENERGY SPARM TORQ2D TORQC2D TORQSUM WSPRINGS WTBCREATE'
  ).split(' '),
);
/** A name in the home folder of a user. */
const inHome = /^~[^/\\]*[/\\]/;
/** The commands whose first argument is the parameter that they set, besides `*DO` and the like. */
const setters: ReadonlySet<string> = new Set(['*GET', '*ASK', '/INQ']);
/** The arguments of a macro. */
const macroArgument = /^ARG?\d{1,2}$/i;

/** Input files of Ansys Mechanical APDL. */
export const apdl: DeckFormat = {
  id: 'apdl',
  extensions: ['.inp', '.mac', '.dat', '.ans', '.cdb', '.apdl', '.lgw', '.txt'],
  lookIn: ['mainFile', 'includingFile'],

  recognise(head) {
    const found = new Set<string>();
    let [lines, others, includes] = [0, 0, 0];
    let isFormat = false;
    for (const line of splitHead(head)) {
      const text = line.slice(0, 200).trim();
      if (text === '') continue;
      if (isFormat) {
        isFormat = text.endsWith('&');
        continue;
      }
      if (foreignLine.test(text)) return undefined;
      lines++;
      if (!commandLine.test(text)) others++;
      const compact = text.replace(/[ \t]*,[ \t]*/g, ',');
      const name = word.exec(compact)?.[0].toUpperCase() ?? '';
      if (ownCommands.has(name)) found.add(name);
      else if (elementType.test(compact)) found.add('ET');
      else if (material.test(compact)) found.add('MP');
      if (include.test(compact)) includes++;
      isFormat = formatted.has(name.slice(0, 4));
    }
    if (others > lines * maxOtherLines) return undefined;
    if (found.size > 1) return 'certain';
    return found.size > 0 || (includes > 0 && others === 0) ? 'possible' : undefined;
  },

  *read(lines) {
    const run = new Run();
    let skips = false;
    for (const { number, text } of lines) {
      if (skips) {
        // A format goes on over lines that end with this sign.
        skips = text.trimEnd().endsWith('&');
        continue;
      }
      if (isOther(text)) continue;
      for (const command of toCommands(text)) {
        yield* run.execute(number, command);
        if (run.hasEnded) return;
        if (formatted.has(command.key)) skips = true;
      }
    }
  },
};

interface Command {
  /** The characters that count, in upper case. */
  readonly key: string;
  /** The whole name, in upper case. */
  readonly name: string;
  /** With their quotes. The first is the command. */
  readonly fields: readonly string[];
}

/** How far the commands of a deck have been read. */
class Run {
  hasEnded = false;
  readonly #written = new Set<string>();
  /** Match the written names that have a parameter in them. */
  readonly #writtenPatterns: RegExp[] = [];
  /** The jobs that the solver has run, which left results. */
  readonly #solved = new Set<string>();
  readonly #parameters = new Set<string>();
  #openConditions = 0;
  #label: string | undefined;
  #isInMacro = false;
  #mayKnowMacros = false;
  #includes = false;
  #isElsewhere = false;
  #hasRunPrograms = false;
  #job = unknownJob;

  *execute(line: number, command: Command): Iterable<DeckItem> {
    const { key, name, fields } = command;
    if (key.startsWith(':')) {
      if (key === this.#label) this.#label = undefined;
    } else if (name === '*IF') {
      const action =
        fields
          .findLast((field) => field.trim() !== '')
          ?.trim()
          .toUpperCase() ?? '';
      if (action === 'THEN') this.#openConditions++;
      else if (action.startsWith(':')) this.#label = toLabel(action);
    } else if (name === '*GO') this.#label = toLabel(fields[1] ?? '');
    else if (name.startsWith('*ENDI')) this.#openConditions = Math.max(0, this.#openConditions - 1);
    else if (name === '*END') this.#isInMacro = false;
    else if (name === '/EOF' || key === '/EXI') this.hasEnded = !this.#isInMacro && !this.#isConditional;
    else if (name === '/CWD' || key === '/PSE') yield* this.#changeFolder(line, fields[1] ?? '');
    else if (key === '/FIL') this.#job = unquote(fields[1] ?? '');
    else if (setters.has(key) || name === '*SET' || name === '*DO' || name === '*DIM')
      this.#keep(this.#parameters, fields[1] ?? '');
    else if (assignment.test(fields[0] ?? '')) {
      this.#keep(this.#parameters, assignment.exec(fields[0] ?? '')?.[1] ?? '');
    } else {
      if (solvers.has(key)) this.#keep(this.#solved, this.#job);
      const writer = find(writers, command);
      if (writer !== undefined) this.#write(writer, fields);
      if (key === 'CDWR') this.#write({ at: 5, extension: 'iges' }, fields);
      if (connections.has(key)) this.#write({ at: 1 }, [key, `${unquote(fields[1] ?? '')}.anf`]);
      this.#hasRunPrograms ||= programs.has(key);
      if (key === '*CRE') this.#isInMacro = true;
      yield* this.#refer(line, command);
    }
  }

  get #isConditional(): boolean {
    return this.#openConditions > 0 || this.#label !== undefined;
  }

  *#changeFolder(line: number, field: string): Iterable<DeckItem> {
    const folder = unquote(field);
    if (folder === '' || folder === misquoted || folder.length > maxNameLength) return;
    if (this.#isParameter(field) || inHome.test(folder)) this.#isElsewhere = true;
    else if (!/^(?:OFF|STAT)$/i.test(folder)) yield { line, folder };
  }

  #write(writer: FileArguments, fields: readonly string[]): void {
    const spellings = spell(writer, fields);
    if (spellings.length === 0 && writer.extension !== undefined) {
      // Without a name, the file gets the name of the job.
      for (const extension of [writer.extension].flat()) spellings.push(`${this.#job}.${extension}`);
    }
    for (const spelling of spellings) {
      this.#keep(this.#written, toKey(spelling));
      if (spelling.includes('%') && this.#writtenPatterns.length < maxKeptPatterns)
        this.#writtenPatterns.push(toPattern(toKey(spelling)));
    }
  }

  *#refer(line: number, command: Command): Iterable<Reference> {
    const reader = find(readers, command);
    if (reader === undefined) return;
    const [at = 0, wanted] = reader.onlyIf ?? [];
    if (wanted !== undefined && !isOption(command.fields[at], wanted)) return;
    const { key, name, fields } = command;
    // FILEDISP and others begin alike, and show what a run has written.
    if (key === 'FILE' && name !== key) return;
    const option = fields[1]?.trim().toUpperCase();
    if (key !== 'CDRE' || option !== 'SOLID') yield* this.#referTo(line, reader, command);
    if (key === 'CDRE' && option !== 'DB' && option !== 'COMB') {
      yield* this.#referTo(line, { at: 5, extension: 'iges', content: 'data' }, command);
    }
    if (key === '*ULI' || key === '/INP') this.#mayKnowMacros = true;
    if (key === '*USE' || key === '/INP') this.#includes = true;
  }

  *#referTo(line: number, reader: Reader, command: Command): Iterable<Reference> {
    const { content } = reader;
    const { key, fields } = command;
    const spellings = spell(reader, fields);
    const [name] = spellings;
    if (name === undefined || (key === '/INP' && terminals.has(name.toUpperCase()))) return;
    const uncheckable =
      this.#findReason(command, pickFields(reader, fields), spellings) ??
      (reader.isResult === true ? this.#findReasonOfResult(name) : undefined);
    const mayBeHere =
      uncheckable === undefined || uncheckable === 'optional' || uncheckable === 'installation';
    yield {
      ...{ line, name, content },
      ...(uncheckable !== undefined && { uncheckable }),
      ...(mayBeHere && spellings.length > 1 && { spellings }),
    };
  }

  #findReason(
    { key, fields }: Command,
    parts: readonly string[],
    spellings: readonly string[],
  ): UncheckableReason | undefined {
    if (this.#isElsewhere || parts.some((part) => this.#isParameter(part))) return 'parameter';
    if (spellings.some((spelling) => inHome.test(spelling))) return 'variable';
    if (key === '/INP' && spellings.some((spelling) => ofInterface.test(spelling))) return 'installation';
    if (spellings.some((spelling) => this.#mayBeWritten(spelling))) return 'output';
    if (key === 'MPRE' && isOption(fields[4], 'LIB')) return 'installation';
    if (key === '*USE' && ofInstallation.has(toKey(spellings[0] ?? '').replace(/\.MAC$/, '')))
      return 'installation';
    // The name may be that of a block of a library, or of a macro that another file creates.
    const mayBeBlock = key === '*USE' && this.#mayKnowMacros && !spellings[0]?.includes('.');
    return this.#isConditional || this.#hasRunPrograms || mayBeBlock ? 'optional' : undefined;
  }

  #findReasonOfResult(name: string): UncheckableReason | undefined {
    const job = toKey(name.replace(/\.\w*$/, ''));
    if (this.#solved.has(unknownJob) || this.#solved.has(job)) return 'output';
    // Another file may run the solver.
    return this.#includes ? 'optional' : undefined;
  }

  #mayBeWritten(name: string): boolean {
    const extension = /\.\w+$/.exec(name)?.[0] ?? '';
    // The solver writes the commands of a superelement by itself.
    if (extension.toLowerCase() === '.mcom' || this.#written.size === maxKeptNames) return true;
    const key = toKey(name);
    if (this.#writtenPatterns.some((pattern) => pattern.test(key))) return true;
    return this.#written.has(key) || this.#written.has(toKey(unknownJob + extension));
  }

  #isParameter(field: string): boolean {
    const text = field.trim();
    if (text.includes('%')) return true;
    // The solver replaces a name without quotes by the value of the parameter with this name.
    return (
      !text.startsWith("'") &&
      (text.includes('(') || macroArgument.test(text) || this.#parameters.has(text.toUpperCase()))
    );
  }

  #keep(names: Set<string>, name: string): void {
    if (names.size < maxKeptNames) names.add(name.trim().toUpperCase());
  }
}

/** The fields with the name, the extension and the folder. */
function pickFields({ at, isAlone }: FileArguments, fields: readonly string[]): string[] {
  return isAlone === true ? [fields[at] ?? ''] : fields.slice(at, at + 3);
}

/** The possible names of a file, the first choice first; none if there is no name. */
function spell(rules: FileArguments, fields: readonly string[]): string[] {
  const [name = '', given = '', folder = ''] = pickFields(rules, fields).map((field) => unquote(field));
  if (name === '' || [name, given, folder].includes(misquoted)) return [];
  const names = [given === '' ? name : `${name}.${given}`];
  if (given === '' && rules.extension !== undefined && !/\.[^./\\]*$/.test(name)) {
    for (const extension of [rules.extension].flat()) names.push(`${name}.${extension}`);
  }
  if (folder !== '' && !/^\d+$/.test(folder)) {
    const paths = names.map((one) => `${folder}${/[/\\]$/.test(folder) ? '' : '/'}${one}`);
    names.splice(0, rules.hasFolder === true ? names.length : 0, ...paths);
  }
  return names.every((one) => one.length <= maxNameLength) ? names : [];
}

/** The text of a field. */
function unquote(field: string): string {
  const text = field.trim();
  if (!text.includes("'")) return text;
  return /^'[^']*'$/.test(text) ? text.slice(1, -1).trim() : misquoted;
}

/** Four letters of an option count. */
function isOption(field: string | undefined, option: string): boolean {
  return field?.trim().slice(0, 4).toUpperCase() === option.slice(0, 4);
}

function find<T>(commands: ReadonlyMap<string, T>, { key, name }: Command): T | undefined {
  return commands.get(key) ?? commands.get(name.slice(0, 5));
}

/** Eight characters of a label count. */
function toLabel(text: string): string {
  return text.trim().slice(0, 9).toUpperCase();
}

function toKey(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\.\//, '').toUpperCase();
}

/** @param key of a written name, whose parameters stand between percent signs */
function toPattern(key: string): RegExp {
  const parts = key.split(/%[^%]*%/).map((part) => part.replace(/[^\w]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`, 'i');
}

/** Whether a glance shows that no command in the line matters; most lines of a large deck are such. */
function isOther(text: string): boolean {
  const start = text.search(/\S/);
  const first = start < 0 ? '' : text.charAt(start);
  if (first === '' || (first >= '0' && first <= '9') || '!-+.('.includes(first)) return true;
  const [name = ''] = text.slice(start, start + 4).split(/[\s,]/, 1);
  if ('/*~:'.includes(first) || fileCommands.has(name.toUpperCase())) return false;
  return !text.includes('=') && !text.includes('$');
}

/**
 * The commands of a line. A `$` separates them, and `!` begins a comment, except within quotes. A comma separates
 * fields, except within the parentheses of an index.
 */
function* toCommands(text: string): Iterable<Command> {
  let fields: string[] = [];
  let start = 0;
  let isQuoted = false;
  let depth = 0;
  for (let at = 0; at <= text.length; at++) {
    const character = text.charAt(at);
    if (character === "'") isQuoted = !isQuoted;
    const isEnd = character === '' || (!isQuoted && (character === '!' || character === '$'));
    if (!isQuoted && character === '(') depth++;
    if (!isQuoted && character === ')') depth--;
    if (!isEnd && (isQuoted || depth > 0 || character !== ',')) continue;
    if (fields.length < maxArguments) fields.push(text.slice(start, at));
    start = at + 1;
    const key = fields.length === 1 ? (fields[0] ?? '').trimStart().slice(0, 4).toUpperCase() : '';
    if (texts.has(key)) {
      // The text of a question follows the parameter.
      if (programs.has(key)) yield { key, name: key, fields: [key] };
      if (key === '*ASK')
        yield { key, name: key, fields: [key, text.slice(start).split(/[,!]/, 1)[0] ?? ''] };
      return;
    }
    if (!isEnd) continue;
    const first = (fields[0] ?? '').trim();
    const name = word.exec(first)?.[0].toUpperCase() ?? '';
    const isCommand = name.length === first.length || assignment.test(first);
    if (first.startsWith(':')) yield { key: toLabel(first), name: '', fields };
    else if (isCommand) yield { key: name.slice(0, 4), name, fields: [first, ...fields.slice(1)] };
    if (character !== '$') return;
    fields = [];
    depth = 0;
  }
}
