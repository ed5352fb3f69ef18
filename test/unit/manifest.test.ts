import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly capabilities: Readonly<Record<string, Capability>>;
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
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
const settings = Object.entries(contributes.configuration.properties);
const settingNames = settings.map(([name]) => name);

describe('The capabilities in package.json', () => {
  it('lets a workspace choose one of the environments of the user, a folder add to the files that stay behind, and nothing else', () => {
    const open = settings.filter(([, { scope }]) => scope !== 'machine' && scope !== 'application');
    assert.deepEqual(
      open.map(([name, { scope }]) => [name, scope]),
      [
        ['simulationService.upload.exclude', 'resource'],
        ['simulationService.environment', 'window'],
      ],
    );
  });

  it('lets a folder that is not trusted set nothing at all', () => {
    const { supported, description, restrictedConfigurations = [] } = capabilities['untrustedWorkspaces']!;
    assert.equal(supported, 'limited');
    assert.match(description, /^%.+%$/);
    assert.deepEqual([...restrictedConfigurations].sort(), settingNames.sort());
  });

  it('has no setting that names a program or that turns certificate checks off', () => {
    const risky = /insecureTls|rejectUnauthorized|strictSSL|ignoreCert|command|shell|exec/i;
    assert.deepEqual(
      settingNames.filter((name) => risky.test(name)),
      [],
    );
  });

  it('starts the extension with the window and by no link', () => {
    assert.deepEqual(manifest.activationEvents, ['onStartupFinished']);
  });

  it('contributes nothing that shows pages, opens files or obeys a language model', () => {
    assert.deepEqual(Object.keys(contributes).sort(), [
      'authentication',
      'commands',
      'configuration',
      'jsonValidation',
      'keybindings',
      'menus',
      'views',
      'viewsContainers',
      'viewsWelcome',
      'walkthroughs',
    ]);
    const types = Object.values(contributes.views).flatMap((views) => views.map(({ type }) => type));
    assert.deepEqual([...new Set(types)], [undefined]);
  });

  it('brings no other extension along and uses no unfinished part of VS Code', () => {
    const unwanted = ['enabledApiProposals', 'extensionDependencies', 'extensionPack'];
    assert.deepEqual(
      unwanted.filter((key) => key in manifest),
      [],
    );
  });
});
