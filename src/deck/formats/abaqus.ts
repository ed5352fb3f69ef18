import type { Certainty, DeckFormat, DeckLine, Reference, ReportItem } from '../core/deckFormat';

/**
 * Maximum length of a line with a keyword; characters. Abaqus allows 256, CalculiX 1,320: a longer line is no such
 * line, or none that a solver accepts.
 */
const maxKeywordLine = 4096;

/** Input files of Abaqus, and of CalculiX, which took over its keywords. */
export const abaqus: DeckFormat = {
  id: 'abaqus',
  extensions: ['.inp'],
  // Both programs look in the folder where the job was started, which is that of the main file on a service.
  lookIn: ['mainFile'],
  recognise,
  // The parameters that name files, `*INCLUDE`, and keywords that read a file of the job. Blanks mean nothing.
  hint: /I\s*N\s*(?:C\s*L|P)|F\s*I\s*L\s*E|L\s*I\s*B\s*R\s*A\s*R\s*Y|D\s*Y\s*N\s*A\s*M\s*I\s*C|\*\s*(?:C\s*O\s*M\s*P\s*L\s*E\s*X|R\s*E\s*S\s*T\s*A\s*R\s*T|I\s*M\s*P\s*O|M\s*A\s*P\s*S|P\s*O\s*S\s*T\s*O|S\s*U\s*B\s*M|S\s*Y\s*M)/i,
  read,
};

/** Keywords that say which results of an earlier job are read, by a name that may lack its extension. */
const readingResults = new Set([
  'EXTERNALFIELD',
  'FIELD',
  'IMPERFECTION',
  'INITIALCONDITIONS',
  'PRESSURESTRESS',
  'TEMPERATURE',
  'USERELEMENT',
]);
const resultExtensions = ['.odb', '.fil', '.sim', '.prt', '.frd'];
/** The files of an earlier job from which an instance of a part is imported. */
const libraryExtensions = ['.odb', '.res', '.prt', '.mdl', '.stt', '.sim'];
/** The endings of the files of a substructure, which an earlier job has made. */
const substructureEndings = ['.sup', '.sim'];
/** Matches the type of an element that is a substructure, which the name of its file contains. */
const substructureType = /,TYPE=(Z\d+)(?:,|$)/i;

/** Keywords that read an earlier job, whose files the command names that starts this one. */
const readingJobs: ReadonlyMap<string, string> = new Map([
  ['IMPORT', '*IMPORT'],
  ['MAPSOLUTION', '*MAP SOLUTION'],
  ['POSTOUTPUT', '*POST OUTPUT'],
  ['SUBMODEL', '*SUBMODEL'],
  ['SYMMETRICMODELGENERATION', '*SYMMETRIC MODEL GENERATION'],
]);

/** Abaqus accepts abbreviations; `I` is short for more than one parameter of most keywords, but not of `*INCLUDE`. */
const abbreviationsOfInput = ['INP', 'INPU', 'INPUT'];

