import assert from 'node:assert/strict';
import { contributedSettings, manifest } from '../support/manifest';

const { contributes, capabilities } = manifest;
const settings = Object.entries(contributedSettings);
const settingNames = Object.keys(contributedSettings);

describe('The manifest', () => {
  it('lets a workspace only choose one of the environments of the user, add to the excluded files, and check decks or not', () => {
    const open = settings.filter(([, { scope }]) => scope !== 'machine' && scope !== 'application');
    const scopes = open.map(([name, { scope }]) => `${name}: ${scope}`);
    assert.deepEqual(scopes, [
      'simulationService.environment: window',
      'simulationService.deckCheck: resource',
      'simulationService.deckCheck.formats: resource',
      'simulationService.upload.exclude: resource',
    ]);
  });

  it('numbers its categories of settings, and the settings of each, in the order in which they stand', () => {
    const { configuration } = contributes;
    assert.deepEqual(
      configuration.map(({ order }) => order),
      [1, 2, 3, 4],
    );
    for (const { title, properties } of configuration) {
      const orders = Object.values(properties).map(({ order }) => order);
      const positions = orders.map((_, index) => index + 1);
      assert.deepEqual(orders, positions, title);
    }
  });

  it('lets an untrusted folder set nothing at all', () => {
    const { supported, description, restrictedConfigurations = [] } = capabilities['untrustedWorkspaces']!;
    assert.equal(supported, 'limited');
    assert.match(description, /^%.+%$/);
    assert.deepEqual([...restrictedConfigurations].sort(), settingNames.sort());
  });

  it('has no setting that names a program or turns certificate checks off', () => {
    const pattern = /insecureTls|rejectUnauthorized|strictSSL|ignoreCert|command|shell|exec/i;
    const risky = settingNames.filter((name) => pattern.test(name));
    assert.deepEqual(risky, []);
  });

  it('starts the extension with the window and by no link', () =>
    assert.deepEqual(manifest.activationEvents, ['onStartupFinished']));

  it('contributes no webviews or custom editors', () => {
    assert.equal(
      Object.keys(contributes).sort().join(' '),
      'authentication commands configuration jsonValidation keybindings languageModelTools menus problemMatchers ' +
        'taskDefinitions views viewsContainers viewsWelcome walkthroughs',
    );
    const types = Object.values(contributes.views).flatMap((views) => views.map(({ type }) => type));
    assert.deepEqual([...new Set(types)], [undefined]);
  });

  it('depends on no other extension and uses no proposed API', () => {
    const unwanted = ['enabledApiProposals', 'extensionDependencies', 'extensionPack'];
    const present = unwanted.filter((key) => key in manifest);
    assert.deepEqual(present, []);
  });
});
