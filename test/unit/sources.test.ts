import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A source file without its comments. */
interface Source {
  /** With `/`, from `src` on. */
  readonly file: string;
  readonly code: string;
}

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name): Source => {
    const file = path.join('src', name);
    const code = readFileSync(file, 'utf8').replace(/^\s*(\/\*[^]*?\*\/|\/\/.*$)/gm, '');
    return { file: file.replaceAll(path.sep, '/'), code };
  });

function filesWith(pattern: RegExp): string[] {
  return sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file);
}

/** What no source holds: the reason, and how it would look. */
const nowhere: Readonly<Record<string, RegExp>> = {
  'show no Markdown, where a name from the service could be a link that runs a command':
    /\bMarkdownString\b|\bsupportHtml\b|(?<!workspace\.)\bisTrusted\b/,
  'show no page, where text from the service could be a script':
    /\bcreateWebview|\bregisterWebview|\bregisterCustomEditorProvider\b/,
  'take no orders from links, which any web page can open': /\bregisterUriHandler\b/,
  'open no address, because the service could choose it': /\bopenExternal\b/,
  'run no text as code': /\beval\(|\bnew Function\b/,
  'start no program and no terminal': /\bchild_process\b|\bcreateTerminal\b/,
  'never leave a certificate unchecked':
    /rejectUnauthorized: (?!true\b|checked\b)|NODE_TLS_REJECT_UNAUTHORIZED|\bcheckServerIdentity\b/,
  'send nothing by the http of Node, which VS Code leads elsewhere':
    /\bhttps?\.(get|request)\(|\b(get|request)\b[^;]*\bfrom 'node:https?'/,
  'never fetch, because that follows redirects and inflates what comes': /\bfetch\(/,
  'never ask canParse, which Node 20 answers wrongly for Latin-1 letters once it is optimised':
    /\bcanParse\(/,
  'write nothing to the console, which every extension and the host share': /\bconsole\./,
};

/** What only these sources hold, and why. */
const onlyHere: readonly (readonly [reason: string, pattern: RegExp, files: readonly string[]])[] = [
  ['take nothing from the environment but proxies', /\bprocess\.env\b/, ['src/platform/routing.ts']],
  [
    'leave a certificate unchecked only where it is that of a proxy',
    /rejectUnauthorized: checked\b/,
    ['src/client/http/proxyTunnel.ts'],
  ],
  [
    'let text out in one file only, which takes the secrets out of it',
    /\bshow(Information|Warning|Error)Message\b|\bclipboard\b|\bcreateOutputChannel\b|\bopenTextDocument\b|\bfs\.writeFile\b/,
    ['src/platform/output.ts'],
  ],
  [
    'roll dice to spread attempts in time and for nothing that must not be guessed',
    /\bMath\.random\b/,
    ['src/client/serviceClient.ts', 'src/session/createRunner.ts', 'src/upload/uploadFiles.ts'],
  ],
  [
    'parse JSON where bytes come in and nowhere else',
    /\bJSON\.parse\(/,
    [
      'src/client/core/storedForm.ts',
      'src/client/response/errorBody.ts',
      'src/client/response/exactJson.ts',
      'src/emulator/serviceServer.ts',
      'src/launch/launchLock.ts',
      'src/platform/uploadUrlStorage.ts',
      'src/secrets/accountName.ts',
    ],
  ],
];

describe('The sources', () => {
  for (const [reason, pattern] of Object.entries(nowhere)) {
    it(reason, () => assert.deepEqual(filesWith(pattern), []));
  }

  for (const [reason, pattern, files] of onlyHere) {
    it(reason, () => assert.deepEqual(filesWith(pattern).sort(), files));
  }

  it('ask for what the user has set, and take from a workspace only what is to stay behind, and which environment of the user it means', () => {
    const pattern =
      /\bworkspace(?:Folder)?(?:Language)?Value\b|getConfiguration\([^)]*\)\.(?!inspect|update)\w+/g;
    const uses = sources.flatMap(({ file, code }) =>
      [...code.matchAll(pattern)].map(([text]) => `${file} ${text}`),
    );
    assert.deepEqual(uses, [
      'src/session/settings.ts getConfiguration().get',
      'src/session/settings.ts workspaceValue',
      'src/session/settings.ts workspaceFolderValue',
      // Looked at, to know where another choice would have an effect.
      'src/session/settings.ts workspaceValue',
    ]);
    assert.ok(
      sources.some(({ code }) => code.includes('getConfiguration().get<unknown>(keys.environment);')),
    );
  });

  it('never read a file that is uploaded as a whole, because it may not fit into memory', () => {
    const readers = filesWith(/\breadFile(Sync)?\(/).filter((file) => file.startsWith('src/upload/'));
    assert.deepEqual(readers, []);
  });

  it('give each error a kind, by which it is worded and logged', () => {
    const without = errorClasses().filter(({ body }) => !/\breadonly kind\b/.test(body));
    assert.deepEqual(
      without.map(({ name }) => name),
      internalErrors,
    );
  });

  it('have words for each error, because those without do not compile', () => {
    const worded = readFileSync('src/messages/ownErrors.ts', 'utf8');
    const modules = errorClasses()
      .filter(({ name }) => !internalErrors.includes(name))
      .map(({ file }) => `../${path.posix.relative('src', file).replace(/\.ts$/, '')}`);
    assert.deepEqual(
      [...new Set(modules)].filter((module) => !worded.includes(`from '${module}';`)),
      [],
    );
  });
});

/** Translated into others by the part that they belong to, so that nobody is told of them. */
const internalErrors: readonly string[] = ['NotRegularFileError', 'RequestInterruptedError', 'ProxyError'];

function errorClasses(): { readonly file: string; readonly name: string; readonly body: string }[] {
  return sources.flatMap(({ file, code }) =>
    [...code.matchAll(/\bclass (\w+) extends \w*Error \{([^]*?)\n\}/g)].map(([, name = '', body = '']) => ({
      ...{ file, name, body },
    })),
  );
}
