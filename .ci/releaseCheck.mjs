// Names what is missing for a release, and fails if anything is. An argument is the tag of the release, such as v1.2.3.
import { readFileSync } from 'node:fs';

const textOf = (file) => readFileSync(file, 'utf8');
const { name, version, publisher, repository, bugs, homepage, qna } = JSON.parse(textOf('package.json'));
const address = repository?.url ?? '';
const [tag] = process.argv.slice(2);
const missing = [];

/** Adds a line to what is missing. */
function need(isThere, line) {
  if (!isThere) missing.push(line);
}

need(publisher !== 'simulation-service', 'package.json: publisher is a placeholder');
need(address.startsWith('https://'), 'package.json: repository has no address with https://');
// `vsce` makes them from such a repository.
if (address !== '' && !/^https:\/\/(github|gitlab)\.com\//.test(address)) {
  need(bugs !== undefined, 'package.json: bugs is missing');
  need(homepage !== undefined, 'package.json: homepage is missing');
}
need(qna !== undefined, 'package.json: qna is missing');

const lockedVersion = JSON.parse(textOf('package-lock.json')).version;
need(lockedVersion === version, `package-lock.json: version is ${lockedVersion}, not ${version}`);

const [, unreleased, newest] = textOf('CHANGELOG.md').split(/^## /m);
need(
  newest?.startsWith(`${version} - `) && /^\S+ - \d{4}-\d\d-\d\d\n/.test(newest),
  `CHANGELOG.md: the newest version is not “## ${version} - ” and a date`,
);
need(
  unreleased?.trim() === 'Unreleased',
  'CHANGELOG.md: it does not begin with “## Unreleased” without changes below it',
);

for (const file of ['.github/CODEOWNERS', '.github/ISSUE_TEMPLATE/config.yml', 'SECURITY.md'])
  need(!textOf(file).includes('OWNER'), `${file}: OWNER is a placeholder`);

if (tag !== undefined) need(tag === `v${version}`, `The tag is ${tag}, not v${version}`);

if (missing.length === 0) {
  process.stdout.write(`${publisher}.${name} ${version} can be released.\n`);
} else {
  process.stdout.write(`Missing for a release, see docs/publishing.md:\n`);
  for (const line of missing) process.stdout.write(`- ${line}\n`);
  process.exitCode = 1;
}
