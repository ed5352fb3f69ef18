import { CodeScanner, type CodeSyntax, scanText, type Token } from '../core/codeScanner';
import type { Certainty, DeckFormat, Reference, UncheckableReason } from '../core/deckFormat';

const syntax: CodeSyntax = {
  pieces: /\/\/|\/\*|#\{|[;{}()[\]"]|[^\s;{}()[\]"/]+/g,
  enclosures: new Map([
    ['/*', { end: '*/', isString: false }],
    // C++ for `#calc`, `#codeStream` and the like, whose own `#include` is for the compiler.
    ['#{', { end: '#}', isString: false }],
    ['"', { end: '"', isString: true }],
  ]),
  hasEscapes: true,
  maxString: 4096,
};

/** The directives that take a file, with the reason why it cannot be checked. */
const includes: ReadonlyMap<string, UncheckableReason | undefined> = new Map([
  ['#include', undefined],
  ['#includeIfPresent', 'optional'],
  ['#sinclude', 'optional'],
  ['#includeEtc', 'installation'],
  ['#sincludeEtc', 'installation'],
  ['#includeFunc', 'installation'],
  ['#includeModel', 'installation'],
  ['#includeConstraint', 'installation'],
]);
/** The directives whose file is `name.gz`, or else `name.orig`, if there is no `name`. */
const opensVariants: ReadonlySet<string> = new Set(['#include', '#includeIfPresent', '#sinclude']);
/** The directives that also take a name without quotes. */
const namedByWord: ReadonlySet<string> = new Set(['#includeFunc', '#includeModel', '#includeConstraint']);

/** The folders of the case with files that these directives prefer to those of the installation. */
const folderOf: ReadonlyMap<string, string> = new Map([
  ['#includeFunc', 'system'],
  ['#includeModel', 'constant'],
  ['#includeConstraint', 'system'],
]);

/**
 * Matches names that contain a variable, or begin with a place that depends on the user, the installation or the
 * folder in which the solver is started: `~/`, `<etc>/`, `./`.
 */
const variables = /\$|^[~<]|^\.\//;

/** Entries with a file that is always read. */
const requiredFiles: ReadonlySet<string> = new Set([
  'foamChemistryFile',
  'foamChemistryThermoFile',
  'timeDataFileName',
  'CHEMKINFile',
  'CHEMKINThermoFile',
  'CHEMKINTransportFile',
  'chemkinFile',
  'chemkinThermoFile',
  'chemkinTransportFile',
]);
/** Entries with a file that is read, or is written by some of those who use these names. */
const otherFiles: ReadonlySet<string> = new Set([
  'file',
  'fileName',
  'fileToUpdate',
  'path',
  'surface',
  'template',
]);
/**
 * Entries with the name of a file in `constant`, which need not say so, and whether it is always read. The others belong
 * to methods that a case may describe without using them.
 */
const filesInConstant: ReadonlyMap<string, boolean> = new Map([
  ['positionsFile', true],
  ['inputFile', true],
  ['lookUpTableFileName', false],
  ['dataFile', false],
]);
/** Entries with the name of a surface, of edges or of a volume, relative to the case, that cfMesh always reads. */
const filesOfCase: ReadonlySet<string> = new Set(['surfaceFile', 'edgeFile']);
/** Entries with a list of files and the times at which each is read. */
const filesByTime: ReadonlySet<string> = new Set(['timeVsFile', 'fileVsTime']);

/**
 * Boundary conditions that read the points of their patch from the case, and whether they always do: the others may have
 * all of their values in the dictionary.
 */
const mappedConditions: ReadonlyMap<string, boolean> = new Map([
  ['timeVaryingMapped', true],
  ['timeVaryingMappedFixedValue', true],
  ['timeVaryingMappedTotalPressure', true],
  ['turbulentDFSEMInlet', false],
  ['turbulentDigitalFilterInlet', false],
]);

/** What precedes the name of a surface in an entry; in a list, and as the key of a dictionary, it is another one. */
const surfaceKeys: ReadonlySet<string> = new Set(['file', 'surface', 'surfaceName', 'surfaces']);
const surfaceName = /\.(?:ac|ftr|gts|nas|obj|off|ply|smesh|stlb?|tri|vtk|vtp|x3d)(?:\.gz)?$/i;
/** Where surfaces are: the folders of the variants by Foundation and by OpenCFD, and that of the case. */
const surfaceFolders = ['constant/geometry/', 'constant/triSurface/', ''];

/** Matches the lines of a list of numbers, which are most of a large file and name nothing. */
const numbers = /^[\s\d.eE+()-]*\d[\s\d.eE+()-]*$/;

