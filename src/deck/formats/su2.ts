import { type DeckFormat, type DeckLine, maxFileNameLength, type Reference } from '../core/deckFormat';
import { splitHead } from '../core/headLines';

/** Limit for the names in a file, those in all lists together. */
const maxNames = 100_000;
/** SU2 appends the number of the zone to some names; a file of a zone does not say which zone it is. */
const maxZones = 10;

/** How many digits the number of a time step has at least. */
const stepDigits = 5;
/** From how many time steps a run goes on, by its scheme. */
const stepsOfSchemes: ReadonlyMap<string, number> = new Map([
  ['TIME_STEPPING', 1],
  ['DUAL_TIME_STEPPING-1ST_ORDER', 1],
  ['DUAL_TIME_STEPPING-2ND_ORDER', 2],
]);

interface Name {
  readonly line: number;
  readonly text: string;
}

type Options = ReadonlyMap<string, readonly Name[]>;
/** An option, and its permitted values. The condition holds if the option has one of them. */
type Condition = readonly [option: string, ...values: readonly string[]];

/** An option that names files which SU2 reads. */
interface FileOption {
  readonly content: 'deck' | 'data';
  /** SU2 reads the files if all of these hold. */
  readonly onlyIf?: readonly Condition[];
  /**
   * If it holds, the files may be read without `onlyIf`, too: SU2 goes on without them, another of its programs reads
   * them, or a script that runs SU2 writes them before.
   */
  readonly maybeIf?: Condition;
  readonly isMesh?: true;
  /** Only a list may hold more than one name. */
  readonly isList?: true;
  /** SU2 replaces the extension of the name by its own, and appends the numbers of the zone and of the time step. */
  readonly extension?: '.dat' | '.csv' | 'restart';
  /** SU2 appends the abbreviation of what is optimised to the name. */
  readonly hasObjective?: true;
}

const isAdjoint: Condition = ['MATH_PROBLEM', 'CONTINUOUS_ADJOINT', 'DISCRETE_ADJOINT'];
const isElastic: Condition = ['SOLVER', 'ELASTICITY', 'FEM_ELASTICITY'];
const solution: FileOption = {
  content: 'data',
  onlyIf: [['RESTART_SOL', 'YES']],
  maybeIf: isAdjoint,
  extension: 'restart',
};
/** The abbreviations of what can be optimised; several together have one of their own. */
const objectives: ReadonlyMap<string, string> = new Map([
  ['DRAG', 'cd'],
  ['LIFT', 'cl'],
  ['SIDEFORCE', 'csf'],
  ['MOMENT_X', 'cmx'],
  ['MOMENT_Y', 'cmy'],
  ['MOMENT_Z', 'cmz'],
  ['FORCE_X', 'cfx'],
  ['FORCE_Y', 'cfy'],
  ['FORCE_Z', 'cfz'],
  ['EFFICIENCY', 'eff'],
  ['THRUST', 'ct'],
  ['TORQUE', 'cq'],
  ['REFERENCE_GEOMETRY', 'refgeom'],
  ['REFERENCE_NODE', 'refnode'],
]);
const severalObjectives = 'combo';
const objectiveOption = 'OBJECTIVE_FUNCTION';
/** The option that lists the configuration files of the zones. */
const zoneList = 'CONFIG_LIST';

