import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { symlink, truncate } from 'node:fs/promises';
import path from 'node:path';
import type { ExcludePattern } from '../../../src/upload/excludePatterns';
import { planUpload } from '../../../src/upload/planUpload';
import type { PlanOptions, Selection } from '../../../src/upload/uploadPlan';
import { needs } from '../../support/capabilities';
import { type FileTree, removeTempTrees, tempTree } from '../../support/tempTree';
import { makeUnreadable } from '../../support/unreadable';

/** As the setting has it, unless the user has set another list. */
const byDefault: readonly ExcludePattern[] = ['.env*', { pattern: '*.key', sparesDecks: true }];

const main = '$# LS-DYNA Keyword file\n*KEYWORD\n*INCLUDE\nmesh.key\n*END\n';
const mesh = '*NODE\n       1             0.0             0.0             0.0\n';

/** The names of the files to upload, and a line for each excluded one. */
async function plan(root: string, selection: Partial<Selection> = {}, options?: PlanOptions) {
  const whole = { root, items: [root], exclude: byDefault, ...selection };
  const { files, excluded, rejected } = await planUpload([whole], options);
  return {
    files: files.map(({ name }) => name),
    excluded: excluded.map(
      ({ name, kind, pattern, isDeck }) => `${isDeck === true ? 'deck' : kind} ${name} by ${pattern}`,
    ),
    rejected: rejected.map(({ name, reason }) => `${name} ${reason}`),
  };
}

async function planTree(tree: FileTree, selection?: Partial<Selection>) {
  return await plan(await tempTree(tree), selection);
}

const nothing = { files: [], excluded: [], rejected: [] };

const decks: FileTree = {
  'main.key': main,
  'mesh.KEY': mesh,
  'windows.key': main.replaceAll('\n', '\r\n'),
  'marked.key': `\ufeff${main}`,
  'arguments.key': '*KEYWORD LONG=Y MEMORY=200M NCPU=4\n*TITLE\nA car\n',
  'part.key': '\n$\n$ Größe in mm\n*PART\nplate\n         1         1         1\n',
  'comment.key': '*COMMENT\nall of it\n*ELEMENT_SHELL\n       1       1       1       2       3       4\n',
  'encrypted.key': '*KEYWORD\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n*END\n',
  'latin.key': Buffer.from('$ Gr\u00f6\u00dfe\n*SECTION_SHELL\n', 'latin1'),
  'commented.key': `${'$ not yet approved\n'.repeat(3000)}*KEYWORD\n`,
};

const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const blockOf = (kind: string, text = 'b3BlbnNzaC1rZXktdjEAAAAA') =>
  `-----BEGIN ${kind}-----\n${text}\n-----END ${kind}-----\n`;

/** What looks like no deck, whether it says what it is or not. */
const others: FileTree = {
  'pkcs1.key': rsa.export({ type: 'pkcs1', format: 'pem' }),
  'pkcs8.key': rsa.export({ type: 'pkcs8', format: 'pem' }),
  'locked.key': rsa.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-128-cbc',
    passphrase: 'x',
  }),
  'sec1.key': ec.export({ type: 'sec1', format: 'pem' }),
  'rsa.der.key': rsa.export({ type: 'pkcs8', format: 'der' }),
  'ec.der.key': ec.export({ type: 'pkcs8', format: 'der' }),
  'openssh.key': blockOf('OPENSSH PRIVATE KEY'),
  'pgp.key': blockOf('PGP PRIVATE KEY BLOCK'),
  'ssh2.key': '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nP2/56wAAAi4AAAA3\n',
  'putty.key': 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n',
  'bag.key': `Bag Attributes\n    localKeyID: 54 69\n${blockOf('PRIVATE KEY')}`,
  'vpn.key': `#\n# 2048 bit OpenVPN static key\n#\n${blockOf('OpenVPN Static key V1', '6acef03f62675b4b')}`,
  'vault.key': '$ANSIBLE_VAULT;1.1;AES256\n3363616465\n',
  'age.key': '# created: 2026-01-01\nAGE-SECRET-KEY-1QQPQ\n',
  'jwk.key': '{"kty":"OKP","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}',
  'wireguard.key': 'yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=\n',
  'raw.key': randomBytes(32),
  'empty.key': '',
  'talk.key': 'Talk\n*KEYWORD\n',
  'list.key': '*wifi\nsecret\n*router\nsecret\n',
  'utf16.key': Buffer.from(main, 'utf16le'),
  'message.key': blockOf('PGP MESSAGE'),
  'mixed.key': `${main}${blockOf('RSA PRIVATE KEY')}`,
  'mixedPutty.key': `${main}PuTTY-User-Key-File-2: ssh-rsa\n`,
  'late.key': `${'$ not yet approved\n'.repeat(4000)}*KEYWORD\n`,
};