/** Matches the class of a file that is a list of numbers, in which no directive is read. */
const listClass = /^\s*class\s+(?:\w*List|(?:label|scalar|vector|(?:symmT|sphericalT|t)ensor)Field)\s*;/;
/** The lines in which the class is looked for. */
const maxHeaderLines = 40;

/** The dictionaries of OpenFOAM. */
export const openFoam: DeckFormat = {
  id: 'openFoam',
  extensions: [],
  lookIn: ['includingFile'],
  recognise,
  read(lines, report) {
    const scanner = new CodeScanner(syntax);
    const surfaces = new Set<string>();
    let before = ';';
    let directive: string | undefined;
    let conditions = 0;
    const place = new Place();
    const patches = new MappedPatches();
    for (const line of lines) {
      if (line.number <= maxHeaderLines && listClass.test(line.text)) return;
      if (directive === undefined && !scanner.isInside && numbers.test(line.text)) continue;
      for (const token of scanner.scan(line)) {
        const reference =
          directive === undefined
            ? undefined
            : toReference(directive, token, { isConditional: conditions > 0 });
        if (reference !== undefined) report(reference);
        const word = token.kind === 'word' ? token.text : '';
        if (word === '#if' || word === '#ifeq') conditions++;
        else if (word === '#endif') conditions = Math.max(0, conditions - 1);
        directive = includes.has(word) ? word : undefined;
        place.follow(token, before);
        const points = patches.follow(token, before);
        if (points !== undefined)
          report(conditions > 0 ? { ...points, uncheckable: points.uncheckable ?? 'optional' } : points);
        const isValue = reference === undefined && directive === undefined;
        const file = isValue ? (findFileOfKey(token, before, place) ?? findFile(token, before)) : undefined;
        before = token.text;
        // Other entries mention a surface again, under the same name.
        if (file === undefined || surfaces.has(file.name)) continue;
        if (surfaceName.test(file.name)) surfaces.add(file.name);
        report(conditions > 0 ? { ...file, uncheckable: file.uncheckable ?? 'optional' } : file);
      }
    }
  },
};

/** @param isConditional whether the directive may be skipped */
function toReference(
  directive: string,
  { kind, text, line }: Token,
  { isConditional }: { readonly isConditional: boolean },
): Reference | undefined {
  if (kind !== 'string' && !(kind === 'word' && namedByWord.has(directive))) return undefined;
  if (text === '' || text.includes('\n')) return undefined;
  const name = text.replaceAll('\\"', '"');
  const folder = folderOf.get(directive);
  const ofCase = folder === undefined ? toCasePath(name) : `${folder}/${name}`;
  const hasVariable = ofCase === undefined && variables.test(name);
  const uncheckable =
    includes.get(directive) ??
    (hasVariable ? 'variable' : undefined) ??
    (isConditional ? 'optional' : undefined);
  const endings = opensVariants.has(directive) && !hasVariable ? ['.gz', '.orig'] : [];
  return {
    line,
    name,
    ...(uncheckable !== undefined && { uncheckable }),
    // No case has such a file.
    ...(directive.endsWith('Etc') && { lookIn: [] }),
    ...(ofCase !== undefined
      ? spellInCase([ofCase], endings)
      : endings.length > 0 && { spellings: [name, ...endings.map((ending) => name + ending)] }),
    content: 'deck',
  };
}

/** Where in a dictionary a token is, as far as that says what it is. */
class Place {
  /** Whether the value of the entry is a list of files. */
  isListOfFiles = false;
  /** The number of dictionaries around. */
  #depth = 0;
  /** That number in the outermost one that describes a method which may not be used; undefined outside of any. */
  #unusedFrom: number | undefined;

  get mayBeUnused(): boolean {
    return this.#unusedFrom !== undefined;
  }

  /** @param before the token before */
  follow({ kind, text }: Token, before: string): void {
    if (text === '{') {
      this.#depth++;
      if (before.endsWith('Coeffs')) this.#unusedFrom ??= this.#depth;
    } else if (text === '}') {
      if (this.#unusedFrom === this.#depth) this.#unusedFrom = undefined;
      this.#depth--;
    } else if (text === ';') this.isListOfFiles = false;
    else if (kind === 'word' && filesByTime.has(text)) this.isListOfFiles = true;
  }
}

interface Dictionary {
  readonly name: Pick<Token, 'kind' | 'text'>;
  /** The boundary condition that reads points, as far as it is one. */
  condition?: Pick<Token, 'text' | 'line'>;
  /** Its entries that say where the points are. */
  dataDir?: string;
  points?: string;
}

/** The patches of a field whose boundary conditions read points from `constant/boundaryData`. */
class MappedPatches {
  /** The dictionaries around, the innermost one last. */
  readonly #around: Dictionary[] = [];
  #last: Pick<Token, 'kind' | 'text'> = { kind: 'sign', text: ';' };