const fileOptions: ReadonlyMap<string, FileOption> = new Map<string, FileOption>([
  [zoneList, { content: 'deck', isList: true }],
  ['MESH_FILENAME', { content: 'data', isMesh: true }],
  ['SOLUTION_FILENAME', solution],
  // The same up to version 6.
  ['SOLUTION_FLOW_FILENAME', solution],
  [
    'SOLUTION_STRUCTURE_FILENAME',
    { content: 'data', onlyIf: [['RESTART_SOL', 'YES'], isElastic], extension: 'restart' },
  ],
  [
    'SOLUTION_ADJ_FILENAME',
    {
      content: 'data',
      onlyIf: [['RESTART_SOL', 'YES'], isAdjoint],
      extension: 'restart',
      hasObjective: true,
    },
  ],
  ['INLET_FILENAME', { content: 'data', onlyIf: [['SPECIFIED_INLET_PROFILE', 'YES']], extension: '.dat' }],
  ['ACTDISK_FILENAME', { content: 'data', onlyIf: [['ACTDISK_TYPE', 'VARIABLE_LOAD']] }],
  ['BEM_PROP_FILENAME', { content: 'data', onlyIf: [['ACTDISK_TYPE', 'BLADE_ELEMENT']] }],
  [
    'FILENAMES_INTERPOLATOR',
    { content: 'data', onlyIf: [['FLUID_MODEL', 'DATADRIVEN_FLUID', 'FLUID_FLAMELET']], isList: true },
  ],
  ['PRESTRETCH_FILENAME', { content: 'data', onlyIf: [['PRESTRETCH', 'YES']], extension: '.dat' }],
  [
    'REFERENCE_GEOMETRY_FILENAME',
    { content: 'data', onlyIf: [['REFERENCE_GEOMETRY', 'YES']], extension: '.csv' },
  ],
  [
    'FEA_FILENAME',
    { content: 'data', onlyIf: [['TOPOLOGY_OPTIMIZATION', 'YES']], maybeIf: isElastic, extension: '.dat' },
  ],
  ['DV_FILENAME', { content: 'data', maybeIf: ['DV_KIND', 'SURFACE_FILE'] }],
]);

/** Options that decide whether there are time steps. */
const timeOptions = ['TIME_DOMAIN', 'TIME_MARCHING', 'UNSTEADY_SIMULATION'];
/** The number of iterations without time steps and without other zones, by the newer and the older name. */
const singleZoneOptions = ['ITER', 'EXT_ITER'];
/** Options that decide about the ones above, besides their conditions. */
const otherOptions = [
  'MESH_FORMAT',
  'MULTIZONE_MESH',
  'READ_BINARY_RESTART',
  'RESTART_ITER',
  'UNST_RESTART_ITER',
  objectiveOption,
  ...timeOptions,
  ...singleZoneOptions,
];
const readOptions: ReadonlySet<string> = new Set([
  ...otherOptions,
  ...[...fileOptions].flatMap(([option, { onlyIf = [], maybeIf }]) => [
    option,
    ...onlyIf.map(([needed]) => needed),
    ...(maybeIf === undefined ? [] : [maybeIf[0]]),
  ]),
]);

/** Options whose names no other program has. */
const ownOptions =
  /^(?:MESH_FILENAME|MESH_OUT_FILENAME|SOLUTION_(?:ADJ_|FLOW_)?FILENAME|CONFIG_LIST|RESTART_SOL|MATH_PROBLEM|MULTIZONE(?:_MESH)?|KIND_TURB_MODEL|REF_DIMENSIONALIZATION|SCREEN_OUTPUT|HISTORY_OUTPUT|INNER_ITER|DV_KIND|FFD_DEFINITION|(?:MARKER|CONV_NUM_METHOD|TIME_DISCRE|FREESTREAM|INC|LINEAR_SOLVER|INLET|ACTDISK|MGLEVEL)(?:_[A-Z_]+)?)$/;
/** The values of `SOLVER`, in all versions. */
const solvers =
  /^(?:(?:(?:INC|NEMO|FEM|TNE2|ADJ|LIN)_)?(?:EULER|NAVIER_STOKES|RANS|LES)|HEAT_EQUATION(?:_FVM)?|(?:FEM_|LINEAR_)?ELASTICITY|(?:WAVE|POISSON)_EQUATION|MULTIPHYSICS|FLUID_STRUCTURE_INTERACTION|ZONE_SPECIFIC|TEMPLATE_SOLVER|NO_SOLVER|NONE)$/i;
