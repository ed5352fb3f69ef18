// Makes the .vsix: the same bytes from the same sources, wherever and whenever, and says their SHA-256. Beside it comes
// the list of the libraries in it.
import { listFiles, PackageManager } from '@vscode/vsce';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { formatSbom } from './sbom.mjs';

const require = createRequire(import.meta.url);
const { name, version, repository } = require('../package.json');
const target = `${name}-${version}.vsix`;

// The package keeps the mode of each file, which depends on who checked it out.
for (const file of await listFiles({ packageManager: PackageManager.None })) chmodSync(file, 0o644);
process.umask(0o022);

const vsce = require.resolve('@vscode/vsce/vsce');
// Without a repository, there is nothing that pictures of the README could be made to lead to.
const withoutRepository = ['--allow-missing-repository', '--no-rewrite-relative-links'];
const options = [
  '--no-dependencies',
  ...(repository === undefined ? withoutRepository : []),
  '--out',
  target,
];
const { status } = spawnSync(process.execPath, [vsce, 'package', ...options], {
  stdio: 'inherit',
  env: {
    ...process.env,
    // The time of every file, the earliest that the format can tell. With it, vsce also sorts the files.
    SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? '315532800',
    // Times are written as local ones, and names are sorted by the rules of a language.
    TZ: 'UTC',
    LC_ALL: 'C',
  },
});
if (status === 0) {
  writeFileSync(`${name}-${version}.cdx.json`, formatSbom());
  const hash = createHash('sha256').update(readFileSync(target)).digest('hex');
  process.stdout.write(`SHA-256 ${hash}\n`);
}
process.exitCode = status ?? 1;
