import {
  type DeckFormat,
  maxFileNameLength,
  mayBeHere,
  type Reference,
  type ReportItem,
  type UncheckableReason,
} from '../core/deckFormat';
import { splitHead } from '../core/headLines';

/** Limit for the files that a deck writes, and for its parameters. */
const maxKeptNames = 100_000;
/** No argument after these matters. */
const maxArguments = 12;

/** Where a command has the name of a file that it reads. */
interface Reader {
  /** The argument with the name, counted from 1. The extension follows, then a folder, which few commands still have. */
  readonly at: number;
  /** Arguments, counted from 1, and what they have to be: otherwise the command does something else. */
  readonly onlyIf?: readonly (readonly [at: number, is: RegExp])[];
  /** No extension or folder follows the name. */
  readonly isAlone?: true;
  /** Whether the folder is read by all versions, or there never was one. */
  readonly hasFolder?: boolean;
  /** Without a dot; several if they depend on the kind of the analysis. A function gets the fields of the command. */
  readonly extension?: string | readonly string[] | ((fields: readonly string[]) => string);
  readonly content: 'deck' | 'data';
  /** The file is written by a run of the solver, in the same job or in another one. */
  readonly isResult?: true;
}

const results: Omit<Reader, 'at'> = { extension: ['rst', 'rth', 'rmg'], content: 'data', isResult: true };
const matrix: Reader = {
  at: 5,
  // An array has the name of a parameter instead of a file.
  onlyIf: [
    [3, /^IMPORT/i],
    [4, /^(?!APDL)/i],
  ],
  isAlone: true,
  content: 'data',
  isResult: true,
};
/** A number is that of an element. */
const superelement: Reader = {
  at: 1,
  isAlone: true,
  extension: 'sub',
  content: 'data',
  isResult: true,
  onlyIf: [[1, /^(?!\d+$)/]],
};
/** The number of the load case. */
const toLoadCaseExtension = (fields: readonly string[]) => `L${(fields[1] ?? '').trim().padStart(2, '0')}`;

/** By the characters that count: four, or five where other commands begin alike. */
const readers: ReadonlyMap<string, Reader | readonly Reader[]> = new Map<string, Reader | readonly Reader[]>([
  ['/INP', { at: 1, hasFolder: true, content: 'deck' }],
  ['*USE', { at: 1, isAlone: true, extension: 'mac', content: 'deck' }],
  // Only its blocks are run, one by one.
  ['*ULI', { at: 1, content: 'data' }],
  [
    'CDRE',
    [
      { at: 2, onlyIf: [[1, /^(?!SOLID)/i]], extension: 'cdb', content: 'data' },
      { at: 5, onlyIf: [[1, /^(?:ALL|SOLID|$)/i]], extension: 'iges', content: 'data' },
    ],
  ],
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
  ['OCRE', { at: 1, content: 'data' }],
  ['FLUR', { at: 2, extension: 'cgns', content: 'data' }],
  ['BFIN', { at: 1, extension: 'node', content: 'data' }],
  ['CBDO', { at: 1, extension: 'node', content: 'data' }],
  ['FILE', { at: 1, ...results }],
  ['LDRE', { at: 6, ...results }],
  ['UPGE', { at: 4, ...results }],
  ['REXP', { at: 6, ...results }],
  ['RIMP', { at: 6, ...results }],
  ['CMSF', { at: 2, onlyIf: [[1, /^(?:ADD|$)/i]], hasFolder: false, ...results }],
  [
    'CYCFI',
    [
      { at: 1, hasFolder: false, ...results },
      { at: 3, extension: 'rfrq', content: 'data', isResult: true },
    ],
  ],
  [
    'RSTM',
    [
      { at: 1, ...results, isAlone: true },
      { at: 4, ...results, isAlone: true },
    ],
  ],
  ['SE', superelement],
  ['SESY', superelement],
  ['SETR', superelement],
  ['SEEX', [superelement, { at: 2, isAlone: true, extension: 'dsub', content: 'data', isResult: true }]],
  ['*SMA', matrix],
  ['*DMA', matrix],
  ['*VEC', matrix],
  ['*LSR', { at: 2, isAlone: true, content: 'data' }],
  ['TBFT', { at: 4, onlyIf: [[1, /^EADD/i]], hasFolder: true, content: 'data' }],
  ['INIS', { at: 2, onlyIf: [[1, /^READ/i]], hasFolder: true, extension: 'ist', content: 'data' }],
  ['ASIF', { at: 2, onlyIf: [[1, /^READ/i]], hasFolder: false, extension: 'asi', content: 'data' }],
  ['VFOP', { at: 2, onlyIf: [[1, /^READ/i]], hasFolder: true, extension: 'vf', content: 'data' }],
  ['RSOP', { at: 2, onlyIf: [[1, /^LOAD/i]], hasFolder: true, extension: 'rsm', content: 'data' }],
  ['REME', { at: 2, onlyIf: [[1, /^READ/i]], extension: 'cdb', content: 'data' }],
  ['MFIM', { at: 3, extension: 'cdb', content: 'data' }],
  ['LCFI', { at: 2, extension: toLoadCaseExtension, content: 'data' }],
  ['PARE', { at: 2, extension: 'path', content: 'data' }],
  ['SURE', { at: 1, hasFolder: true, extension: 'surf', content: 'data' }],
  ['OPAN', { at: 1, content: 'deck' }],
  ['OPRE', { at: 1, extension: 'opt', content: 'data' }],
  ['PDAN', { at: 1, content: 'deck' }],
  ['PDRE', { at: 1, extension: 'pds', content: 'data' }],
  ['RMRE', { at: 1, extension: 'rom', content: 'data' }],
  ['/GRE', { at: 1, extension: 'gsav', content: 'data' }],
  ['/CMA', { at: 1, onlyIf: [[4, /^$/]], content: 'data' }],
  ['/IMA', { at: 2, onlyIf: [[1, /^REST/i]], extension: ['bmp', 'img'], content: 'data' }],
  ['/TXT', { at: 3, onlyIf: [[1, /^FILE/i]], content: 'data' }],
  ['/ANF', { at: 2, onlyIf: [[1, /^RESU/i]], extension: 'anim', content: 'data' }],
  // It means a file only where pressures are mapped.
  ['READ', { at: 1, isAlone: true, content: 'data' }],
]);
/** Commands that read a file only under their whole names, since others begin alike. */
const wholeNames: ReadonlyMap<string, RegExp> = new Map([
  ['FILE', /^FILE(?:AUX[23])?$/],
  ['READ', /^READ$/],
]);
/** The name of a job that was given none. */
const defaultJob = 'file';
/** Commands that run the solver, which then writes results. */
const solvers: ReadonlySet<string> = new Set(['SOLV', 'LSSO', 'MSSO', 'PSOL']);