/** The name of an option and what follows the sign. */
const statement = /^[ \t]*([A-Za-z][\w-]{0,63})[ \t]*=(.*)$/;
/** Matches words between delimiters, and those in which a script is yet to put a value, whatever they contain. */
const words = /(?:\{\{[^{}]*\}\}|\{[A-Za-z_]\w*\}|%\(\w+\)s|[^ \t\v\f\r(){}:,])+/g;
/** Matches what a script is yet to replace by a value. */
const placeholder = /\$|\{|%\(|@\w+@|__[a-z\d]+(?:_[a-z\d]+)*__/i;
const onlyDelimiters = /^[ \t\v\f\r(){}:,]*$/;

/** Configuration files of SU2, by the rules of `CConfig::TokenizeString`. */
export const su2: DeckFormat = {
  id: 'su2',
  extensions: ['.cfg'],
  lookIn: ['mainFile', 'includingFile'],

  recognise(head) {
    const found = new Set<string>();
    let continues = false;
    let hasOtherSolver = false;
    let hasOtherMesh = false;
    for (const line of splitHead(head)) {
      const text = withoutComment(line).trim();
      if (onlyDelimiters.test(text)) continue;
      const [, option, value = ''] = statement.exec(text) ?? [];
      const name = option?.toUpperCase();
      if (name === undefined && !continues) return undefined;
      if (name !== undefined && ownOptions.test(name)) found.add(name);
      if (name === 'SOLVER' && !solvers.test(toWords(value)[0] ?? '')) hasOtherSolver = true;
      if (name === 'MESH_FILENAME' && !/\.(?:su2|cgns)/i.test(value)) hasOtherMesh = true;
      continues = text.includes('\\');
    }
    if (found.size === 0) return undefined;
    if (found.size > 2) return 'certain';
    // Alone, this option may be one of any program that has meshes.
    return hasOtherSolver || (hasOtherMesh && found.size === 1) ? undefined : 'possible';
  },

  read(lines, report) {
    const options = readAll(lines);
    // The options that decide about a name may follow it.
    for (const [option, names] of options) {
      const rules = fileOptions.get(option);
      if (rules === undefined || !mayBeRead(rules, options)) continue;
      if (option === 'MESH_FILENAME' && holds(options, ['MESH_FORMAT', 'RECTANGLE', 'BOX'])) continue;
      if (names.length > 1 && rules.isList !== true) continue;
      for (const name of names) {
        // The template of SU2 ends a list with dots.
        if (name.text !== 'NONE' && !/^\.+$/.test(name.text))
          for (const reference of refer(name, rules, options)) report(reference);
      }
    }
  },
};

function mayBeRead({ onlyIf, maybeIf }: FileOption, options: Options): boolean {
  if (maybeIf !== undefined && holds(options, maybeIf)) return true;
  return onlyIf === undefined ? maybeIf === undefined : onlyIf.every((one) => holds(options, one));
}

/** The words of each option that matters. */
function readAll(lines: Iterable<DeckLine>): Options {
  const options = new Map<string, Name[]>();
  let open: Name[] | undefined;
  let space = maxNames;
  for (const { number, text } of lines) {
    const value = withoutComment(text);
    if (value.trim() === '') {
      // A comment does not end a list that goes on; an empty line does.
      if (value === text) open = undefined;
      continue;
    }
    const equals = value.indexOf('=');
    if (equals >= 0) {
      const option = value.slice(0, Math.min(equals, 100)).trim().toUpperCase();
      // SU2 refuses an option that is set twice.
      if (!readOptions.has(option) || options.has(option)) {
        open = undefined;
        continue;
      }
      open = [];
      options.set(option, open);
    }
    if (open === undefined) continue;
    const [before = '', rest] = value.slice(equals + 1).split('\\', 2);
    // SU2 ignores text after a backslash, which is probably a path of Windows.
    if (rest === undefined || rest.trim() === '') {
      for (const word of toWords(before)) {
        if (word.length <= maxFileNameLength && space-- > 0) open.push({ line: number, text: word });
      }
    }
    if (rest === undefined) open = undefined;
  }
  return options;
}

function toWords(value: string): string[] {
  const text = value.trim();
  if (text.length > 1 && text.startsWith("'") && text.endsWith("'")) return [text.slice(1, -1)];
  return (text.match(words) ?? []).filter((word) => word !== ';');
}

function refer({ line, text: name }: Name, rules: FileOption, options: Options): Reference[] {
  const { content, extension, hasObjective } = rules;
  if (placeholder.test(name)) return [{ line, name, uncheckable: 'variable', content }];
  const uncheckable: Pick<Reference, 'uncheckable'> = dependsOnOtherFiles(rules, options)
    ? { uncheckable: 'optional' }
    : {};
  if (extension === undefined) return [{ line, name, ...uncheckable, content }];
  const isText = holds(options, ['READ_BINARY_RESTART', 'NO']);
  const ofRestart = isText ? ['.csv', '.dat'] : ['.dat', '.csv'];
  const suffix = hasObjective === true ? findObjective(options) : '';
  const extensions = extension === 'restart' ? ofRestart : [extension];
  if (isTimeDependent(options)) {
    const steps = extension === 'restart' ? listRestartSteps(options) : [];
    if (steps.length === 0) return [{ line, name, uncheckable: 'output', content }];
    return steps.map((step) => {
      const names = listSpellings(name, extensions, `_${String(step).padStart(stepDigits, '0')}`);
      return { line, name: names.spellings[0] ?? name, uncheckable: 'optional', ...names, content };
    });
  }
  if (suffix === undefined) return [{ line, name, uncheckable: 'parameter', content }];
  return [{ line, name, ...uncheckable, ...listSpellings(addSuffix(name, suffix), extensions), content }];
}

/** The time steps from which a run of a direct problem goes on; empty if it does not, or if they are not known here. */
function listRestartSteps(options: Options): number[] {
  if (!holds(options, ['RESTART_SOL', 'YES']) || holds(options, isAdjoint)) return [];
  const [written] = options.get('RESTART_ITER') ?? options.get('UNST_RESTART_ITER') ?? [];
  if (written === undefined || !/^\d{1,9}$/.test(written.text)) return [];
  const last = Number(written.text) - 1;
  const scheme = options.get('TIME_MARCHING') ?? options.get('UNSTEADY_SIMULATION') ?? [];
  const count = stepsOfSchemes.get(scheme[0]?.text.toUpperCase() ?? '') ?? 0;
  return Array.from({ length: count }, (_, index) => last - index).filter((step) => step >= 0);
}

/**
 * Whether another file decides about a name: the file of a zone has the options of the main file that it does not set
 * itself, such as time steps, and sets others anew, such as names.
 */
function dependsOnOtherFiles(rules: FileOption, options: Options): boolean {
  const { content, onlyIf = [], maybeIf, extension, isMesh } = rules;
  // The mesh of the main file tells how many zones there are, unless each has a mesh of its own.
  if (options.has(zoneList))
    return content === 'data' && (isMesh !== true || holds(options, ['MULTIZONE_MESH', 'NO']));
  if (onlyIf.length === 0 ? maybeIf !== undefined : !onlyIf.every((one) => holds(options, one))) return true;
  const isSingleZone = [...timeOptions, ...singleZoneOptions].some((option) => options.has(option));
  return extension === 'restart' && !isSingleZone;
}

/** What SU2 appends to names because of what is optimised; undefined if that is not known here. */
function findObjective(options: Options): string | undefined {
  const [first, ...more] = options.get(objectiveOption) ?? [{ text: 'DRAG' }];
  const abbreviation = more.length > 0 ? severalObjectives : objectives.get(first?.text.toUpperCase() ?? '');
  return abbreviation && `_${abbreviation}`;
}

function addSuffix(name: string, suffix: string): string {
  const [, stem = name, extension = ''] = /^(.*?)(\.[^./]*)?$/.exec(name) ?? [];
  return stem + suffix + extension;
}

/** The name with each of the extensions, for a case with one zone first, and the files of several zones. */
function listSpellings(
  name: string,
  extensions: readonly string[],
  step = '',
): Required<Pick<Reference, 'spellings' | 'series'>> {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  const stem = dot < 0 ? name : name.slice(0, name.length - base.length + dot);
  const spell = (zone: string) => extensions.map((extension) => stem + zone + step + extension);
  const series = Array.from({ length: maxZones }, (_, zone) => spell(`_${zone}`));
  // Some versions, and some options, leave the name of a case with one zone alone.
  const alone = step === '' ? [name] : [];
  return { spellings: [...new Set([...spell(''), ...alone, ...series.flat()])], series };
}

function holds(options: Options, [option, ...values]: Condition): boolean {
  return options.get(option)?.some(({ text }) => values.includes(text.toUpperCase())) === true;
}

function isTimeDependent(options: Options): boolean {
  if (holds(options, ['TIME_DOMAIN', 'YES'])) return true;
  const schemes = [...(options.get('TIME_MARCHING') ?? []), ...(options.get('UNSTEADY_SIMULATION') ?? [])];
  return schemes.some(({ text }) => text.toUpperCase() !== 'NO');
}

function withoutComment(line: string): string {
  // `%(name)s` is where a script in Python puts a value.
  const percent = line.search(/%(?!\(\w+\)s)/);
  return percent < 0 ? line : line.slice(0, percent);
}