  /**
   * @param before the token before
   * @returns the points of the patch whose dictionary ends here
   */
  follow(token: Token, before: string): Reference | undefined {
    const { kind, text } = token;
    const name = this.#last;
    this.#last = token;
    if (kind === 'sign' && text === '{') this.#around.push({ name });
    else if (kind === 'sign' && text === '}') {
      const ended = this.#around.pop();
      const isPatch = ended?.condition !== undefined && this.#around.at(-1)?.name.text === 'boundaryField';
      return isPatch ? findPoints(ended) : undefined;
    } else if (kind !== 'sign') {
      const inner = this.#around.at(-1);
      if (inner === undefined) return undefined;
      if (before === 'type' && mappedConditions.has(text)) inner.condition = token;
      else if (before === 'dataDir' || before === 'points') inner[before] = text;
    }
    return undefined;
  }
}

/** The file with the points of a patch. */
function findPoints({ name, condition, dataDir, points = 'points' }: Dictionary): Reference | undefined {
  const folder = dataDir === undefined ? 'constant/boundaryData' : toCasePath(dataDir);
  if (condition === undefined || folder === undefined || !/^[\w.-]+$/.test(points)) return undefined;
  const path = `${folder}/${name.text}/${points}`;
  const file = { line: condition.line, name: path, content: 'data' as const };
  // A name in quotation marks stands for all patches that it matches.
  if (name.kind === 'string' && /[^\w-]/.test(name.text)) return { ...file, uncheckable: 'expression' };
  const isRead = mappedConditions.get(condition.text) === true;
  return { ...file, ...spellInCase([path]), ...(!isRead && { uncheckable: 'optional' }) };
}

/** The file of an entry that needs no more than its key to tell where it is. */
function findFileOfKey({ kind, text: name, line }: Token, key: string, place: Place): Reference | undefined {
  if (kind === 'sign' || name === '' || name === 'none' || name.includes('\n')) return undefined;
  const isInConstant = filesInConstant.has(key);
  const isListed = place.isListOfFiles && kind === 'string';
  if (!isInConstant && !filesOfCase.has(key) && !isListed) return undefined;
  const written = toCasePath(name) ?? (/^(?:constant|system)\/[^$]+$/.test(name) ? name : undefined);
  if (written === undefined && isListed) return undefined;
  if (written === undefined && variables.test(name))
    return { line, name, uncheckable: 'variable', content: 'data' };
  const path = written ?? (isInConstant ? `constant/${name}` : name);
  const mayBeAbsent = isInConstant && (filesInConstant.get(key) !== true || place.mayBeUnused);
  const uncheckable = mayBeAbsent ? { uncheckable: 'optional' as const } : {};
  return { line, name, ...uncheckable, ...spellInCase([path]), content: 'data' };
}

/** @param before the token before, which says whether this one names a file */
function findFile({ kind, text: name, line }: Token, before: string): Reference | undefined {
  if (kind === 'sign' || name === '' || name.includes('\n')) return undefined;
  const path = toCasePath(name) ?? (/^(?:constant|system)\/[^$]+$/.test(name) ? name : undefined);
  const mayBeSurface = /^[;{}()]$/.test(before) || surfaceKeys.has(before) || surfaceName.test(before);
  if (surfaceName.test(name) && mayBeSurface) {
    if (path === undefined && variables.test(name))
      return { line, name, uncheckable: 'variable', content: 'data' };
    const paths = path === undefined ? surfaceFolders.map((folder) => folder + name) : [path];
    return { line, name, ...spellInCase(paths), content: 'data' };
  }
  if (path === undefined) return undefined;
  const file: Reference = { line, name, ...spellInCase([path]), content: 'data' };
  if (requiredFiles.has(before)) return file;
  return otherFiles.has(before) ? { ...file, uncheckable: 'optional' } : undefined;
}

/**
 * The path in its case of a name that begins with the folder of the case.
 * @returns undefined for any other name
 */
function toCasePath(name: string): string | undefined {
  const [, ofCase, folder, inFolder] =
    /^(?:(?:\$FOAM_CASE|\$\{FOAM_CASE\}|<case>)\/+(.*)|<(constant|system)>\/+(.*))$/.exec(name) ?? [];
  const path = ofCase ?? (folder === undefined ? undefined : `${folder}/${inFolder ?? ''}`);
  return path === undefined || path === '' || variables.test(path) ? undefined : path;
}

/**
 * Files of the case by their paths.
 * @param endings after which a file is found as well
 */
function spellInCase(
  paths: readonly string[],
  endings: readonly string[] = ['.gz'],
): Pick<Reference, 'lookIn' | 'spellings'> {
  const spellings = paths.flatMap((path) =>
    path.endsWith('.gz') ? [path] : [path, ...endings.map((ending) => path + ending)],
  );
  // The first time is often copied from there when the case is run.
  const first = spellings.flatMap((path) => (path.startsWith('0/') ? [`0.orig/${path.slice(2)}`] : []));
  return { lookIn: ['case'], spellings: [...spellings, ...first] };
}

/** The directives that no other language has. */
const ownDirectives: ReadonlySet<string> = new Set([
  ...[...includes.keys()].filter((directive) => directive !== '#include'),
  '#inputMode',
  '#calc',
  '#codeStream',
  '#eval',
  '#neg',
  '#remove',
  '#ifeq',
  '#stream',
  '#message',
  '#codeInclude',
  '#codeBlock',
  '#endCodeBlock',
  '#codeDict',
]);
/** The directives that the preprocessor of C or another program has, too. */
const sharedDirectives: ReadonlySet<string> = new Set(['#if', '#else', '#elif', '#endif']);

/** Matches the frame at the beginning of a dictionary; that of source code does not say `C++`. */
const frame = /^\s*\/\*-+\*- C\+\+ -\*-+\*\\/;
/** Words with which C++ begins, and no dictionary does. */
const programWords: ReadonlySet<string> = new Set(
  'class const enum extern inline int namespace static struct template typedef union using void'.split(' '),
);
/** Matches the names of files that are usual in a case; C++ has headers without an extension, too. */
const usualName = /(?:^|\/)(?:include|system|constant|0(?:\.orig)?)\/[^/]+$|(?:Dict|Conditions|Properties)$/;
/** Matches the value of an entry that is no declaration of a variable. */
const plainValue = /^(?:[-+]?\.?\d[\d.e+-]*|on|off|yes|no|true|false|\$[\w.:]+)$/i;
const macro = /^\$[\w.:]+$/;
/** Words that precede a value in other languages. */
const otherKeys: ReadonlySet<string> = new Set('return exit throw use require goto case sleep'.split(' '));

function recognise(head: string): Certainty | undefined {
  const isFramed = frame.test(head);
  // Most texts have neither, and a word is found faster than all tokens.
  if (!isFramed && !/FoamFile|#[a-z]/i.test(head)) return undefined;
  const [first, second] = scanText(syntax, head);
  if (first?.kind === 'word' && first.text === 'FoamFile' && second?.text === '{') return 'certain';
  const tokens = [...scanText(syntax, head)];
  if (first === undefined || programWords.has(first.text)) return undefined;
  let isOwn = false;
  let includesPlainName = false;
  let includesUsualName = false;
  let isOrdered = true;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'string' || !text.startsWith('#')) continue;
    const name = tokens[index + 1];
    if (text === '#include' && name !== undefined) {
      // A name with an extension may be one of any language that has a preprocessor.
      if (name.kind !== 'string' || /\.(?:[ch]{1,2}|[ch](?:xx|pp))$/i.test(name.text)) return undefined;
      const isPlain = !/\.\w*$/.test(name.text);
      includesPlainName ||= isPlain;
      includesUsualName ||= isPlain && usualName.test(name.text);
    } else if (ownDirectives.has(text)) isOwn = true;
    else if (text !== '#include' && !sharedDirectives.has(text)) return undefined;
    isOrdered &&= !includes.has(text) || beginsStatement(tokens, index);
  }
  if (isFramed) return 'certain';
  if (!isOrdered) return undefined;
  if (isOwn) return 'possible';
  const isProgram = tokens.some(({ kind, text }) => kind === 'word' && programWords.has(text));
  if (!includesPlainName || isProgram) return undefined;
  return includesUsualName || hasEntry(tokens) ? 'possible' : undefined;
}

/** Whether there is an entry such as `nu 0.01;` or `$walls;`. */
function hasEntry(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, text }, index) => {
    if (kind !== 'word' || !beginsStatement(tokens, index)) return false;
    const second = tokens[index + 1];
    const third = tokens[index + 2];
    if (second?.text === ';') return macro.test(text);
    const isKey = /^[A-Za-z]\w*$/.test(text) && !otherKeys.has(text);
    return isKey && second?.kind === 'word' && plainValue.test(second.text) && third?.text === ';';
  });
}

/** Whether the token follows the end of an entry, the beginning of a dictionary or the argument of a directive. */
function beginsStatement(tokens: readonly Token[], index: number): boolean {
  const beforeLast = tokens[index - 2];
  const last = tokens[index - 1];
  if (last === undefined || (last.kind === 'sign' && ';{})'.includes(last.text))) return true;
  return last.text.startsWith('#') || beforeLast?.text.startsWith('#') === true;
}
