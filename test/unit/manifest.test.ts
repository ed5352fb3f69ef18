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
    const categories = settingCategories<Setting>().map(({ title, order, properties }) => {
      const orders = Object.values(properties).map((setting) => setting.order);
      assert.deepEqual(
        orders,
        [...orders.keys()].map((index) => index + 1),
      );
      const names = Object.keys(properties).map((name) => name.replace('simulationService.', ''));
      return [order, title, names.join(', ')];
    });
    assert.deepEqual(categories, [
      [
        ...[1, '%configuration.connection.title%'],
        'baseUrl, variant, allowInsecureHttp, authentication, apiKeyHeader, environments, environment, pages',
      ],
      [
        ...[2, '%configuration.upload.title%'],
        'finaliseAfterUpload, upload.parallelFiles, upload.maxMegabitsPerSecond, ' +
          'deckCheck, deckCheck.formats, upload.exclude',
      ],
      [...[3, '%configuration.launches.title%'], 'launches.keep, agentTools, study.maxRows, study.typeAbove'],
      [
        ...[4, '%configuration.adapt.title%'],
        'pathPrefix, requestHeaders, uploadHeaders, requests.createProject, requests.createModel, ' +
          'requests.finaliseModel, requests.createSimulation, responses',
      ],
    ]);
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

  it('starts the extension with the window and by no link', () =>
    assert.deepEqual(manifest.activationEvents, ['onStartupFinished']));

  it('contributes no webviews or custom editors', () => {
    assert.equal(
      Object.keys(contributes).sort().join(' '),
      'authentication commands configuration jsonValidation keybindings languageModelTools menus ' +
        'problemMatchers taskDefinitions views viewsContainers viewsWelcome walkthroughs',
    );
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
