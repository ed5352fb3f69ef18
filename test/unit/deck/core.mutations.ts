import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/deck/checkDecks.ts', killedBy: suites('deck/checkDecks', 'deck/hostileDecks') }, [
    {
      name: 'a circle of files is read once',
      find: "content === 'data' || visited.has(file.path)",
      replace: "content === 'data'",
    },
    { name: 'data are no deck', find: "content === 'data' || visited", replace: 'visited' },
    { name: 'files include each other nine levels deep', find: 'depth < maxDepth', replace: 'true' },
    {
      name: 'a file that is read on another level is not said to be left out',
      find: 'if (!visited.has(deck.path)) partlyRead',
      replace: 'partlyRead',
    },
    { name: 'the names in one main file are counted', find: '        left--;\n', replace: '' },
    { name: 'the names in all main files are counted', find: 'this.#referencesLeft--;', replace: '' },
    { name: 'the names of one file are counted', find: 'references++;', replace: '' },
    {
      name: 'a folder to search is no name',
      find: 'if (isReference(item)) references++',
      replace: 'references++',
    },
    { name: 'names use a limited amount of memory', find: 'this.#textLeft -= lengthOf(item);', replace: '' },
    { name: 'a folder that is not searched is not forgotten', find: 'places.addUnknown();', replace: '' },
    {
      name: 'a file that is not read to its end is named',
      find: 'if (end !== undefined) partlyRead.push({ deck, line: end });',
      replace: '',
    },
    {
      name: 'a file that others include is no main file',
      find: 'reports.has(file) && !named.has(file.path)',
      replace: 'reports.has(file)',
    },
    {
      name: 'of several results for a name, the worst one counts',
      find: ' || rank(finding.state) > rank(known.state)',
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/deck/deckFiles.ts', killedBy: suites('deck/deckFiles') }, [
    { name: 'a file has 64 MiB of text', find: 'position >= maxTextBytes', replace: 'false' },
    {
      name: 'a file with a NUL is no text',
      find: 'bytes?.includes(0) === false ? bytes : undefined',
      replace: 'bytes',
    },
    {
      name: 'only selected files and those in the workspace are opened',
      find: 'this.#selected.has(file) ? { file } : this.#workspace.locate(file)',
      replace: '{ file }',
    },
    {
      name: 'the memory is used for the file that it holds',
      find: 'this.#last?.file === file',
      replace: 'this.#last !== undefined',
    },
    {
      name: 'a file that is not read to its end is closed',
      find: 'if (opened !== undefined) closeSync(opened.descriptor);',
      replace: '',
    },
    {
      name: 'a long file is read although its beginning does not match',
      find: 'isLast && position === 0 && isWithoutMatch(bytes)',
      replace: 'isWithoutMatch(bytes)',
    },
  ]),
  ...mutationsOf(
    { in: 'src/deck/workspaceFiles.ts', killedBy: suites('deck/workspaceFiles', 'deck/checkDecks') },
    [
      {
        name: 'a link is followed in the workspace only',
        find: 'return this.#follow(path.resolve(path.dirname(entry), readlinkSync(entry)), links + 1);',
        replace: 'return { file: entry };',
      },
      { name: 'links to links come to an end', find: 'links === maxLinks', replace: 'false' },
      {
        name: 'a name is compared with the entries of its folder, and not given to the system',
        find: 'if (entries.get(toNameKey(name))?.includes(name) !== true) return undefined;',
        replace: '',
      },
      {
        name: 'a device is no file that is missing',
        find: "if (!stats.isSymbolicLink()) return 'notRegular';",
        replace: 'if (!stats.isSymbolicLink()) return undefined;',
      },
      {
        name: 'a file that is listed and cannot be looked at is not missing',
        find: "getErrnoCode(error) === 'ENOENT' ? undefined : 'unknown'",
        replace: 'undefined',
        killedBy: suites('deck/deckFiles'),
      },
      {
        name: 'a workspace folder that is a link keeps its path',
        find: 'if (root !== real) this.#givenRoots.set(real, root);',
        replace: '',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/deck/resolveName.ts', killedBy: suites('deck/checkDecks', 'deck/hostileDecks') },
    [
      { name: 'backslashes are not forgotten', find: '{ ...found, hasBackslashes }', replace: 'found' },
      {
        name: 'the encoding of a character is no case',
        find: 'name.normalize() === other.normalize()',
        replace: 'false',
      },
      {
        name: 'a link stands for its target',
        find: "this.#byPath.get(location.file) ?? { name: '', path: location.file }",
        replace: "this.#byPath.get(file) ?? { name: '', path: file }",
      },
      {
        name: 'a name that may be in an unknown folder is not missing',
        find: "locations.includes('unknown') || places.hasUnknown",
        replace: "locations.includes('unknown')",
      },
      { name: 'a file does not mean itself', find: 'file !== including.path', replace: 'true' },
      {
        name: 'a deck adds a limited number of folders',
        find: 'isKnown && this.#added.length < maxSearchFolders',
        replace: 'isKnown',
      },
    ],
  ),
  ...mutationsOf({ in: 'src/deck/caseFolders.ts', killedBy: suites('deck/cases') }, [
    {
      name: 'a script may make files of the case',
      find: 'mayLackFiles: withFile < 0 || hasScript',
      replace: 'mayLackFiles: withFile < 0',
    },
    {
      name: 'a case without a script lacks what is absent',
      find: 'mayLackFiles: withFile < 0 || hasScript',
      replace: 'mayLackFiles: true',
    },
  ]),
  ...mutationsOf({ in: 'src/deck/textLines.ts', killedBy: suites('deck/textLines') }, [
    {
      name: 'a line has a limited length',
      find: 'lines.pop()?.slice(0, maxLineBytes)',
      replace: 'lines.pop()',
    },
    {
      name: 'what is left of a piece may have another encoding than the next one',
      find: "isAscii(piece) && !notAscii.test(this.#rest ?? '')",
      replace: 'isAscii(piece)',
    },
    {
      name: 'a long line is cut also if it is the only one of its piece',
      find: ' || lines.some(({ length }) => length > maxLineBytes)',
      replace: '',
    },
    {
      name: 'a carriage return before a line feed is no part of a line',
      find: "text.includes('\\r') ? lines.map(withoutReturn) : lines",
      replace: 'lines',
    },
  ]),
  ...mutationsOf({ in: 'src/deck/deckCheckThread.ts', killedBy: suites('deck/deckCheckThread') }, [
    { name: 'cancelling ends the thread', find: 'void this.#worker.terminate();', replace: '' },
    {
      name: 'cancelling rejects with its reason',
      find: '      this.#signal.throwIfAborted();\n      throw error;',
      replace: '      throw error;',
    },
  ]),
  ...mutationsOf({ in: 'test/host/deckSelection.ts', killedBy: suites('deck/deckSelection') }, [
    {
      name: 'files that no service takes under their names are selected',
      find: ', ...refused.filter(isRefusedForItsName)',
      replace: '',
    },
  ]),
];
