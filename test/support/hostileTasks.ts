/** Properties of a task that is valid. */
export const wing = { files: ['case'], model: 'Wing', project: 'Study' };

/** Changes to it that somebody else may have written, and what a user reads then. */
const changes: readonly (readonly [title: string, given: object, says: RegExp])[] = [
  ['a path out of the folder', { files: ['../secret'] }, /“\.\.\/secret” is outside the workspace folder/],
  ['one in the middle of a path', { files: ['a/../../b'] }, /outside the workspace folder/],
  ['one with backslashes', { files: ['a\\..\\..\\b'] }, /outside the workspace folder/],
  ['one in a pattern', { files: ['**/../*'] }, /outside the workspace folder/],
  ['an absolute path', { files: ['/etc/passwd'] }, /“\/etc\/passwd” is outside/],
  ['one of Windows', { files: ['C:\\Users'] }, /is outside/],
  ['one of another computer', { files: ['\\\\host\\share'] }, /is outside/],
  ['the home folder', { files: ['~/.ssh'] }, /is outside/],
  ['a variable that leads out', { files: ['/workspaces/other/case'] }, /is outside/],
  ['an object for a list', { files: { 0: 'case', length: 1 } }, /“files” must be a list of texts/],
  ['a text for a list', { files: 'case' }, /“files” must be a list of texts/],
  ['a number in a list', { files: ['case', 7] }, /“files” must be a list of texts/],
  ['no files', { files: [] }, /“files” is missing/],
  ['a list of lists', { exclude: [['*']] }, /“exclude” must be a list of texts/],
  [
    'too many patterns',
    { exclude: Array<string>(10_001).fill('x') },
    /“exclude” has more than 10000 entries/,
  ],
  ['an object for a name', { model: { name: 'Wing' } }, /“model” must be a name/],
  [
    'an identifier with more',
    { model: { id: 'm', url: 'https://x.invalid' }, files: undefined },
    /“model” must be/,
  ],
  ['files of an existing model', { model: { id: 'm' } }, /“files” has no meaning/],
  ['an identifier that is no text', { project: { id: { $ne: '' } } }, /“project” must be a name/],
  ['a list for a name', { project: ['Study'] }, /“project” must be a name/],
  [
    'an escape sequence',
    { model: '\u001b]0;x\u0007Wing' },
    /“\\u\{1b\}\]0;x\\u\{7\}Wing” in the property “model”/,
  ],
  ['one that clears the screen', { project: '\u009b2J' }, /“\\u\{9b\}2J” in the property “project”/],
  ['a line break', { model: 'Wing\r\n{"model_id":"x"}' }, /in the property “model” is blank or too long/],
  ['text in reverse order', { project: 'Study\u202egnp' }, /“Study\\u\{202e\}gnp”/],
  ['a name that is too long', { model: 'x'.repeat(100_000) }, /in the property “model” is blank or too long/],
  [
    'an address for an environment',
    { environment: { baseUrl: 'https://x.invalid' } },
    /“environment” must be a name/,
  ],
  ['an address', { baseUrl: 'https://x.invalid' }, /The property “baseUrl” is unknown/],
  ['headers', { requestHeaders: { Authorization: 'x' } }, /The property “requestHeaders” is unknown/],
  [
    'a prototype',
    JSON.parse('{ "__proto__": { "files": ["/"] } }') as object,
    /The property “__proto__” is unknown/,
  ],
  ['a constructor', { constructor: { prototype: {} } }, /The property “constructor” is unknown/],
  [
    'answers that are objects',
    { answers: { cores: { $prompts: 1 } } },
    /“answers” must be an object of texts/,
  ],
  ['a list of answers', { answers: ['x'] }, /“answers” must be an object of texts/],
  ['yes for true', { createProject: 'yes' }, /“createProject” must be true or false/],
  ['a number for false', { simulate: 0 }, /“simulate” must be true or false/],
];

/** Tasks that must be refused before anything is sent. */
export const hostileTasks = changes.map(([title, given, says]) => {
  const properties = { ...wing };
  // Unlike a spread or an assignment, this makes a property of `__proto__` as well.
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(properties, name, {
      value: value as unknown,
      enumerable: true,
      configurable: true,
    });
  return [title, properties, says] as const;
});
