// The licences of the libraries in the extension, for ThirdPartyNotices.txt in the package.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The text of the MIT licence, for libraries that come without it. */
const formatMitLicence = (copyright) => `MIT License

${copyright}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

/** Packages without a file of their licence: the copyright line of the one in their repository. */
const copyrights = { '@vscode/l10n': 'Copyright (c) Microsoft Corporation.' };

/** Code of others in the files of a package, whose licence that package does not repeat. */
const embedded = [
  { name: 'llhttp', within: 'undici', copyright: 'Copyright Fedor Indutny, 2018.' },
  { name: 'fetch-blob', within: 'undici', copyright: 'Copyright (c) 2019 David Frank' },
  {
    name: 'formdata-polyfill',
    within: 'undici',
    copyright: 'Copyright (c) 2016 Jimmy Karl Roland Wärting',
  },
];

/**
 * The notices of all packages that the files come from, each with its licence.
 * @param files as esbuild names them; those outside of `node_modules` are the project's own
 * @throws Error for a package without a licence
 */
export function formatNotices(files) {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const packages = [...new Set(folders)].map(readNotice);
  const others = embedded
    .filter(({ within }) => packages.some(({ name }) => name === within))
    .map(({ name, within, copyright }) => ({
      name,
      title: `${name}, in ${within}`,
      text: formatMitLicence(copyright),
    }));
  const notices = [...packages, ...others].sort((one, other) => (one.title < other.title ? -1 : 1));
  const line = '-'.repeat(80);
  return [
    'This extension contains the following libraries, under these licences.\n',
    ...notices.map(({ title, text }) => `${line}\n${title}\n${line}\n\n${text}\n`),
  ].join('\n');
}

function readNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r', '').trim());
  if (texts.length === 0) {
    if (copyrights[name] === undefined || license !== 'MIT')
      throw new Error(`${name} has no licence; add the one of its repository to .ci/notices.mjs.`);
    texts.push(formatMitLicence(copyrights[name]));
  }
  return { name, title: `${name} ${version} (${license})`, text: texts.join('\n\n') };
}
