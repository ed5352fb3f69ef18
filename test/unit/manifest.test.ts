import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { contributedSettings, settingCategories } from '../support/contributedSettings';

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly capabilities: Readonly<Record<string, Capability>>;
  readonly contributes: {
    readonly views: Readonly<Record<string, readonly { readonly type?: string }[]>>;
  };
}

interface Capability {
  readonly supported: boolean | 'limited';
  readonly description: string;
  readonly restrictedConfigurations?: readonly string[];
}

interface Setting {
  readonly scope?: string;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const { contributes, capabilities } = manifest;
const settings = Object.entries(contributedSettings<Setting>());
const settingNames = settings.map(([name]) => name);

describe('The manifest', () => {
  it('lets a workspace only choose one of the environments of the user, add to the excluded files, and check decks or not', () => {
    const open = settings.filter(([, { scope }]) => scope !== 'machine' && scope !== 'application');
    assert.deepEqual(
      open.map(([name, { scope }]) => [name, scope]),
      [
        ['simulationService.environment', 'window'],
        ['simulationService.deckCheck', 'resource'],
        ['simulationService.deckCheck.formats', 'resource'],
        ['simulationService.upload.exclude', 'resource'],
      ],
    );
  });

  it('has its settings in four categories, and the longest one at the end of its category', () => {
    const categories = settingCategories<Setting>();
    assert.deepEqual(
      categories.map(({ title, order, properties }) => [
        title,
        order,
        Object.entries(properties).map(([name, setting]) => [
          setting.order,
          name.replace('simulationService.', ''),
        ]),
      ]),
      [
        [
          '%configuration.connection.title%',
          1,
          [
            [1, 'baseUrl'],
            [2, 'variant'],
            [3, 'allowInsecureHttp'],
            [4, 'authentication'],
            [5, 'apiKeyHeader'],
            [6, 'environments'],
            [7, 'environment'],
            [8, 'pages'],
          ],
        ],
        [
          '%configuration.upload.title%',
          2,
          [
            [1, 'finaliseAfterUpload'],
            [2, 'upload.parallelFiles'],
            [3, 'upload.maxMegabitsPerSecond'],
            [4, 'deckCheck'],
            [5, 'deckCheck.formats'],
            [6, 'upload.exclude'],
          ],
        ],
        [
          '%configuration.launches.title%',
          3,
          [
            [1, 'launches.keep'],
            [2, 'agentTools'],
            [3, 'study.maxRows'],
            [4, 'study.typeAbove'],
          ],
        ],
        [
          '%configuration.adapt.title%',
          4,
          [
            [1, 'pathPrefix'],
            [2, 'requestHeaders'],
            [3, 'uploadHeaders'],
            [4, 'requests.createProject'],
            [5, 'requests.createModel'],
            [6, 'requests.finaliseModel'],
            [7, 'requests.createSimulation'],
            [8, 'responses'],
          ],
        ],
      ],
    );
  });

  it('lets an untrusted folder set nothing at all', () => {
    const { supported, description, restrictedConfigurations = [] } = capabilities['untrustedWorkspaces']!;
    assert.equal(supported, 'limited');
    assert.match(description, /^%.+%$/);
    assert.deepEqual([...restrictedConfigurations].sort(), settingNames.sort());
  });

  it('has no setting that names a program or turns certificate checks off', () => {
    const risky = /insecureTls|rejectUnauthorized|strictSSL|ignoreCert|command|shell|exec/i;
    assert.deepEqual(
      settingNames.filter((name) => risky.test(name)),
      [],
    );
  });

  it('starts the extension with the window and by no link', () => {
    assert.deepEqual(manifest.activationEvents, ['onStartupFinished']);
  });

  it('contributes no webviews or custom editors', () => {
    assert.deepEqual(Object.keys(contributes).sort(), [
      'authentication',
      'commands',
      'configuration',
      'jsonValidation',
      'keybindings',
      'languageModelTools',
      'menus',
      'problemMatchers',
      'taskDefinitions',
      'views',
      'viewsContainers',
      'viewsWelcome',
      'walkthroughs',
    ]);
    const types = Object.values(contributes.views).flatMap((views) => views.map(({ type }) => type));
    assert.deepEqual([...new Set(types)], [undefined]);
  });

  it('depends on no other extension and uses no proposed API', () => {
    const unwanted = ['enabledApiProposals', 'extensionDependencies', 'extensionPack'];
    assert.deepEqual(
      unwanted.filter((key) => key in manifest),
      [],
    );
  });
});
