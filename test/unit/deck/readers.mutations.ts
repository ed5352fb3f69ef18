import { type Mutation, mutationsOf, suites } from '../../mutations/mutation';

/** Mutations of the reader of a format, which its cases or its own tests kill. */
function inReader(format: string, list: Parameters<typeof mutationsOf>[1]): Mutation[] {
  const common = { in: `src/deck/formats/${format}.ts`, killedBy: suites('deck/cases', `deck/${format}`) };
  return mutationsOf(common, list);
}

export const mutations: readonly Mutation[] = [
  ...inReader('abaqus', [
    {
      name: 'a name is found with and without its blanks',
      find: 'quoted === undefined ? [withoutBlanks(name), name] : [name, withoutBlanks(name)]',
      replace: '[name]',
    },
    {
      name: 'no text that names files lacks the hint',
      find: '|L\\s*I\\s*B\\s*R\\s*A\\s*R\\s*Y',
      replace: '',
    },
    {
      name: 'a subroutine is no file that the deck reads',
      find: " && !keyword.startsWith('USERSUBROUTINE')",
      replace: '',
    },
  ]),
  ...inReader('lsDyna', [
    {
      name: 'the numbers of a transformation are no file',
      find: 'if (!statement.repeats) statement = undefined;',
      replace: '',
    },
    {
      name: 'a name that goes on is not cut',
      find: "const isContinued = card.endsWith(' +');",
      replace: 'const isContinued = false;',
    },
    {
      name: 'names behind an unknown folder cannot be checked',
      find: "if (item === undefined) isFolderUnknown ||= statement.kind === 'folder';",
      replace: 'if (item === undefined) continue;',
    },
    { name: 'a placeholder cannot be checked', find: '/[<?]/.test(name)', replace: "name.includes('<')" },
  ]),
  ...inReader('nastran', [
    { name: 'nothing follows the end of the data', find: 'if (end.test(trimmed)) return;', replace: '' },
    {
      name: 'a logical symbol cannot be checked',
      find: "if (/^\\w{2,}:/.test(name)) return 'symbol';",
      replace: '',
    },
    {
      name: 'a database that is assigned is no input',
      find: "new Set(['inputt2',",
      replace: "new Set(['master', 'run1', 'inputt2',",
    },
  ]),
  ...inReader('openFoam', [
    {
      name: 'code has includes of its own',
      find: "    ['#{', { end: '#}', isString: false }],\n",
      replace: '',
    },
    { name: 'a file may be there as .orig', find: "['.gz', '.orig'] : []", replace: "['.gz'] : []" },
    {
      name: 'a name may begin with the folder of the case',
      find: 'folder === undefined ? toCasePath(name) : ',
      replace: 'folder === undefined ? undefined : ',
    },
    {
      name: 'a directive within a condition may be skipped',
      find: "(isConditional ? 'optional' : undefined)",
      replace: 'undefined',
    },
  ]),
  ...mutationsOf({ in: 'src/deck/formats/openFoamEntries.ts', killedBy: suites('deck/cases') }, [
    {
      name: 'a surface may be compressed, and in the folder of either variant',
      find: "const surfaceFolders = ['constant/geometry', 'constant/triSurface'];",
      replace: "const surfaceFolders = ['constant/geometry'];",
    },
    {
      name: 'lines on surfaces may be made',
      find: "return refer(token, featureFolders, 'optional');",
      replace: 'return refer(token, featureFolders);',
    },
    {
      name: 'a dictionary that is included ends no list',
      find: 'if (this.#last.depth <= 0) this.#last.statement = [];',
      replace: 'this.#last.statement = [];',
    },
    {
      name: 'a directive is no part of the entry that follows',
      find: 'if (isOver) dictionary.statement = [];',
      replace: '',
    },
    {
      name: 'the first time may be a copy',
      find: "path.startsWith('0/') ? [`0.orig/${path.slice(2)}`] : []",
      replace: '[] as string[]',
    },
  ]),
  ...inReader('radioss', [
    {
      name: 'a name that goes on is not cut',
      find: 'open.goesOn = continuation.test(line);',
      replace: 'open.goesOn = false;',
    },
    { name: 'a variable cannot be checked', find: '/\\$|%[^%]*%/.test(name)', replace: 'false' },
  ]),
  ...inReader('su2', [
    {
      name: 'a zone may have the time steps of the main file',
      find: "return extension === 'restart' && !isSingleZone;",
      replace: 'return false;',
    },
    {
      name: 'the zones of a main file may have other meshes',
      find: "(isMesh !== true || holds(options, ['MULTIZONE_MESH', 'NO']))",
      replace: 'isMesh !== true',
    },
    { name: 'a solution is read for a restart', find: 'onlyIf: [restart], maybeIf', replace: 'maybeIf' },
  ]),
  ...inReader('gmsh', [
    {
      name: 'a statement within a condition may be skipped',
      find: "else if (word === 'If') this.#conditions++;",
      replace: '',
    },
    {
      name: 'only fields have files',
      find: '(isOfField && text === fieldOption)',
      replace: 'text === fieldOption',
    },
  ]),
  ...inReader('apdl', [
    {
      name: 'a macro of the installation is not missing',
      find: "ofInstallation.has(toKey(spellings[0] ?? '').replace(/\\.MAC$/, ''))",
      replace: 'false',
    },
    {
      name: 'only one operation of a command reads a file',
      find: 'if (wanted !== undefined && !isOption(command.fields[at], wanted)) return;',
      replace: '',
    },
    {
      name: 'results are outputs once the solver has run',
      find: 'if (solvers.has(key)) this.#keep(this.#solved, this.#job);',
      replace: '',
    },
    {
      name: 'a format is no command',
      find: 'if (formatted.has(command.key)) skips = true;',
      replace: '',
    },
    { name: 'a parameter stands for a name', find: "if (text.includes('%')) return true;", replace: '' },
  ]),
  ...mutationsOf({ in: 'src/deck/recogniseFormat.ts', killedBy: suites('deck/recogniseFormat') }, [
    { name: 'a copy of a deck is none', find: 'if (copy.test(name)) return undefined;', replace: '' },
    {
      name: 'only OpenFOAM reads files with .orig',
      find: 'extension === copyExtensionOfOpenFoam && format?.id !== openFoam.id ? undefined : format',
      replace: 'format',
    },
  ]),
];
