import type { Certainty, DeckFormat, DeckItem, DeckLine, Reference, ReportItem } from '../core/deckFormat';

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
  readonly kind: 'folder' | 'ownFolder' | Reference['content'];
  /** The line of data that holds the name, counted from 1 without comments. */
  readonly card: number;
  /** After how many lines a further name may follow, again and again. */
  readonly every?: number;
  /** How many fields precede the name on its line. */
  readonly fieldsBefore?: number;
  /** A field of the first line, counted from 0, and what it has to be. */
  readonly onlyIf?: readonly [field: number, is: RegExp];
  /** How many lines precede the first one, such as a title. */
  readonly titles?: number;
  /** A run reads the file or writes it. */
  readonly isOptional?: true;
  /** The id of the format of a deck in another format. */
  readonly format?: string;
  /** Lines of blanks are no lines of data. */
  readonly skipsBlanks?: true;
}

/** Keywords that include another keyword file, rather than meshes, curves or results for a single purpose. */
const includingDeck =
  /^(?:INCLUDE|INCLUDE_(?:TRANSFORM|AUTO_OFFSET|AUTO_OFFSET_USER|MULTISCALE|MULTISCALE_SPOTWELD|TRIM)|DUALCESE_INCLUDE_MODEL)$/;
/** Keywords that include a deck of another program, by its format. */
const includingOther: ReadonlyMap<string, string> = new Map([
  ['INCLUDE_NASTRAN', 'nastran'],
  ['INCLUDE_RADIOSS', 'radioss'],
]);
const includingData = /^(?:INCLUDE_\w+|IGA_INCLUDE_BEZIER)$/;
const madeByRun = /^INCLUDE_(?:COMPENSATION_(?:COMPENSATED|NEW|UPDATED)_|UNITCELL$)/;

const one = /^[+-]?1(?:\.0*)?$/;
const two = /^2(?:\.0*)?$/;
const three = /^3(?:\.0*)?$/;
const six = /^-?6(?:\.0*)?$/;
const nothing = /^0*(?:\.0*)?$/;

