import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/launch/outcome.ts', killedBy: suites('faults/canary', 'launch/runLaunch') }, [
    {
      name: 'the journal has no message of a library',
      find: "return { kind: 'unexpected' };",
      replace: 'return { kind: String(error) };',
    },
  ]),
  ...mutationsOf(
    {
      in: 'src/launch/runLaunch.ts',
      killedBy: suites('faults/canary', 'launch/uploadUrls', 'launch/runLaunch'),
    },
    [
      {
        name: 'the journal has no upload URL',
        find: "await this.#append({ kind: 'modelCreated', id, uploadOrigins: origins });",
        replace: "await this.#append({ kind: 'modelCreated', id, links: [...uploadUrls] } as JournalEntry);",
      },
      {
        name: 'the journal has no secret in the name of a project',
        find: 'name: hide(name) });',
        replace: 'name });',
        killedBy: suites('faults/canary'),
      },
      {
        name: 'upload URLs are removed once nothing more is sent to them',
        find: "if (uploaded || end === 'abandoned') await",
        replace: 'if (false) await',
      },
    ],
  ),
];
