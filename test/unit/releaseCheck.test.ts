import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { type FileTree, removeTempTrees, tempTree } from '../support/tempTree';

const changelog = (unreleased: string, version: string) =>
  `# Changelog\n\nIts format.\n\n## Unreleased\n\n${unreleased}## ${version}\n\n- It begins.\n`;

const complete = {
  'package.json': JSON.stringify({
    name: 'simulation-service',
    version: '1.2.3',
    publisher: 'somebody',
    repository: { type: 'git', url: 'https://github.com/somebody/simulation-service' },
    qna: false,
  }),
  'package-lock.json': JSON.stringify({ name: 'simulation-service', version: '1.2.3' }),
  'CHANGELOG.md': changelog('', '1.2.3 - 2027-01-31'),
  '.github/CODEOWNERS': '* @somebody\n',
  '.github/ISSUE_TEMPLATE/config.yml': 'blank_issues_enabled: false\n',
  'SECURITY.md': '# Security\n',
};

const heading = 'Missing for a release, see docs/publishing.md:';

/** Runs `npm run release-check` in a folder with these files, and returns its output. */
async function check(files: FileTree, ...args: readonly string[]): Promise<[number | null, string]> {
  const script = path.resolve('.ci/releaseCheck.mjs');
  const cwd = await tempTree({ ...complete, ...files });
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], { cwd, encoding: 'utf8' });
  return [status, stdout];
}

describe('npm run release-check', () => {
  afterEach(removeTempTrees);

  it('says that nothing is missing', async () => {
    const ready: [number, string] = [0, 'somebody.simulation-service 1.2.3 can be released.\n'];
    assert.deepEqual(await check({}), ready);
    assert.deepEqual(await check({}, 'v1.2.3'), ready);
  });

  it('names each thing that is missing', async () => {
    const placeholders = 'https://github.com/OWNER/REPOSITORY';
    const found = await check(
      {
        'package.json': JSON.stringify({
          name: 'simulation-service',
          version: '1.2.3',
          publisher: 'simulation-service',
        }),
        'package-lock.json': JSON.stringify({ version: '1.2.2' }),
        'CHANGELOG.md': changelog('- More.\n\n', '1.2.2 - 2027-01-31'),
        '.github/CODEOWNERS': '* @OWNER\n',
        '.github/ISSUE_TEMPLATE/config.yml': placeholders,
        'SECURITY.md': placeholders,
      },
      'v1.2.4',
    );
    const lines = [
      heading,
      '- package.json: publisher is a placeholder',
      '- package.json: repository has no address with https://',
      '- package.json: qna is missing',
      '- package-lock.json: version is 1.2.2, not 1.2.3',
      '- CHANGELOG.md: the newest version is not “## 1.2.3 - ” and a date',
      '- CHANGELOG.md: it does not begin with “## Unreleased” without changes below it',
      '- .github/CODEOWNERS: OWNER is a placeholder',
      '- .github/ISSUE_TEMPLATE/config.yml: OWNER is a placeholder',
      '- SECURITY.md: OWNER is a placeholder',
      '- The tag is v1.2.4, not v1.2.3',
      '',
    ];
    assert.deepEqual(found, [1, lines.join('\n')]);
  });

  it('wants addresses for faults and of the project where vsce knows none', async () => {
    const repository = { type: 'git', url: 'https://git.example.com/simulation-service' };
    const manifest = {
      name: 'simulation-service',
      version: '1.2.3',
      publisher: 'somebody',
      repository,
      qna: false,
    };
    const found = await check({ 'package.json': JSON.stringify(manifest) });
    const lines = [heading, '- package.json: bugs is missing', '- package.json: homepage is missing', ''];
    assert.deepEqual(found, [1, lines.join('\n')]);
  });

  it('wants a date behind the version', async () => {
    const found = await check({ 'CHANGELOG.md': changelog('', '1.2.3 - soon') });
    const line = '- CHANGELOG.md: the newest version is not “## 1.2.3 - ” and a date';
    assert.deepEqual(found, [1, `${heading}\n${line}\n`]);
  });
});