/** Other keywords with a file that is only read, by where its name is. */
const otherStatements: readonly (readonly [keywords: string, statement: Omit<Statement, 'kind'>])[] = [
  [
    'CONTROL_FORMING_PARAMETER_READ CONTROL_MPP_DECOMPOSITION_FILE_READ DEFINE_MULTI_DRAWBEADS_IGES ' +
      'DEFINE_TWINBUILDER_COUPLING EFV_FILLING_BLOCK FREQUENCY_DOMAIN_PATH FREQUENCY_DOMAIN_PATH_NOJOBID ' +
      'FREQUENCY_DOMAIN_PATH_RESIDUAL_VECTOR INITIAL_FATIGUE_DAMAGE_RATIO_D3FTG ' +
      'INITIAL_FATIGUE_DAMAGE_RATIO_D3PLOT INITIAL_VOLUME_FRACTION_LSDA INTERFACE_COMPENSATION_TRIMMING_CURVE ' +
      'INTERFACE_LINKING_FILE LOAD_SEGMENT_FILE LOAD_SEGMENT_FSILNK LOAD_SEISMIC_SSI_AUX RVE_ANALYSIS_FEM',
    { card: 1 },
  ],
  [
    'DATABASE_FREQUENCY_BINARY_D3PSD_SUMMATION DATABASE_FREQUENCY_BINARY_D3RMS_SUMMATION ' +
      'DEFINE_COORDINATE_SYSTEM_IGES INTERFACE_COMPENSATION_3D_REFINE_RIGID',
    { card: 1, every: 1 },
  ],
  ['DEFINE_SPH_MESH_OBJ', { card: 1, every: 2 }],
  ['CONTROL_MPP_DECOMPOSITION_FILE', { card: 1, isOptional: true }],
  [
    'CONTROL_REFERENCE_CONFIGURATION CONTROL_REFERENCE_CONFIGURATION_ITER DEFINE_TABLE_MATRIX ' +
      'IGA_2D_BASIS_TRANSFORM_XYZ IGA_2D_BEZIER_XYZ IGA_3D_BASIS_TRANSFORM_XYZ IGA_3D_BEZIER_XYZ',
    { card: 1, fieldsBefore: 1 },
  ],
  [
    'INITIAL_FATIGUE_DAMAGE_RATIO_D3FTG_SCALE_FACTOR INITIAL_FATIGUE_DAMAGE_RATIO_D3PLOT_SCALE_FACTOR',
    { card: 1, fieldsBefore: 1, every: 1 },
  ],
  ['FREQUENCY_DOMAIN_PATH_PARTITION', { card: 1, fieldsBefore: 2, every: 1 }],
  [
    'CHEMISTRY_CONTROL_1D CHEMISTRY_CONTROL_BLAST1D CONTROL_IMPLICIT_MODAL_DYNAMIC DEFINE_SPH_AMBIENT_DRAG ' +
      'INTERFACE_ENSIGHT LOAD_SEISMIC_SSI_AUX_ID PART_MODES',
    { card: 2 },
  ],
  ['CHEMISTRY_MODEL INTERFACE_BLANKSIZE_DEVELOPMENT', { card: 2, every: 1 }],
  ['LOAD_THERMAL_BINOUT MODULE_LOAD MODULE_LOAD_DP MODULE_LOAD_SP', { card: 2, every: 2 }],
  ['ELEMENT_DIRECT_MATRIX_INPUT ELEMENT_DIRECT_MATRIX_INPUT_BINARY', { card: 2, every: 3 }],
  ['BOUNDARY_MCOL', { card: 2, fieldsBefore: 1, every: 1 }],
  ['DATABASE_FREQUENCY_BINARY_D3SPCM', { card: 2, fieldsBefore: 1 }],
  ['CONTROL_FORMING_BESTFIT CONTROL_FORMING_BESTFIT_VECTOR', { card: 2, onlyIf: [0, one] }],
  ['ICFD_INITIAL_BIN', { card: 2, onlyIf: [0, two] }],
  ['PERTURBATION_MAT PERTURBATION_NODE PERTURBATION_SHELL_THICKNESS', { card: 2, onlyIf: [0, three] }],
  [
    'CONTROL_FORMING_ONESTEP CONTROL_FORMING_ONESTEP_QUAD CONTROL_FORMING_ONESTEP_QUAD2 CONTROL_FORMING_ONESTEP_TRIA',
    { card: 2, onlyIf: [0, six] },
  ],
  // With a number of eigenvectors, they are computed and written.
  ['CONTROL_IMPLICIT_RESIDUAL_VECTOR', { card: 2, onlyIf: [1, nothing] }],
  [
    'DEFINE_CURVE_DRAWBEAD DEFINE_CURVE_TRIM DEFINE_CURVE_TRIM_2D DEFINE_CURVE_TRIM_3D DEFINE_CURVE_TRIM_NEW',
    { card: 2, onlyIf: [1, two] },
  ],
];

const statements: ReadonlyMap<string, Statement> = new Map<string, Statement>([
  ...otherStatements.flatMap(([keywords, statement]) =>
    keywords.split(' ').map((keyword) => [keyword, { kind: 'data', ...statement }] as const),
  ),
  ['DUALCESE_MODEL', { kind: 'deck', card: 1, fieldsBefore: 1 }],
  ['MODULE_PATH', { kind: 'ownFolder', card: 1, every: 1 }],
  ['MODULE_PATH_RELATIVE', { kind: 'ownFolder', card: 1, every: 1 }],
  ['CHEMISTRY_PATH', { kind: 'ownFolder', card: 1, every: 1 }],
]);

