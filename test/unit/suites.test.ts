import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { browserSuites, integrationSuites } from '../suites';

function listSuites(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  return files.map((name) => name.replace(/\.test\.ts$/, ''));
}

describe('The suites that need VS Code', () => {
  it('all run', () => {
    assert.deepEqual([...browserSuites].sort(), listSuites('test/browser').sort());
    assert.deepEqual([...integrationSuites, 'veryLargeFiles'].sort(), listSuites('test/integration').sort());
  });
});