describe('Files that are named as private keys', () => {
  afterEach(removeTempTrees);

  it('are uploaded if they are decks of LS-DYNA', async () =>
    assert.deepEqual(await planTree(decks), { ...nothing, files: Object.keys(decks).sort() }));

  it('are excluded if they are anything else, above all keys', async () => {
    const excluded = Object.keys(others)
      .sort()
      .map((name) => `file ${name} by *.key`);
    assert.deepEqual(await planTree(others), { ...nothing, excluded });
  });

  it('are excluded as the patterns of a user say, and then it is known which are decks', async () => {
    const tree = { 'main.key': main, 'sub/mesh.KEY': mesh, 'server.key': others['pkcs8.key'] ?? '' };
    const excluded = ['deck main.key by *.key', 'file server.key by *.key', 'deck sub/mesh.KEY by *.key'];
    assert.deepEqual(await planTree(tree, { exclude: ['*.key'] }), { ...nothing, excluded });
    // A workspace or a task adds the same pattern.
    assert.deepEqual(await planTree(tree, { exclude: [...byDefault, '*.key'] }), { ...nothing, excluded });
    assert.deepEqual(await planTree(tree, { alsoExclude: ['*.key'] }), { ...nothing, excluded });
    assert.deepEqual(await planTree(tree, { alsoExclude: ['sub/*', '/main.key'] }), {
      ...nothing,
      excluded: ['file main.key by /main.key', 'file server.key by *.key', 'deck sub/mesh.KEY by sub/*'],
    });
  });

  it('stay in an excluded folder, whatever its pattern', async () => {
    const tree = { 'run.key/main.key': main, '.env/main.key': main, 'main.key': main };
    assert.deepEqual(await planTree(tree), {
      files: ['main.key'],
      rejected: [],
      excluded: ['folder .env by .env*', 'folder run.key by *.key'],
    });
  });

  it('are included if the user ticks them', async () => {
    const root = await tempTree({ 'server.key': others['pkcs8.key'] ?? '', 'main.key': main });
    const include = new Set([path.join(root, 'server.key')]);
    assert.deepEqual(await plan(root, {}, { include }), { ...nothing, files: ['main.key', 'server.key'] });
  });

  it('are told by their beginnings alone', async () => {
    const root = await tempTree({ 'main.key': `${main}${'$\n'.repeat(40_000)}` });
    // The rest are zeros, which no deck has.
    await truncate(path.join(root, 'main.key'), 8 * 1024 ** 3);
    assert.deepEqual(await plan(root), { ...nothing, files: ['main.key'] });
  });

  needs('links').it('stay excluded if they cannot be read', async () => {
    const root = await tempTree({ 'main.key': main });
    const putBack = makeUnreadable(path.join(root, 'main.key'));
    assert.deepEqual(await plan(root), {
      files: ['main.key.aside'],
      rejected: [],
      excluded: ['file main.key by *.key'],
    });
    putBack();
  });

  needs('links').it('are told by what a link leads to, if that is selected', async () => {
    const outside = await tempTree({ 'outside.k': main });
    const root = await tempTree({
      'mesh.k': mesh,
      'secret.txt': others['pkcs8.key'] ?? '',
      'inner.key': mesh,
    });
    const links = {
      'deck.key': 'mesh.k',
      'deck.k': 'inner.key',
      'secret.key': 'secret.txt',
      'broken.key': 'nowhere.k',
      'outside.key': path.join(outside, 'outside.k'),
      'folder.key': '.',
    };
    for (const [name, target] of Object.entries(links)) await symlink(target, path.join(root, name));
    assert.deepEqual(await plan(root), {
      files: ['deck.k', 'deck.key', 'inner.key', 'mesh.k', 'secret.txt'],
      rejected: [],
      excluded: ['broken', 'folder', 'outside', 'secret'].map((name) => `file ${name}.key by *.key`),
    });
  });
});
