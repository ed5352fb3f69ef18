import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { packedFiles } from '../support/packedFiles';
import { closeBrowser, startSession, type Session } from './session';

describe('the installed package', () => {
  let session: Session;
  let folder: string;

  before(async () => {
    session = await startSession();
    const extensions = path.join(session.server.dataDir, 'extensions');
    const [name] = readdirSync(extensions).filter((entry) => entry.startsWith('simulation-service.'));
    folder = path.join(extensions, name!);
  });
  after(async () => {
    await session.end();
    await closeBrowser();
  });

  it('holds what is needed at run time and nothing else', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const found = files.filter((file) => statSync(path.join(folder, file)).isFile());
    assert.deepEqual(found.sort(), ['.vsixmanifest', ...packedFiles].sort());
  });

  it('leaves the fetch of other extensions alone', () => {
    const bundle = readFileSync(path.join(folder, 'dist/extension.js'), 'utf8');
    assert.equal(bundle.includes('undici.globalDispatcher'), false);
    assert.ok(bundle.length > 100_000, 'the bundle holds the client');
  });

  it('depends on no other package', () => {
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    assert.deepEqual([manifest['dependencies'], manifest['main']], [undefined, './dist/extension.js']);
  });
});