/** A byte order mark may precede the first keyword. */
const keywordLine = /^[ \t\ufeff]*\*/;
/** Matches what is between commas; those in quotes, which may stay open, separate nothing. */
const betweenCommas = /(?:[^",]|"[^"]*(?:"|$))+/g;

function read(lines: Iterable<DeckLine>, report: ReportItem): void {
  // Undefined unless the line before belongs to a keyword and ends with a comma, which continues it.
  let keyword: string | undefined;
  let hasModes = false;
  const jobs = new EarlierJobs(report);
  for (const { number, text } of lines) {
    const isKeyword = keywordLine.test(text);
    if (!isKeyword && keyword === undefined) continue;
    // Numbers are data: no parameter begins with a digit.
    if (text.length > maxKeywordLine || (!isKeyword && /^\s*[-+.\d]/.test(text))) {
      keyword = undefined;
      continue;
    }
    const packed = withoutBlanks(text);
    if (packed.startsWith('**')) continue;
    // CalculiX needs no comma after this keyword.
    const statement = text.replace(/^(\s*\*\s*INCLUDE)\s+(?=\w+\s*=)/i, '$1,');
    const [first = '', ...rest] = statement.match(betweenCommas) ?? [];
    if (isKeyword) keyword = withoutBlanks(first).slice(1).toUpperCase();
    jobs.follow(keyword ?? '', isKeyword ? number : undefined, packed);
    if (isKeyword) {
      hasModes ||=
        keyword === 'FREQUENCY' || (keyword === 'HEATTRANSFER' && /,FREQUENCY(?:,|$)/i.test(packed));
      // An earlier step of the same run writes it.
      if (readingModes.has(keyword ?? '') && !hasModes) report(createJobFile(number, '.eig'));
    }
    for (const parameter of isKeyword ? rest : [first, ...rest]) {
      const reference = readParameter(keyword ?? '', parameter, number, packed);
      if (reference !== undefined) report(reference);
    }
    if (!packed.endsWith(',')) keyword = undefined;
  }
  jobs.end();
}

/** Keywords with which CalculiX reads the modes of an earlier run. */
const readingModes = new Set(['COMPLEXFREQUENCY', 'MODALDYNAMIC', 'STEADYSTATEDYNAMICS']);

/** Reports the statements that read an earlier job, each kind once: a deck may import hundreds of parts. */
class EarlierJobs {
  readonly #report: ReportItem;
  /** The statement that is being read, which may go on over several lines. */
  #open: { readonly keyword: string; readonly line: number; readonly packed: string } | undefined;
  readonly #reported = new Set<string>();
  /** Whether an instance names the job from which parts are imported. */
  #hasLibrary = false;

  constructor(report: ReportItem) {
    this.#report = report;
  }

  /**
   * @param line that of the keyword; undefined for a line that continues it
   * @param packed the line, without blanks
   */
  follow(keyword: string, line: number | undefined, packed: string): void {
    if (line !== undefined) {
      this.end();
      this.#open = { keyword, line, packed };
    } else if (this.#open !== undefined) {
      this.#open = { ...this.#open, packed: this.#open.packed + packed };
    }
  }

  /** Nothing follows of the statement that is being read. */
  end(): void {
    if (this.#open === undefined) return;
    const { keyword, line, packed } = this.#open;
    this.#open = undefined;
    this.#hasLibrary ||= keyword === 'INSTANCE' && /,LIBRARY=/i.test(packed);
    const statement = this.#findStatement(keyword, packed);
    if (statement === undefined || this.#reported.has(statement)) return;
    this.#reported.add(statement);
    // CalculiX reads a file of the name of the deck.
    if (keyword === 'RESTART') this.#report(createJobFile(line, '.rin', statement));
    else this.#report({ line, name: statement, uncheckable: 'earlierJob', content: 'data' });
  }

  #findStatement(keyword: string, packed: string): string | undefined {
    if (keyword === 'RESTART') return /,READ(?:,|$)/i.test(packed) ? '*RESTART, READ' : undefined;
    if (keyword === 'IMPORT' && this.#hasLibrary) return undefined;
    // CalculiX names the results of the global model here.
    if (keyword === 'SUBMODEL' && /,INPUT=/i.test(packed)) return undefined;
    return readingJobs.get(keyword);
  }
}

/** A file of an earlier run that CalculiX reads under the name of the deck. */
function createJobFile(line: number, name: string, statement?: string): Reference {
  return {
    line,
    name,
    uncheckable: 'optional',
    afterDeck: { ending: '', ...(statement !== undefined && { statement }) },
    content: 'data',
  };
}

/** @param packed the whole line, without blanks */
function readParameter(
  keyword: string,
  parameter: string,
  line: number,
  packed: string,
): Reference | undefined {
  const equals = parameter.indexOf('=');
  if (equals < 0) return undefined;
  const key = withoutBlanks(parameter.slice(0, equals)).toUpperCase();
  const value = parameter.slice(equals + 1);
  if (keyword === 'INCLUDE') {
    return key !== '' && 'INPUT'.startsWith(key) ? createReference(line, value, 'deck') : undefined;
  }
  if (abbreviationsOfInput.includes(key)) return createReference(line, value, 'data');
  if (key === 'FILE' && readingResults.has(keyword))
    return createReference(line, value, 'data', resultExtensions);
  if (key === 'LIBRARY' && keyword === 'INSTANCE')
    return createReference(line, value, 'data', libraryExtensions);
  if (key === 'FILE' && keyword === 'ELEMENT') {
    const type = substructureType.exec(packed)?.[1]?.toUpperCase();
    const endings = substructureEndings.flatMap((ending) => [ending, `_${type ?? ''}${ending}`]);
    const library = createReference(line, value, 'data', endings);
    // The type, which the name of the file contains, may be on the next line.
    return library && type === undefined ? { uncheckable: 'optional', ...library } : library;
  }
  if (key === 'DATAFILE' && keyword === 'WAVE') return createReference(line, value, 'data');
  if (keyword === 'MATRIXASSEMBLE' && /^(STIFFNESS|MASS)FILE$/.test(key)) {
    return createReference(line, value, 'data');
  }
  return undefined;
}

/** Variables of the shell, its home folder, and the placeholders of templates, which a script fills in. */
const variable = /\$[\w({]|%\w+%|%\(|\{|@\w+@|__\w+__|^\s*~/;

function createReference(
  line: number,
  value: string,
  content: Reference['content'],
  extensions: readonly string[] = [],
): Reference | undefined {
  const written = value.trim();
  const quoted = /^(["'])(.*)\1$/.exec(written)?.[2];
  const name = quoted ?? written;
  if (/^"[^"]+$/.test(name)) return { line, name: name.slice(1), content, uncheckable: 'quotationMark' };
  // A name that is missing, or with a quote inside: both programs stop with an error of their own.
  if (name === '' || name.includes('"')) return undefined;
  if (/<[^<>]+>/.test(name)) return { line, name, content, uncheckable: 'parameter' };
  if (variable.test(name)) return { line, name, content, uncheckable: 'variable' };
  // An address, of which no program opens a file.
  if (/^\s*\w+:\/\//.test(name)) return { line, name, content, uncheckable: 'symbol' };
  const packed = withoutBlanks(name);
  const spell = (names: readonly string[]) => [
    ...new Set(names.flatMap((one) => [one, ...extensions.map((extension) => one + extension)])),
  ];
  // CalculiX removes all blanks, Abaqus those outside of quotes. Which of them reads the deck is not known.
  const spellings = spell(quoted === undefined ? [packed] : [name, packed]);
  const namesWithBlanks = quoted === undefined && packed !== name ? spell([name]) : undefined;
  return {
    line,
    name,
    content,
    ...((spellings.length > 1 || packed !== name) && { spellings }),
    ...(namesWithBlanks && { namesWithBlanks }),
  };
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Matches keywords with a parameter that has a value, without blanks: no other program writes these. */
const certain =
  /^\*(?:INCLUDE(?=INPUT=)|(?:AMPLITUDE|ASSEMBLY|BEAMSECTION|BOUNDARY|CONTACTPAIR|COUPLING|ELEMENT|ELPRINT|ELSET|EQUATION|HEADING|IMPERFECTION|INCLUDE|INITIALCONDITIONS|INSTANCE|MATERIAL|MEMBRANESECTION|NGEN|NFILL|NODE|NODEPRINT|NSET|ORIENTATION|OUTPUT|PART|PREPRINT|RIGIDBODY|SHELLSECTION|SOLIDSECTION|STEP|SUBMODEL|SURFACE|SURFACEINTERACTION|TEMPERATURE|TIE|TRANSFORM),(?:[A-Z-]+,)?)[A-Z-]+=./i;
const possible =
  /^\*(?:BOUNDARY|BUCKLE|CLOAD|CONDUCTIVITY|DENSITY|DLOAD|DYNAMIC|ELASTIC|ELFILE|ELPRINT|ENDPART|ENDSTEP|EQUATION|EXPANSION|FREQUENCY|HEADING|HEATTRANSFER|INCLUDE(?=,)|MPC|NODEFILE|NODEPRINT|PHYSICALCONSTANTS|PLASTIC|RESTART|SPECIFICHEAT|STATIC|STEP)(?:,|$)/i;
/** Matches keywords of LS-DYNA and its relatives. */
const foreign = /^\*(?:KEYWORD|[a-z]+_\w+)(?![\w,=])/i;

function recognise(head: string): Certainty | undefined {
  let certainty: Certainty | undefined;
  let last: string | undefined;
  let hasHeading = false;
  for (const line of head.split(/\r\n|\n|\r/)) {
    const packed = withoutBlanks(line.slice(0, maxKeywordLine));
    if (packed === '' || packed === '*' || packed.startsWith('**')) continue;
    // A blank after the asterisk makes it an item of a list, or a comment, in most other languages.
    const isKeyword = /^\s*\*[a-z]/i.test(line);
    // A deck begins with a keyword; a text about decks does not.
    if (last === undefined && !(isKeyword && /^\*(?:[\w-]+(?:,|$)|INCLUDEINPUT=)/i.test(packed)))
      return undefined;
    if (isKeyword) {
      if (foreign.test(line.trimStart())) return undefined;
      if (certain.test(packed)) certainty = 'certain';
      else if (possible.test(packed)) certainty ??= 'possible';
      last = packed.toUpperCase();
      hasHeading ||= last === '*HEADING';
    } else if (last === '*NODE' && /^\d+,/.test(packed)) {
      // LS-DYNA has the same keyword, mostly with columns instead of commas, but it has no headings.
      if (hasHeading) return 'certain';
      certainty ??= 'possible';
    }
  }
  return certainty;
}
