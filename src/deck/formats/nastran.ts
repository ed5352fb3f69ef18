import {
  type Certainty,
  type DeckFormat,
  type DeckLine,
  maxFileNameLength,
  type Reference,
  type ReportItem,
  type UncheckableReason,
} from '../core/deckFormat';

/** Input files of Nastran and of OptiStruct, which share their statements. */
export const nastran: DeckFormat = {
  id: 'nastran',
  extensions: ['.bdf', '.nas', '.fem', '.dat', '.blk', '.bulk', '.inc', '.pch', '.asm', '.parm'],
  lookIn: ['includingFile', 'mainFile'],
  recognise,
  read,
};

/** Maximum length of a statement over all of its lines; characters. */
const maxStatementLength = 4096;

const include = /^include(?=[\s='"])\s*=?/i;
/** Statements with other files, or with the databases that `ASSIGN` has named; a comma at the end continues them. */
const other = /^(?:assign(?=[\s,])|dblocate\b|dbload\b|restart\b|loadlib(?=[\s,=]))/i;
const end = /^enddata\b/i;
/** Matches a line that may be a statement that is read: nearly all lines are numbers and cards. */
const mayBegin = /^[ \t]*(?:e|i|as|db|res|loadl)/i;
/** Matches a text up to the comment at its end, or up to a quote that stays open, which is the second group. */
const parts = /^((?:'[^']*'|"[^"]*"|(?<![\s'"])\$|[^'"$])*)(['"]?)/;

/** A statement whose quote is still open, or that goes on. */
interface Statement {
  readonly line: number;
  text: string;
  /** The quote that has to follow, or none. */
  quote: string;
  /** The rest of the line with the first of that quote. */
  quoted: string;
}

function read(lines: Iterable<DeckLine>, report: ReportItem): void {
  const databases: Databases = new Map();
  let open: Statement | undefined;
  for (const { number, text } of lines) {
    if (open === undefined && !mayBegin.test(text)) continue;
    const trimmed = text.trim();
    if (end.test(trimmed)) break;
    // A statement inside an open quote shows that the quote was never meant to go on.
    if (include.test(trimmed) || other.test(trimmed)) {
      reportOpenQuote(open, report);
      open = { line: number, text: '', quote: '', quoted: '' };
    }
    if (open === undefined || trimmed === '' || trimmed.startsWith('$')) continue;
    append(open, trimmed);
    if (open.text.length > maxStatementLength) {
      reportOpenQuote(open, report);
      open = undefined;
    } else if (open.quote === '' && !(open.text.endsWith(',') && other.test(open.text))) {
      const found = include.test(open.text) ? readInclude(open) : readOther(open, databases);
      for (const reference of found) report(reference);
      open = undefined;
    }
  }
  reportOpenQuote(open, report);
}

/** Reports the name in a statement that no solver can read, because its quote is never closed. */
function reportOpenQuote(statement: Statement | undefined, report: ReportItem): void {
  if (statement === undefined || statement.quote === '') return;
  const { line, text, quoted } = statement;
  const name = quoted.trim();
  // A longer name is none.
  if (name === '' || name.length > maxFileNameLength) return;
  report({ line, name, uncheckable: 'quotationMark', content: include.test(text) ? 'deck' : 'data' });
}

/** Adds a line without the comment at its end. */
function append(statement: Statement, line: string): void {
  const text = statement.quote + line.slice(0, maxStatementLength + 1);
  const [, closed = '', quote = ''] = parts.exec(text) ?? [];
  // The quote may be closed behind what is read of a line that is too long.
  if (quote !== '' && statement.quote === '')
    statement.quoted = line.length > maxStatementLength ? '' : text.slice(closed.length + 1);
  statement.text += (quote === '' ? closed.trimEnd() : text).slice(statement.quote.length);
  statement.quote = quote;
}

function readInclude({ line, text }: Statement): Reference[] {
  const written = text.replace(include, '').trim();
  const [, single, double] = /^(?:'([^']*)'|"([^"]*)")$/.exec(written) ?? [];
  const quoted = (single ?? double)?.trim();
  const name = quoted ?? written.replace(/['"]/g, '').replace(/,$/, '').trim();
  if (name === '') return [];
  // Nastran joins parts that are quoted one by one, and changes the case of those that are not.
  const reason =
    findReason(name) ?? (quoted === undefined && /[\s'",]/.test(written) ? 'expression' : undefined);
  // OptiStruct finds a compressed file under the name without its extension.
  const spellings = /\.gz$/i.test(name) ? [name] : [name, `${name}.gz`];
  return [{ line, name, ...(reason !== undefined && { uncheckable: reason }), spellings, content: 'deck' }];
}

/** The files of databases by the names that the deck gives them, in upper case. */
type Databases = Map<string, Reference>;

/** Matches `ASSIGN INPUTT4='modes.op4' UNIT=11` of Nastran: what the file is for, its name, and the rest. */
const assignment = /^assign\s+(\w+)\s*=\s*(?:'([^']*)'|"([^"]*)"|([^\s,'"]+))(.*)$/i;
/** Statements that only read a file, unless its status is said to be another one. */
const inputs: ReadonlySet<string> = new Set(['INPUTT2', 'INPUTT4']);
/** Matches `ASSIGN,H3DDMIG,AX,ring.h3d` of OptiStruct. All of these are read. */
const external =
  /^assign\s*,\s*(?:akusmod|dac|engine|excinp|extlod|getdisp|h3ddmig|op2dmig|op4dmig|punch|rpc|rsp)\s*,(.*)$/i;
/** Matches `LOADLIB = DRESP3, GROUP, lib.so` of OptiStruct: the kind, and the rest. */
const library = /^loadlib[\s,=]+(\w+)[\s,]+\w+[\s,]+(.*)$/i;
/** Matches `RESTART = wing` of OptiStruct, which has no such words as Nastran. */
const restart = /^restart\s*=\s*([^\s,=()]+)$/i;
const logical = /\blogical\s*=\s*\(?\s*(\w+)/i;

function readOther({ line, text }: Statement, databases: Databases): Reference[] {
  const create = (written: string, uncheckable?: UncheckableReason): Reference => {
    const name = written.trim();
    const reason = findReason(name) ?? uncheckable;
    return { line, name, ...(reason !== undefined && { uncheckable: reason }), content: 'data' };
  };
  const [, use = '', single, double, bare, rest = ''] = assignment.exec(text) ?? [];
  const assigned = single ?? double ?? bare;
  if (assigned !== undefined && assigned.trim() !== '') {
    const status = /(?:^|[\s,=])(old|new|unknown)(?=[\s,]|$)/i.exec(rest)?.[1]?.toLowerCase();
    const isInput = inputs.has(use.toUpperCase());
    if (status === 'old' || (isInput && status === undefined)) return [create(assigned)];
    if (isInput && status === 'unknown') return [create(assigned, 'optional')];
    databases.set(use.toUpperCase(), create(assigned));
    return [];
  }
  const [, kind = '', path = ''] = library.exec(text) ?? [];
  const names = path === '' ? listExternal(text) : [path.replace(/^['"(]|['")]$/g, '')];
  // A material is also looked for in folders of the system.
  const isShared = /^MATUSR$/i.test(kind) && !/[/\\]/.test(path);
  const found = names.map((name) => create(name, isShared ? 'library' : undefined));
  const prefix = restart.exec(text)?.[1];
  if (prefix !== undefined) found.push({ ...create(prefix), spellings: [`${prefix}.sh`, prefix] });
  const database = databases.get(logical.exec(text)?.[1]?.toUpperCase() ?? '');
  if (database !== undefined && !/^(?:assign|loadlib)/i.test(text)) found.push(database);
  return found;
}

/** The files among the fields, which may also be numbers and names of matrices. */
function listExternal(text: string): string[] {
  const fields = external.exec(text)?.[1]?.split(',') ?? [];
  return fields
    .map((field) => field.trim().replace(/^(['"])(.*)\1$/, '$2'))
    .filter((field) => /[./\\]/.test(field));
}

function findReason(name: string): UncheckableReason | undefined {
  if (/\$|%[^%]*%|^~/.test(name)) return 'variable';
  // One letter alone is a drive of Windows.
  if (/^\w{2,}:/.test(name)) return 'symbol';
  return /[*?]/.test(name) ? 'expression' : undefined;
}

/** Statements above the bulk data with which a file begins, and any other one with an equals sign. */
const control =
  /^(?:analysis\s*(?:\$|$)|(?:acquire|alter|app|assign|begin|cend|compile|connect|dbload|dblocate|diag|domainsolver|echoo(?:n|ff)|expand|format|geomcheck|id|include|init|memory|nastran|output|param|proj|restart|screen|sol|subcase|syssetting|time|%(?:def|set)rep\w*)(?=[\s,=('"]|$)|[a-z]\w*\s*(?:\([^()=]*\)\s*)?=)/i;

/** Only Nastran has a line of this kind, but a text about Nastran may quote one. */
const section =
  /^(?:cend\s*|begin[\s,]+(?:(?:bulk|super|auxmodel|arbmodel|massid|module|trmc)[\s=,\d]*)+)(?:\$.*)?$/i;

/** Bulk data with the number behind its name. Names that other programs have too need the columns or a comma. */
const card = new RegExp(
  `^(?:${[
    '(?:force|moment|load|temp|spc|mpc)(?=\\*| [ *]|\\s*,)',
    'grid|grdset|spoint|cord[12][rcs]|rbar|rbe[123]|conm[12]|conrod|plotel|spcadd|mpcadd|spc1|eigrl?|rload[12]',
    'c(?:quad[48r]?|tria[36r]|tetra|hexa|penta|pyram|bar|beam|rod|bush|shear|tube|elas[1-4]|damp[1-5]|gap)',
    'p(?:shell|solid|comp[gp]?|barl?|beaml?|rod|bush|shear|elas|damp|gap|load[1-4])',
    'mat(?:[1-9]|t[1-9]|s1)|[cp]aero[1-5]|spline[1-7]|flutter|flfact|desvar|dresp[123]|dvprel[12]|set[13]|table[dm][1-4]',
  ].join('|')}) ?\\*?(?:\\s+|\\s*,\\s*)[\\d,]`,
  'i',
);

/** A file may consist of includes alone. Many languages have such files too, but with names of another kind. */
const loneInclude =
  /^include(?:\s*=\s*|\s+|(?=['"]))(?:'([^'"<>;]+)'|"([^'"<>;]+)"|([^\s'"<>;]+))\s*(?:\$.*)?$/i;
/** The first line of an include whose name goes on, and its last one. */
const firstPart = /^include(?:\s*=)?\s*['"][^'"<>;]*$/i;
const lastPart = /^([^'"<>;]*)['"]\s*(?:\$.*)?$/;
const deckName = /\.(?:bdf|dat|nas|fem|inc|pch|blk|asm|parm|op2|op4)$/i;

/** Extensions that no other program gives to a file of includes. */
const ownExtensions = new Set(['.bdf', '.nas', '.fem']);

function recognise(head: string, extension = ''): Certainty | undefined {
  let isFirst = true;
  let hasOnlyIncludes = true;
  let hasOwnName = ownExtensions.has(extension);
  let isOpen = false;
  let cards = 0;
  for (const line of head.split('\n')) {
    const text = line.trim();
    if (text === '' || /^(?:[$#]|\/\/)/.test(text)) continue;
    // A fence of Markdown, whose headings look like comments, or a text in a program in Python.
    if (text.startsWith('```') || /'''|"""/.test(text)) return undefined;
    if (isFirst && !control.test(text) && !card.test(text)) return undefined;
    if (section.test(text)) return 'certain';
    if (card.test(text) && ++cards === 3) return 'certain';
    isFirst = false;
    if (!hasOnlyIncludes) continue;
    // Fortran indents its includes.
    const isBegun: boolean = !isOpen && !/^\s/.test(line.replace(/^\ufeff/, ''));
    const match: RegExpExecArray | null =
      isOpen || isBegun ? (isOpen ? lastPart : loneInclude).exec(text) : null;
    // One of the groups matches, by the quotes.
    const name: string | undefined = match?.slice(1).join('').trim();
    isOpen = name === undefined && (isOpen ? !/['"<>;]/.test(text) : isBegun && firstPart.test(text));
    hasOnlyIncludes = isOpen || (name !== undefined && deckName.test(name));
    // Many programs have names that end with .inc, and some without quotes names that end with .dat.
    const others = /['"]/.test(text) ? /\.inc$/i : /\.(?:inc|dat)$/i;
    hasOwnName ||= name !== undefined && !others.test(name);
  }
  return cards > 0 || (hasOnlyIncludes && hasOwnName && !isOpen) ? 'possible' : undefined;
}
