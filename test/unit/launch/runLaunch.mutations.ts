import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    { in: 'src/launch/runLaunch.ts', killedBy: suites('launch/runLaunch', 'launch/killPoints') },
    [
      {
        name: 'a launch of unknown outcome is not run',
        remove: 'if (isUnknown(journal.record)) throw new UnknownOutcomeError();',
      },
      { name: 'files are checked before a model is created', remove: 'assertNone(changes);' },
      {
        name: 'files are checked before a model is finalised',
        find: "await this.#assertFilesUnchanged();\n    await this.#append({ kind: 'uploaded' });",
        replace: "await this.#append({ kind: 'uploaded' });",
        killedBy: suites('launch/runLaunch'),
      },
      {
        name: 'a project is recorded before its request',
        remove: "await this.#announce({ kind: 'creatingProject' });",
      },
      {
        name: 'a model is recorded before its request',
        remove: "await this.#announce({ kind: 'creatingModel' });",
      },
      {
        name: 'finalising is recorded before its request',
        remove: "await this.#announce({ kind: 'finalising' });",
      },
      {
        name: 'a simulation is recorded before its request',
        remove: "await this.#announce({ kind: 'creatingSimulation' });",
      },
      {
        name: 'a project is not created twice',
        find: 'if (project !== undefined || planned === undefined',
        replace: 'if (planned === undefined',
      },
      {
        name: 'a project is looked for before it is created',
        find: 'if (existingProjects === undefined) return undefined;',
        replace: 'return undefined;',
        killedBy: suites('launch/sameNewProject'),
      },
      {
        name: 'launches take turns for one new project',
        find: 'await projectTurns.take(key, this.#signal, () => this.#findOrCreateProject(planned));',
        replace: 'await this.#findOrCreateProject(planned);',
        killedBy: suites('launch/sameNewProject'),
      },
      {
        name: 'a project that has appeared is used only where somebody agreed to that',
        find: 'partial === undefined && mayExist) return first;',
        replace: 'partial === undefined) return first;',
        killedBy: suites('launch/sameNewProject'),
      },
      { name: 'a model is not created twice', remove: 'if (modelId !== undefined) return;' },
      {
        name: 'a simulation is not created twice',
        find: '!plan.simulate || simulation !== undefined || !finalised',
        replace: '!plan.simulate || !finalised',
      },
      {
        name: 'only a finalised model is simulated',
        find: '|| simulation !== undefined || !finalised',
        replace: '|| simulation !== undefined',
      },
      {
        name: 'accepted files are not sent again',
        find: '!accepted.has(file.name));\n    // Before',
        replace: 'true);\n    // Before',
      },
      {
        name: 'a takeover by another window stops all requests',
        find: 'AbortSignal.any([options.signal, options.journal.lost]);',
        replace: 'options.signal;',
        killedBy: test('faults/thisSide', 'row 54,'),
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/launch/launchUploadUrls.ts', killedBy: suites('launch/runLaunch', 'launch/killPoints') },
    [
      {
        name: 'missing upload URLs are noticed before anything is sent',
        remove: "if (uploadUrls === undefined) throw new UploadUrlsUnavailableError('lost', files.length);",
        killedBy: suites('launch/runLaunch', 'launch/uploadUrls'),
      },
      {
        name: 'a keyring that never responds does not block a launch',
        find: 'return await this.#within(unlockTimeoutMs, store.get(launch));',
        replace: 'return await raceAbort(store.get(launch), signal);',
      },
      {
        name: 'expired upload URLs are not used',
        find: 'if (time === undefined) return;',
        replace: 'return;',
        killedBy: suites('launch/unsureRequests'),
      },
      {
        name: 'a keyring that fails has lost no upload URLs',
        find: 'throw new KeyringError();',
        replace: 'return undefined;',
        killedBy: suites('launch/runLaunch'),
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/launch/launchRecord.ts', killedBy: suites('launch/runLaunch', 'launch/killPoints') },
    [
      {
        name: 'a create that was announced may have happened',
        remove: " || (end === undefined && open !== undefined && open !== 'uploadFiles')",
      },
      {
        name: 'an answer resolves only the outcome that was asked about',
        remove: 'if (!isUnknown(before)) return unchanged;',
        killedBy: suites('launch/launchRecord'),
      },
      {
        name: 'a recorded unknown outcome counts',
        find: "return end === 'unknown' || ",
        replace: 'return ',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/launch/outcome.ts', killedBy: suites('launch/runLaunch', 'faults/repeated', 'faults/canary') },
    [
      {
        name: 'a model whose upload URLs are missing in the keyring is not abandoned',
        find: "return reason === 'expired' ? 'abandoned' : 'failed';",
        replace: "return 'abandoned';",
      },
      {
        name: 'a create without a response may have happened',
        find: "if (error instanceof NetworkError) return error.sent === 'no';",
        replace: 'if (error instanceof NetworkError) return true;',
      },
      {
        name: 'a create that failed at the service may have happened',
        find: 'return otherRefusals.has(status);',
        replace: 'return otherRefusals.has(status) || status >= 500;',
        killedBy: suites('launch/runLaunch', 'launch/outcome'),
      },
      {
        name: 'an existing file is not taken for sent',
        find: "error.tries > 1 ? 'unknown' : 'failed'",
        replace: "'failed'",
      },
      {
        name: 'a refusal of a request that may be done already leaves it open',
        remove: "if (lost && (error.status === 409 || error.status === 412)) return 'unknown';",
      },
      {
        name: 'a request that fails on this side may have been sent',
        find: "return isUnsent && !lost ? 'failed' : 'unknown';",
        replace: "return 'failed';",
        killedBy: suites('launch/outcome', 'launch/unsureRequests'),
      },
      {
        name: 'an existing model is not created again',
        remove: "if (uselessModelOf(step, error) !== undefined) return 'abandoned';",
        killedBy: suites('launch/outcome'),
      },
      {
        name: 'a server that needs time has not refused',
        find: 'return !unansweredStatuses.has(status);',
        replace: 'return true;',
        killedBy: suites('launch/outcome'),
      },
    ],
  ),
];