function findStatement(keyword: string): Statement | undefined {
  const untitled = /^(DEFINE_\w+)_TITLE$/.exec(keyword)?.[1];
  const statement = statements.get(untitled ?? keyword);
  if (statement !== undefined) return untitled === undefined ? statement : { ...statement, titles: 1 };
  // Most keywords are decided here.
  if (!keyword.includes('INCLUDE')) return undefined;
  const skipsBlanks = true;
  if (keyword === 'INCLUDE_PATH' || keyword === 'INCLUDE_PATH_RELATIVE') {
    return { kind: 'folder', card: 1, every: 1, skipsBlanks };
  }
  const card = keyword.startsWith('INCLUDE_MULTISCALE') ? 2 : 1;
  if (includingDeck.test(keyword))
    return { kind: 'deck', card, ...(keyword === 'INCLUDE' && { every: 1 }), skipsBlanks };
  const format = includingOther.get(keyword);
  if (format !== undefined) return { kind: 'deck', card, format, skipsBlanks };
  // A run of the compensation writes some of these files, and a unit cell may be generated.
  if (!includingData.test(keyword) || madeByRun.test(keyword)) return undefined;
  return { kind: 'data', card, skipsBlanks };
}

/** Columns of a field, usually and in the long format. */
const fieldColumns = 10;
const longFieldColumns = 20;

function read(lines: Iterable<DeckLine>, report: ReportItem): void {
  const reading = new Reading();
  for (const line of lines) {
    const first = line.text[0];
    if (first === '*') {
      reading.begin(line.text);
      if (reading.isOver) return;
      continue;
    }
    const item = first === '$' ? undefined : reading.add(line);
    if (item !== undefined) report(item);
  }
}

/** How far a keyword file has been read. */
class Reading {
  isOver = false;
  #keyword = '';
  #statement: Statement | undefined;
  /** The number of the last line of data. */
  #card = 0;
  #columns = fieldColumns;
  #isLongFile = false;
  /** A name that goes on. */
  #begun: { readonly line: number; readonly name: string } | undefined;
  #isFolderUnknown = false;
  /** Folders in which only the files of some keywords are looked for, by the first word of these keywords. */
  readonly #ownFolders = new Map<string, string[]>();