/** Commands that write files. Those that read the model of another program write commands of their own for it. */
const writers: ReadonlySet<string> = new Set(
  (
    '*CRE *CFO *MWR *EXP *LSD /OUT /COP /REN /ASS /CLO /GSA /CMA /IMA /ANF CDWR PARS PASA SUSA SAVE MPWR SECW NWRI ' +
    'EWRI LGWR ABBS IGESO RESW BFIN CBDO LSWR LCWR WRIT SEOP SESY SETR HBMA ASIF VFOP RSOP OPSA PDSA RMSA ' +
    '~SAT ~PAR ~CAT ~UGI ~PRO'
  ).split(' '),
);
/** Those of them that write nothing when they read. */
const readOrWrite: ReadonlySet<string> = new Set('/CMA /IMA /ANF ASIF VFOP RSOP'.split(' '));
/** What the solver writes by itself: the commands of a superelement and of a load step. */
const writtenBySolver = /\.(?:mcom|s\d\d)$/i;
/** Commands that run another program, which may write any file. */
const programs: ReadonlySet<string> = new Set(['/SYS', '/SYP']);

const plainNames = [...readers.keys(), ...writers, ...solvers].filter((name) => /^\w/.test(name));
/** Matches lines that begin with a command that may matter, set a parameter or have several commands; most do not. */
const relevant = new RegExp(`^\\s*(?:[/*~]|${plainNames.join('|')}|(?![\\s\\d!+.(-])[^=$]*[=$])`, 'i');
/** Commands whose arguments are text, up to the end of the line. */
const texts: ReadonlySet<string> = new Set('/COM C*** /TIT /STI /TLA /SYS /SYP *ABB *CFW'.split(' '));
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
    let lines = 0;
    let others = 0;
    let includes = 0;
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

  read(lines, report) {
    const run = new Run(report);
    let skips = false;
    for (const { number, text } of lines) {
      if (skips) {
        // A format goes on over lines that end with this sign.
        skips = text.trimEnd().endsWith('&');
        continue;
      }
      if (!relevant.test(text)) continue;
      for (const command of toCommands(text)) {
        run.execute(number, command);
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
  /** The names of files without folder and extension, in upper case. */
  readonly #written = new Set<string>();
  readonly #parameters = new Set<string>();
  #openConditions = 0;
  #hasJumped = false;
  #isInMacro = false;
  /** Whether the deck has begun to map pressures. */
  #isMapping = false;
  #includes = false;
  #hasLibrary = false;
  #isElsewhere = false;
  #mayWriteAny = false;
  /** Undefined until the deck sets one: it was given to the solver at its start. */
  #job: string | undefined;
  #writesUnknownJob = false;
  #solvesUnknownJob = false;

  readonly #report: ReportItem;

  constructor(report: ReportItem) {
    this.#report = report;
  }

  execute(line: number, command: Command): void {
    const { key, name, fields } = command;
    if (name === '*IF') {
      const action = fields.findLast((field) => field.trim() !== '')?.trim() ?? '';
      if (/^then$/i.test(action)) this.#openConditions++;
      this.#hasJumped ||= action.startsWith(':');
    } else if (name === '*GO') this.#hasJumped = true;
    else if (name.startsWith('*ENDI')) this.#openConditions = Math.max(0, this.#openConditions - 1);
    else if (name === '*END') this.#isInMacro = false;
    else if (name === '/EOF' || key === '/EXI') this.hasEnded = !this.#isInMacro && !this.#isConditional;
    else if (name === '/CWD' || key === '/PSE') this.#changeFolder(line, fields[1] ?? '');
    else if (key === '/FIL') this.#job = unquote(fields[1] ?? '');
    else if (key === '/MAP') this.#isMapping = true;
    else if (setters.has(key) || name === '*SET' || name === '*DO' || name === '*DIM')
      this.#setParameter(fields[1] ?? '');
    else if (assignment.test(fields[0] ?? '')) {
      this.#setParameter(assignment.exec(fields[0] ?? '')?.[1] ?? '');
    } else {
      const found = this.#findReaders(command);
      for (const reader of found) this.#refer(line, command, reader);
      const onlyReads = found.length > 0 && readOrWrite.has(key);
      const writes = solvers.has(key) || writers.has(key) || writers.has(name.slice(0, 5));
      if (writes && !onlyReads) this.#write(command);
      this.#mayWriteAny ||= programs.has(key);
      if (key === '*CRE') this.#isInMacro = true;
    }
  }

  get #isConditional(): boolean {
    return this.#openConditions > 0 || this.#hasJumped;
  }

  #changeFolder(line: number, field: string): void {
    const folder = unquote(field);
    if (folder === '' || folder === misquoted || folder.length > maxFileNameLength) return;
    if (this.#isParameter(field) || inHome.test(folder)) this.#isElsewhere = true;
    else if (!/^(?:OFF|STAT)$/i.test(folder)) this.#report({ line, folder });
  }

  /** Any argument may be the name of a file. Without one, the file has that of the job, as all results. */
  #write({ key, fields }: Command): void {
    const names = fields
      .slice(1)
      .map(unquote)
      .filter((name) => name !== '');
    for (const name of names) {
      if (name.includes('%') || this.#written.size === maxKeptNames) this.#mayWriteAny = true;
      else this.#written.add(toStem(name));
    }
    const hasSolved = solvers.has(key);
    if (!hasSolved && (names.length > 1 || !/^\w/.test(key))) return;
    this.#written.add(toStem(this.#job ?? defaultJob));
    if (this.#job !== undefined) return;
    if (hasSolved) this.#solvesUnknownJob = true;
    else this.#writesUnknownJob = true;
  }

  #findReaders({ key, name, fields }: Command): readonly Reader[] {
    const found = readers.get(key) ?? readers.get(name.slice(0, 5));
    if (found === undefined || wholeNames.get(key)?.test(name) === false) return [];
    if (key === 'READ' && !this.#isMapping) return [];
    return [found]
      .flat()
      .filter(({ onlyIf = [] }) => onlyIf.every(([at, is]) => is.test(unquote(fields[at] ?? ''))));
  }

  #refer(line: number, command: Command, reader: Reader): void {
    const { key, fields } = command;
    const spellings = spell(reader, fields);
    const [first] = spellings;
    if (first === undefined || (key === '/INP' && terminals.has(first.toUpperCase()))) return;
    const uncheckable = this.#findReason(command, reader, spellings);
    const reference: Reference = {
      line,
      name: first,
      content: reader.content,
      ...(uncheckable !== undefined && { uncheckable }),
    };
    this.#report(mayBeHere(reference) && spellings.length > 1 ? { ...reference, spellings } : reference);
    this.#includes ||= key === '*USE' || key === '/INP';
    this.#hasLibrary ||= key === '*ULI';
  }

  #findReason(
    { key, fields }: Command,
    reader: Reader,
    spellings: readonly string[],
  ): UncheckableReason | undefined {
    if (this.#isElsewhere || pickFields(reader, fields).some((part) => this.#isParameter(part)))
      return 'parameter';
    if (spellings.some((spelling) => inHome.test(spelling))) return 'variable';
    if (key === '/INP' && spellings.some((spelling) => ofInterface.test(spelling))) return 'installation';
    const [first = ''] = spellings;
    const stem = toStem(first);
    if (this.#written.has(stem) || writtenBySolver.test(first)) return 'output';
    const isOfUnknownJob = reader.isResult === true ? this.#solvesUnknownJob : this.#writesUnknownJob;
    const mayBeOfJob = reader.isResult === true || reader.extension !== undefined;
    if (isOfUnknownJob && mayBeOfJob && reader.content === 'data') return 'output';
    if (key === 'MPRE' && /^\s*LIB/i.test(fields[4] ?? '')) return 'installation';
    if (key === '*USE' && ofInstallation.has(stem)) return 'installation';
    const mayBeShared = isShared(key, fields, first);
    // The name may be that of a block of a library of macros; and what another file includes may solve.
    const isOptional =
      (this.#hasLibrary && key === '*USE' && mayBeShared) || (this.#includes && reader.isResult === true);
    if (this.#isConditional || this.#mayWriteAny || isOptional) return 'optional';
    return mayBeShared ? 'library' : undefined;
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

  #setParameter(name: string): void {
    if (this.#parameters.size < maxKeptNames) this.#parameters.add(name.trim().toUpperCase());
  }
}

/** Whether the solver also looks for a file in folders of the installation and of the user, as it has no folder. */
function isShared(key: string, fields: readonly string[], name: string): boolean {
  if (key === 'SECR') return !/[/\\]/.test(name) && !/^\s*'?MESH/i.test(fields[4] ?? '');
  return key === '*USE' && /^[^./\\]*$/.test(name);
}

/** The fields with the name, the extension and the folder. */
function pickFields({ at, isAlone, hasFolder }: Reader, fields: readonly string[]): string[] {
  if (isAlone === true) return [fields[at] ?? ''];
  return fields.slice(at, at + (hasFolder === false ? 2 : 3));
}

/** The possible names of a file, the first choice first; none if there is no name. */
function spell(rules: Reader, fields: readonly string[]): string[] {
  const [name = '', given = '', folder = ''] = pickFields(rules, fields).map((field) => unquote(field));
  if (name === '' || [name, given, folder].includes(misquoted)) return [];
  const names = [given === '' ? name : `${name}.${given}`];
  if (given === '' && rules.extension !== undefined && !/\.[^./\\]*$/.test(name)) {
    const { extension } = rules;
    const extensions = typeof extension === 'function' ? [extension(fields)] : [extension].flat();
    for (const one of extensions) names.push(`${name}.${one}`);
  }
  if (folder !== '' && !/^\d+$/.test(folder)) {
    const paths = names.map((one) => `${folder}${/[/\\]$/.test(folder) ? '' : '/'}${one}`);
    names.splice(0, rules.hasFolder === true ? names.length : 0, ...paths);
  }
  return names.every((one) => one.length <= maxFileNameLength) ? names : [];
}

/** The text of a field. */
function unquote(field: string): string {
  const text = field.trim();
  if (!text.includes("'")) return text;
  return /^'[^']*'$/.test(text) ? text.slice(1, -1).trim() : misquoted;
}

/** The name of a file without its folder and extension. */
function toStem(name: string): string {
  return name
    .replace(/^.*[/\\]/, '')
    .replace(/\.\w*$/, '')
    .toUpperCase();
}

/**
 * The commands of a line. A `$` separates them, and `!` begins a comment, except within quotes. A comma separates
 * fields, except within the parentheses of an index.
 */
function toCommands(text: string): Command[] {
  const commands: Command[] = [];
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
      if (programs.has(key)) commands.push({ key, name: key, fields: [key] });
      return commands;
    }
    if (!isEnd) continue;
    const first = (fields[0] ?? '').trim();
    const name = word.exec(first)?.[0].toUpperCase() ?? '';
    const isCommand = name.length === first.length || assignment.test(first);
    if (isCommand) commands.push({ key: name.slice(0, 4), name, fields: [first, ...fields.slice(1)] });
    if (character !== '$') return commands;
    fields = [];
    depth = 0;
  }
  return commands;
}
