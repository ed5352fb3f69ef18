import assert from 'node:assert/strict';
import { planUpload } from '../../../src/upload/planUpload';
import { contributedSettings } from '../../support/contributedSettings';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { selection, summary } from './support/plans';

const settings = contributedSettings<{ readonly default: unknown }>();
const exclude = settings['simulationService.upload.exclude']!.default as readonly string[];

/** A path of the intended kind for each pattern of the default list. */
const samples: Readonly<Record<string, string>> = {
  '.git/': '.git/config',
  '.hg/': '.hg/hgrc',
  '.svn/': '.svn/wc.db',
  '.jj/': '.jj/repo',
  'node_modules/': 'node_modules/x.js',
  '.venv/': '.venv/pyvenv.cfg',
  'venv/': 'venv/pyvenv.cfg',
  '__pycache__/': '__pycache__/x.pyc',
  '.DS_Store': '.DS_Store',
  'Thumbs.db': 'Thumbs.db',
  '.env*': '.env',
  '*.pem': 'server.pem',
  '*.key': 'server.key',
  '*.ppk': 'putty.ppk',
  '*.p12': 'client.p12',
  '*.pfx': 'client.pfx',
  '*.jks': 'trust.jks',
  '*.keystore': 'release.keystore',
  '*.kdbx': 'passwords.kdbx',
  'id_rsa*': 'id_rsa',
  'id_dsa*': 'id_dsa',
  'id_ecdsa*': 'id_ecdsa',
  'id_ed25519*': 'id_ed25519.pub',
  '.ssh/': '.ssh/config',
  '.gnupg/': '.gnupg/secring.gpg',
  '.aws/': '.aws/credentials',
  '.azure/': '.azure/msal_token_cache.json',
  '.kube/': '.kube/config',
  '.docker/': '.docker/config.json',
  '.git-credentials': '.git-credentials',
  '.htpasswd': '.htpasswd',
  '.netrc': '.netrc',
  '.npmrc': '.npmrc',
  '.pgpass': '.pgpass',
  '.pypirc': '.pypirc',
  '.vault-token': '.vault-token',
};

/** Names that only look like those of secrets. */
const wanted = [
  ...['.gitignore', 'credentials.json', 'docker/compose.inp', 'environment.inc', 'git/config', 'key.inp'],
  ...['keys', 'mesh.keys', 'my_id_rsa', 'netrc', 'pem.txt', 'server.pem.inp', 'ssh/config', 'venv.inp'],
];

const tree = (paths: readonly string[]) => Object.fromEntries(paths.map((file) => [file, 'x']));

function expected(folder: string, spell: (text: string) => string): string[] {
  return Object.entries(samples).map(([pattern, file]) => {
    const [name = ''] = file.split('/');
    return `${name === file ? 'file' : 'folder'} ${folder}/${spell(name)} by ${pattern}`;
  });
}

const byName = (line: string) => line.split(' ')[1]!;
const sorted = (lines: readonly string[]) => [...lines].sort((a, b) => (byName(a) < byName(b) ? -1 : 1));

describe('The default list of excluded files', () => {
  afterEach(removeTempTrees);

  it('has a sample for each pattern, and includes the secrets that must never be uploaded by accident', () => {
    assert.deepEqual([...exclude].sort(), Object.keys(samples).sort());
    const musts = ['.git/', '.ssh/', '.env*', '*.pem', '*.key', 'node_modules/', 'id_rsa*'];
    assert.deepEqual(
      musts.filter((pattern) => !exclude.includes(pattern)),
      [],
    );
  });

  it('excludes secrets wherever they are and however they are spelt, each shown with its pattern', async () => {
    const files = Object.values(samples);
    const root = await tempTree({
      ...tree(files.map((file) => `deck/lower/${file}`)),
      ...tree(files.map((file) => `deck/UPPER/${file.toUpperCase()}`)),
      ...tree(wanted.map((file) => `deck/wanted/${file}`)),
    });
    const plan = summary(await planUpload([selection(root, ['deck'], exclude)]));
    assert.deepEqual(plan, {
      files: wanted.map((file) => `wanted/${file} 1`).sort(),
      excluded: sorted([
        ...expected('lower', (name) => name),
        ...expected('UPPER', (name) => name.toUpperCase()),
      ]),
      rejected: [],
    });
  });

  it('excludes names in any Unicode form', async () => {
    const [composed, decomposed] = ['schl\u00fcssel', 'schlu\u0308ssel'];
    const root = await tempTree(tree([`${composed}.bin`, `${decomposed}.txt`, 'deck.inp']));
    const patterns = [`${decomposed}.bin`, `/${composed}.txt`];
    assert.deepEqual(summary(await planUpload([selection(root, [''], patterns)])), {
      files: ['deck.inp 1'],
      excluded: [`file ${decomposed}.txt by /${composed}.txt`, `file ${composed}.bin by ${composed}.bin`],
      rejected: [],
    });
  });
});
