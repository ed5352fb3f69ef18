/** Properties of a task that is valid. */
export const wing = { files: ['case'], model: 'Wing', project: 'Study' };

/**
 * Changes to it that somebody else may have written, and what a user reads then: one for each sentence, because
 * `launchRequest.test.ts` has all that is refused.
 */
const changes: readonly (readonly [title: string, given: object, says: RegExp])[] = [
  ['a path out of the folder', { files: ['../secret'] }, /“\.\.\/secret” is outside the workspace folder/],
  ['an absolute path', { files: ['/etc/passwd'] }, /“\/etc\/passwd” is outside/],
  ['an object for a list', { files: { 0: 'case', length: 1 } }, /“files” must be a list of texts/],
  ['no files', { files: [] }, /“files” is missing/],
  [
    'too many patterns',
    { exclude: Array<string>(10_001).fill('x') },
    /“exclude” has more than 10000 entries/,
  ],
  ['an object for a name', { model: { name: 'Wing' } }, /“model” must be a name/],
  ['files of an existing model', { model: { id: 'm' } }, /“files” has no meaning/],
  [
    'an escape sequence',
    { model: '\u001b]0;x\u0007Wing' },
    /“\\u\{1b\}\]0;x\\u\{7\}Wing” in the property “model”/,
  ],
  ['a line break', { model: 'Wing\r\n{"model_id":"x"}' }, /in the property “model” is blank or too long/],
  ['an address', { baseUrl: 'https://x.invalid' }, /The property “baseUrl” is unknown/],
  [
    'a prototype',
    JSON.parse('{ "__proto__": { "files": ["/"] } }') as object,
    /The property “__proto__” is unknown/,
  ],
  ['a list of answers', { answers: ['x'] }, /“answers” must be an object of texts/],
  ['a number for false', { simulate: 0 }, /“simulate” must be true or false/],
];

/** Tasks that must be refused before anything is sent. */
export const hostileTasks = changes.map(([title, given, says]) => {
  const task = { ...wing };
  // Unlike a spread or an assignment, this makes a property of `__proto__` as well.
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(task, name, { value: value as unknown, enumerable: true, configurable: true });
  return [title, task, says] as const;
});
