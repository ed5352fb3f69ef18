import assert from 'node:assert/strict';
import { contributedSettings } from '../../support/manifest';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { nothing, planIn } from './support/plans';

const exclude = contributedSettings['simulationService.upload.exclude']!.default as readonly string[];

/** Everything that must never be uploaded by accident, and what systems and editors put beside files. */
const patterns = [
  '.git/',
  '.hg/',
  '.svn/',
  '.jj/',
  'node_modules/',
  '.venv/',
  'venv/',
  '__pycache__/',
  '.DS_Store',
  'Thumbs.db',
  'desktop.ini',
  '*:Zone.Identifier',
  '._*',
  '.~lock.*#',
  '~$*',
  '.nfs*',
  '.fuse_hidden*',
  '*~',
  '.*.sw[nop]',
  '.#*',
  '\\#*#',
  '.env*',
  '*.pem',
  '*.key',
  '*.ppk',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.keystore',
  '*.kdbx',
  'id_rsa*',
  'id_dsa*',
  'id_ecdsa*',
  'id_ed25519*',
  '.ssh/',
  '.gnupg/',
  '.aws/',
  '.azure/',
  '.kube/',
  '.docker/',
  '.git-credentials',
  '.htpasswd',
  '.netrc',
  '.npmrc',
  '.pgpass',
  '.pypirc',
  '.vault-token',
];

/** The name of a file or folder that a pattern means. */
const nameFor = (pattern: string) =>
  pattern.replace(/^\*/, 'a').replace(/[*/]$/, '').replace('*', 'b').replace('[nop]', 'p').replace('\\', '');

/** Windows would write another stream of the file `a`. */
const made = patterns.filter((pattern) => process.platform !== 'win32' || !pattern.includes(':'));

/** Names that only look like those of secrets. */
const wanted = [
  '.gitignore',
  'credentials.json',
  'docker/compose.inp',
  'environment.inc',
  'git/config',
  'key.inp',
  'desktop.inp',
  'macro.swp',
  'wing~1.inp',
  '_wing.inp',
  'nfs.inp',
  'Zone.Identifier.inp',
  '#1.inp',
  'keys',
  'mesh.keys',
  'my_id_rsa',
  'netrc',
  'pem.txt',
  'server.pem.inp',
  'ssh/config',
  'venv.inp',
];

const tree = (paths: readonly string[]) => Object.fromEntries(paths.map((file) => [file, 'x']));

function expected(folder: string, spell: (text: string) => string): string[] {
  return made.map((pattern) => {
    const kind = pattern.endsWith('/') ? 'folder' : 'file';
    return `${kind} ${folder}/${spell(nameFor(pattern))} by ${pattern}`;
  });
}

const byName = (line: string) => line.split(' ')[1]!;
const sorted = (lines: readonly string[]) => [...lines].sort((a, b) => (byName(a) < byName(b) ? -1 : 1));

describe('The default list of excluded files', () => {
  afterEach(removeTempTrees);

  it('has these patterns', () => assert.deepEqual([...exclude].sort(), patterns.toSorted()));

  it('excludes secrets wherever they are and however they are spelt, each shown with its pattern', async () => {
    const files = made.map((pattern) => nameFor(pattern) + (pattern.endsWith('/') ? '/x' : ''));
    const root = await tempTree({
      ...tree(files.map((file) => `deck/lower/${file}`)),
      ...tree(files.map((file) => `deck/UPPER/${file.toUpperCase()}`)),
      ...tree(wanted.map((file) => `deck/wanted/${file}`)),
    });
    const lower = expected('lower', (name) => name);
    const upper = expected('UPPER', (name) => name.toUpperCase());
    assert.deepEqual(await planIn(root, ['deck'], exclude), {
      ...nothing,
      files: wanted.map((file) => `wanted/${file} 1`).sort(),
      excluded: sorted([...lower, ...upper]),
    });
  });

  it('excludes names in any Unicode form', async () => {
    const composed = 'schl\u00fcssel';
    const decomposed = 'schlu\u0308ssel';
    const root = await tempTree(tree([`${composed}.bin`, `${decomposed}.txt`, 'deck.inp']));
    assert.deepEqual(await planIn(root, [''], [`${decomposed}.bin`, `/${composed}.txt`]), {
      ...nothing,
      files: ['deck.inp 1'],
      excluded: [`file ${decomposed}.txt by /${composed}.txt`, `file ${composed}.bin by ${composed}.bin`],
    });
  });
});
