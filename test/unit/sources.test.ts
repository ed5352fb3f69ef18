import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sources as sourcesByFile } from '../support/sources';

/** The sources without their comments. */
const sources = [...sourcesByFile].map(([file, text]) => ({
  file: `src/${file}`,
  code: text.replace(/^\s*(\/\*[^]*?\*\/|\/\/.*$)/gm, ''),
}));

function filesWith(pattern: RegExp): string[] {
  return sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file);
}

/** Patterns that no source contains, by their reasons. */
const nowhere: Readonly<Record<string, RegExp>> = {
  'show no Markdown, where a name from the service could be a link that runs a command':
    /\bMarkdownString\b|\bsupportHtml\b|(?<!workspace\.)\bisTrusted\b/,
  'show no webview, in which text from the service could be a script':
    /\bcreateWebview|\bregisterWebview|\bregisterCustomEditorProvider\b/,
  'handle no links to the extension, which any web page can open': /\bregisterUriHandler\b/,
  'open no address, because the service could choose it': /\bopenExternal\b/,
  'run no text as code': /\beval\(|\bnew Function\b/,
  'start no program and no terminal': /\bchild_process\b|\bcreateTerminal\b/,
  'never leave a certificate unchecked':
    /rejectUnauthorized: (?!true\b|verifyCertificate\b)|NODE_TLS_REJECT_UNAUTHORIZED|\bcheckServerIdentity\b/,
  'send nothing with node:http, which VS Code redirects':
    /\bhttps?\.(get|request)\(|\b(get|request)\b[^;]*\bfrom 'node:https?'/,
  'never call fetch, because it follows redirects and decompresses responses': /\bfetch\(/,
  'never call canParse, which is wrong for Latin-1 letters in Node 20 once it is optimised': /\bcanParse\(/,
  'write nothing to the console, which every extension and the host share': /\bconsole\./,
};

/** Patterns that only these sources contain, and the reasons. */
const onlyHere: readonly (readonly [reason: string, pattern: RegExp, files: readonly string[]])[] = [
  [
    'read only proxies from the environment variables, and on the command line the credential, the place of records and the language',
    /\bprocess\.env\b/,
    ['src/cli/cli.ts', 'src/cli/cliSession.ts', 'src/platform/routing.ts'],
  ],
  [
    'skip the check of a certificate only for a proxy',
    /rejectUnauthorized: verifyCertificate\b/,
    ['src/client/http/connect.ts'],
  ],
  [
    'output text in one file only, which redacts it',
    /\bshow(Information|Warning|Error)Message\b|\bclipboard\b|\bLogOutputChannel\b/,
    ['src/platform/output.ts'],
  ],
  [
    'write lines of a label and a value with the one function for them',
    /\bl10n\.t\(\s*'\{0\}: \{1\}'/,
    ['src/platform/format.ts'],
  ],
  ['open one log only', /\bcreateOutputChannel\b/, ['src/platform/log.ts']],
  [
    'write only files that the user has seen or chosen',
    /\bopenTextDocument\b|\bfs\.writeFile\b/,
    ['src/platform/output.ts', 'src/platform/textFile.ts'],
  ],
  [
    'use the redactor of a window only where its parts are put together',
    /\bimport (?!type)[^;]*\bredactor\b[^;]* from/,
    ['src/main.ts', 'src/session/session.ts'],
  ],
  [
    'use Math.random only to spread attempts, never for unguessable values',
    /\bMath\.random\b/,
    ['src/client/requestSender.ts', 'src/session/createRunners.ts', 'src/upload/uploadFiles.ts'],
  ],
  [
    'resolve links in one way, which keeps drive and case as given',
    /\brealpath(?:Sync)?\b/,
    ['src/files/resolveLinks.ts'],
  ],
  ['compare paths by the rules of the system', /\bpath\.relative\b/, []],
  [
    'parse JSON only where bytes arrive',
    /\bJSON\.parse\(/,
    [
      'src/client/core/exactJson.ts',
      'src/client/core/storedForm.ts',
      'src/client/response/errorBody.ts',
      'src/emulator/serviceServer.ts',
      'src/journal/lockFile.ts',
      'src/platform/uploadUrlStorage.ts',
      'src/secrets/accountName.ts',
      'src/serviceFile/parseJson.ts',
    ],
  ],
];

describe('The sources', () => {
  for (const [reason, pattern] of Object.entries(nowhere))
    it(reason, () => assert.deepEqual(filesWith(pattern), []));

  for (const [reason, pattern, files] of onlyHere)
    it(reason, () => assert.deepEqual(filesWith(pattern).sort(), files));

  it('read user settings, and from a workspace only the excluded files, the selected environment, what decks are checked and tasks', () => {
    const pattern =
      /\bworkspace(?:Folder)?(?:Language)?Value\b|getConfiguration\([^)]*\)\.(?!inspect|update)\w+/g;
    const uses = sources.flatMap(({ file, code }) =>
      [...code.matchAll(pattern)].map(([text]) => `${file} ${text}`),
    );
    assert.deepEqual(uses, [
      // Only whether an environment is selected.
      'src/idle.ts workspaceValue',
      'src/session/settings.ts workspaceValue',
      'src/session/settings.ts workspaceFolderValue',
      // The tasks, to refuse those with unknown properties.
      'src/session/settings.ts workspaceFolderValue',
      'src/session/settings.ts workspaceValue',
      // Read only to know where a changed setting would take effect.
      'src/session/settings.ts workspaceValue',
      'src/session/settings.ts getConfiguration().get',
      // Those of the check of decks, which sends nothing.
      'src/session/settings.ts workspaceFolderValue',
      'src/session/settings.ts workspaceValue',
    ]);
    assert.equal(sources.flatMap(({ code }) => code.match(/findOnLevels\(keys\.deck/g) ?? []).length, 2);
    assert.ok(
      sources.some(({ code }) => code.includes('getConfiguration().get<unknown>(keys.environment);')),
    );
  });

  it('never read a file for upload as a whole, because it may not fit into memory', () => {
    const readers = filesWith(/\breadFile(Sync)?\(/).filter((file) => file.startsWith('src/upload/'));
    assert.deepEqual(readers, []);
  });

  it('give each error a kind, which determines its text and its log entry', () => {
    const without = errorClasses().filter(({ body }) => !/\breadonly kind\b/.test(body));
    const names = without.map(({ name }) => name);
    assert.deepEqual(names, internalErrors);
  });

  it('have a text for each error, because an error without a text does not compile', () => {
    const worded = readFileSync('src/messages/errorTypes.ts', 'utf8');
    const shown = errorClasses().filter(({ name }) => !internalErrors.includes(name));
    const modules = shown.map(({ file }) => file.replace(/^src(.*)\.ts$/, '..$1'));
    const without = modules.filter((module) => !worded.includes(`from '${module}';`));
    assert.deepEqual(without, []);
  });
});

/** Converted into other errors by the code that throws them, so the user never sees them. */
const internalErrors = [
  'RefusedError',
  'FileAccessError',
  'ToolInputError',
  'RequestInterruptedError',
  'ProxyError',
];

function errorClasses(): { readonly file: string; readonly name: string; readonly body: string }[] {
  return sources.flatMap(({ file, code }) => {
    const found = [...code.matchAll(/\bclass (\w+) extends \w*Error \{([^]*?)\n\}/g)];
    return found.map(([, name = '', body = '']) => ({ file, name, body }));
  });
}
