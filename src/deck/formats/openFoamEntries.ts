import type { Token } from '../core/codeScanner';
import type { LookIn, Reference } from '../core/deckFormat';

/** Entries of which the values are kept until their dictionary ends. */
const keptKeys = [
  'type',
  'surface',
  'surfaceType',
  'surfaceName',
  'file',
  'extractionMethod',
  'method',
] as const;
type KeptKey = (typeof keptKeys)[number];

/** Entries with a file that is always read. */
const requiredFiles: ReadonlySet<string> = new Set([
  ...[
    'foamChemistryFile',
    'foamChemistryThermoFile',
    'CHEMKINFile',
    'CHEMKINThermoFile',
    'CHEMKINTransportFile',
  ],
  ...['chemkinFile', 'chemkinThermoFile', 'chemkinTransportFile', 'timeDataFileName'],
]);
/** Entries with a file that is read, or is written by some of those who use these names. */
const otherFiles: ReadonlySet<string> = new Set(['file', 'fileName', 'fileToUpdate', 'path', 'surface']);

/** Values of `type` and `surface`: surfaces that are read from a file. */
const surfaceTypes: ReadonlySet<string> = new Set([
  ...[
    'triSurface',
    'closedTriSurface',
    'triSurfaceMesh',
    'closedTriSurfaceMesh',
    'distributedTriSurfaceMesh',
  ],
]);
/** Values of `type` in entries that sample on a surface read from a file. */
const sampledTypes: ReadonlySet<string> = new Set([
  ...[
    'triSurface',
    'sampledTriSurface',
    'sampledTriSurfaceMesh',
    'meshedSurface',
    'meshedSurfaceCells',
    'sampledMeshedSurface',
    'triSurfaceMesh',
  ],
]);
const surfaceName = /\.(?:ac|ftr|gts|nas|obj|off|ply|smesh|stlb?|tri|vtk|vtp|x3d)(?:\.gz)?$/i;
/** Where surfaces are: the folder of the variants of OpenFOAM by Foundation and by OpenCFD. */
const surfaceFolders = ['constant/geometry', 'constant/triSurface'];
/** The folders of feature edges, which another program extracts from the surfaces beforehand. */
const featureFolders = ['constant/extendedFeatureEdgeMesh', 'constant/geometry', 'constant/triSurface'];

/** Matches a value of another dictionary. */
export const otherDictionary =
  /\$(?:\{\$\{FOAM_CASE\}\/+([\w./-]+)![\w./!-]+\}|(\.{1,2}\/[\w./-]+)![\w./!-]+)/;

/** Matches names that contain a variable, or begin with a place that depends on the user or the installation. */
const variables = /\$|^[~<]/;
/** No list of surfaces and no name is longer; tokens. */
const maxStatement = 200;

const inCase: readonly LookIn[] = ['case'];

/**
 * The path in its case of a name that begins with the folder of the case.
 * @returns undefined for any other name
 */
export function toCasePath(name: string): string | undefined {
  const [, ofCase, folder, inFolder] =
    /^(?:(?:\$FOAM_CASE|\$\{FOAM_CASE\}|<case>)\/+(.*)|<(constant|system)>\/+(.*))$/.exec(name) ?? [];
  const path = ofCase ?? (folder === undefined ? undefined : `${folder}/${inFolder ?? ''}`);
  return path === undefined || path === '' || variables.test(path) ? undefined : path;
}

interface Dictionary {
  /** Undefined for the file itself, and for an entry of a list. */
  readonly key: Token | undefined;
  /** The first word of the list or the dictionary that it is in. */
  readonly around: string | undefined;
  readonly kept: Map<KeptKey, Token>;
  statement: Token[];
  /** Open parentheses of the statement. */
  depth: number;
}

/** Finds the entries of a dictionary that name files, apart from directives. */
export class EntryReader {
  readonly #open: Dictionary[] = [open(undefined, undefined)];

  /** @param isConditional whether the token may be skipped. @returns the files of the entry that the token ends */
  add(token: Token, isConditional: boolean): readonly Reference[] {
    const found = [...this.#add(token)];
    return isConditional
      ? found.map((one) => ({ ...one, uncheckable: one.uncheckable ?? 'optional' }))
      : found;
  }

  *#add(token: Token): Iterable<Reference> {
    const dictionary = this.#last;
    const { statement } = dictionary;
    const sign = token.kind === 'sign' ? token.text : '';
    if (sign === '{') {
      const last = statement.at(-1);
      const [first] = statement;
      const around = dictionary.depth > 0 ? first?.text : dictionary.key?.text;
      const key = last?.kind === 'sign' ? undefined : statement.pop();
      this.#open.push(open(key, around));
    } else if (sign === '}') yield* this.#close();
    else if (sign === ';') {
      yield* endStatement(dictionary);
      [dictionary.statement, dictionary.depth] = [[], 0];
    } else {
      if ('(['.includes(sign) && sign !== '') dictionary.depth++;
      if (')]'.includes(sign) && sign !== '') dictionary.depth--;
      // A directive, its arguments and what it includes have no sign at their end.
      const [first] = statement;
      const isOver = first?.text.startsWith('#') === true && first.line !== token.line;
      if (isOver) dictionary.statement = [];
      if (dictionary.statement.length < maxStatement) dictionary.statement.push(token);
      if (first?.text === '(' && dictionary.depth === 0) dictionary.statement = [];
    }
  }