  begin(text: string): void {
    const [, name = '', rest = ''] = /^\*(\w*)(.*)/.exec(text.slice(0, 80)) ?? [];
    this.#keyword = name.toUpperCase();
    if (this.#keyword === 'KEYWORD') this.#isLongFile = /\bLONG\s*=\s*Y/i.test(rest);
    const isLong = /\+\s*$/.test(rest) || (this.#isLongFile && !/-\s*$/.test(rest));
    this.#columns = isLong ? longFieldColumns : fieldColumns;
    this.isOver = this.#keyword === 'END';
    this.#statement = findStatement(this.#keyword);
    this.#card = -(this.#statement?.titles ?? 0);
    this.#begun = undefined;
  }

  /** @returns what the statement names whose name ends on the line */
  add({ number, text }: DeckLine): DeckItem | undefined {
    const statement = this.#statement;
    if (statement === undefined) return undefined;
    // Only the solver can read an encrypted block, which ends before the next keyword.
    if (text.trimStart().startsWith('-----BEGIN PGP')) {
      this.#isFolderUnknown ||= statement.kind === 'folder';
      this.#statement = undefined;
    } else if (text.length + (this.#begun?.name.length ?? 0) > maxName) this.#statement = undefined;
    else if (statement.skipsBlanks !== true || text.trim() !== '') {
      if (this.#begun === undefined) this.#card++;
      return this.#addCard(statement, number, text);
    }
    return undefined;
  }

  #addCard(statement: Statement, number: number, text: string): DeckItem | undefined {
    const { card, every, onlyIf, fieldsBefore = 0 } = statement;
    if (this.#card === 1 && onlyIf !== undefined && !onlyIf[1].test(this.#pickField(text, onlyIf[0])))
      this.#statement = undefined;
    const isName = this.#card >= card && (this.#card - card) % (every ?? 1) === 0;
    if (this.#statement === undefined || !isName) return undefined;
    const isFirst = this.#begun === undefined;
    const written = (isFirst ? this.#skipFields(text, fieldsBefore) : text).trim();
    const isContinued = written.endsWith(' +');
    const name = (this.#begun?.name ?? '') + (isContinued ? written.slice(0, -2).trimEnd() : written);
    const line = this.#begun?.line ?? number;
    this.#begun = isContinued ? { line, name } : undefined;
    if (isContinued) return undefined;
    if (every === undefined) this.#statement = undefined;
    const unquoted = name.replace(/^(["'])(.*)\1$/, '$2');
    return unquoted === '' ? undefined : this.#toItem(statement, line, unquoted);
  }

  /** Fields have columns, or commas behind them. */
  #skipFields(text: string, fields: number): string {
    const columns = fields * this.#columns;
    if (!text.slice(0, columns).includes(',')) return text.slice(columns);
    return text.split(',').slice(fields).join(',');
  }

  #pickField(text: string, field: number): string {
    const rest = this.#skipFields(text, field);
    return (rest.includes(',') ? (rest.split(',')[0] ?? '') : rest.slice(0, this.#columns)).trim();
  }

  #toItem({ kind, isOptional, format }: Statement, line: number, name: string): DeckItem | undefined {
    // Windows has no name with a question mark; editors put one where a name is yet to be written.
    const computed = /[<?]/.test(name) ? 'expression' : name.includes('&') ? 'parameter' : undefined;
    if (kind === 'folder') {
      if (computed === undefined) return { line, folder: name };
      this.#isFolderUnknown = true;
      return undefined;
    }
    const [family = ''] = this.#keyword.split('_');
    const ownFolders = this.#ownFolders.get(family) ?? [];
    if (kind === 'ownFolder') {
      this.#ownFolders.set(family, [...ownFolders, name]);
      return undefined;
    }
    // Numbers alone are a card of another kind.
    if (/^[\d\s.,+-]*$/.test(name)) return undefined;
    const reason = computed ?? (this.#isFolderUnknown ? 'parameter' : undefined);
    if (reason !== undefined) return { line, name, content: kind, uncheckable: reason };
    if (ownFolders.length > 0 || family === 'MODULE')
      return findInFolders({ line, name, content: kind }, ownFolders);
    const spellings = /\.gz$/i.test(name) ? undefined : [name, `${name}.gz`];
    const uncheckable = isOptional === true ? { uncheckable: 'optional' as const } : {};
    return {
      line,
      name,
      ...uncheckable,
      ...(spellings && { spellings }),
      content: kind,
      ...(format !== undefined && { format }),
    };
  }
}

/** A file that is also looked for in some folders, and after a plus sign in those of the system. */
function findInFolders(reference: Reference, folders: readonly string[]): Reference {
  const name = reference.name.replace(/^\+/, '');
  if (/[/\\]/.test(name)) return reference;
  const isElsewhere = (folder: string) => /^(?:[/\\]|[a-z]:)|[&<?]/i.test(folder);
  const isShared = name !== reference.name || folders.some(isElsewhere);
  const here = folders
    .filter((folder) => !isElsewhere(folder))
    .map((folder) => folder.replace(/[/\\]*$/, '/'));
  const spellings = [...here, ''].map((folder) => folder + name);
  return {
    ...reference,
    ...(isShared && { uncheckable: 'library' }),
    ...((spellings.length > 1 || name !== reference.name) && { spellings }),
  };
}

/** Matches the first keyword of a file, and the families of keywords that a deck can hardly do without. */
const certain =
  /^\*(?:KEYWORD(?:_ID)?|(?:AIRBAG|ALE|BOUNDARY|CONSTRAINED|CONTACT|CONTROL|DAMPING|DATABASE|DEFINE|ELEMENT|EOS|HOURGLASS|ICFD|INCLUDE|INITIAL|INTERFACE|LOAD|MAT|NODE|PARAMETER|PART|RIGIDWALL|SECTION|SENSOR|SET)_\w+)(?=\s|[%+-]|$)/i;
const possible = /^\*(?:EOS|HOURGLASS|INCLUDE|NODE|PARAMETER|PART|TITLE|[A-Z]+_\w+) *[%+-]?$/i;
/** Matches keywords of IMPETUS Afea, whose files look alike. */
const foreign = /^\*(?:UNIT_SYSTEM|BC_MOTION|MAT_METAL|OUTPUT_SENSOR|TIME)\b/i;

function recognise(head: string): Certainty | undefined {
  let certainty: Certainty | undefined;
  let hasKeyword = false;
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