  get #last(): Dictionary {
    return this.#open.at(-1) ?? open(undefined, undefined);
  }

  *#close(): Iterable<Reference> {
    const dictionary = this.#last;
    yield* endStatement(dictionary);
    yield* endDictionary(dictionary);
    if (this.#open.length > 1) this.#open.pop();
    // The list that it is in goes on.
    if (this.#last.depth <= 0) this.#last.statement = [];
  }
}

function open(key: Token | undefined, around: string | undefined): Dictionary {
  return { key, around, kept: new Map(), statement: [], depth: 0 };
}

function* endStatement({ statement, kept }: Dictionary): Iterable<Reference> {
  const [key, value, ...others] = statement;
  if (key === undefined || value === undefined) return;
  yield* statement.flatMap((token) => findOtherDictionary(token) ?? []);
  if (key.text === 'surfaces') {
    for (const one of [value, ...others]) if (surfaceName.test(one.text)) yield* referToSurface(one);
  }
  if (others.length > 0 || value.kind === 'sign') return;
  const kind = keptKeys.find((one) => one === key.text);
  if (kind !== undefined) kept.set(kind, value);
  if (requiredFiles.has(key.text)) yield* referInCase(value);
  else if (otherFiles.has(key.text) && kind !== 'file') yield* referInCase(value, 'optional');
}

function* endDictionary({ key, around, kept }: Dictionary): Iterable<Reference> {
  const file = kept.get('file');
  const surface = kept.get('surface');
  const type = kept.get('type')?.text ?? '';
  if (surfaceTypes.has(type) || surfaceTypes.has(surface?.text ?? '')) {
    const isNamed = around === 'geometry' && key !== undefined && surfaceName.test(key.text);
    yield* referToSurface(file ?? (isNamed ? key : undefined));
  } else if (around === 'features') yield* refer(file, featureFolders, 'optional');
  else if (file !== undefined) yield* referInCase(file, 'optional');
  if (sampledTypes.has(type) && surface !== undefined && surfaceName.test(surface.text))
    yield* referToSurface(surface);
  if (surfaceTypes.has(kept.get('surfaceType')?.text ?? ''))
    yield* referToSurface(kept.get('surfaceName') ?? surface);
  const method = kept.get('extractionMethod') ?? kept.get('method');
  if (method?.text === 'extractFromSurface' && key !== undefined && surfaceName.test(key.text))
    yield* referToSurface(key);
}

function referToSurface(token: Token | undefined): Reference[] {
  return refer(token, surfaceFolders);
}

function refer(token: Token | undefined, folders: readonly string[], uncheckable?: 'optional'): Reference[] {
  if (token === undefined || token.text === '' || token.text.includes('\n')) return [];
  const { line, text: name } = token;
  const path = toCasePath(name);
  if (path === undefined && variables.test(name))
    return [{ line, name, uncheckable: 'variable', content: 'data' }];
  // A path from the folder of the case is read as such by some versions.
  const whole = path ?? (/^(?:constant|system)\//.test(name) ? name : undefined);
  const paths = [
    ...(whole === undefined ? [] : [whole]),
    ...(path === undefined ? folders.map((folder) => `${folder}/${name}`) : []),
  ];
  return [{ line, name, ...(uncheckable && { uncheckable }), ...spellInCase(paths), content: 'data' }];
}

/** A file whose name begins with the folder of the case; names of other kinds are passed over. */
function referInCase(token: Token, uncheckable?: 'optional'): Reference[] {
  const { line, text: name } = token;
  const path = toCasePath(name) ?? (/^(?:constant|system)\/[^$]+$/.test(name) ? name : undefined);
  if (path === undefined || name.includes('\n')) return [];
  return [{ line, name, ...(uncheckable && { uncheckable }), ...spellInCase([path]), content: 'data' }];
}

/** The dictionary of a value such as `$../0/U!inlet` or `${${FOAM_CASE}/0/U!inlet}`. */
function findOtherDictionary({ kind, text, line }: Token): Reference | undefined {
  const [, inCaseOf, beside] = (kind === 'word' && otherDictionary.exec(text)) || [];
  if (beside !== undefined) return { line, name: beside, content: 'data' };
  return inCaseOf === undefined
    ? undefined
    : { line, name: `\${FOAM_CASE}/${inCaseOf}`, ...spellInCase([inCaseOf]), content: 'data' };
}

/**
 * Files of the case by their paths.
 * @param endings after which a file is found as well
 */
export function spellInCase(
  paths: readonly string[],
  endings: readonly string[] = ['.gz'],
): Required<Pick<Reference, 'lookIn' | 'spellings'>> {
  const spellings = paths.flatMap((path) =>
    path.endsWith('.gz') ? [path] : [path, ...endings.map((ending) => path + ending)],
  );
  // The first time is often copied from there when the case is run.
  const first = spellings.flatMap((path) => (path.startsWith('0/') ? [`0.orig/${path.slice(2)}`] : []));
  return { lookIn: inCase, spellings: [...spellings, ...first] };
}
