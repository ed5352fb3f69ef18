import assert from 'node:assert/strict';
import { listServersFor } from '../../../src/serviceFile/servers';

const list = (asked: string, ...servers: string[]) =>
  listServersFor(
    new URL(asked),
    servers.map((url) => ({ url, description: '' })),
    'entered',
  ).map(({ url, description }) => (description === '' ? url : `${url} ${description}`));

describe('The addresses to choose from for a document', () => {
  it('are those of the host that was entered', () =>
    assert.deepEqual(list('https://sim.example', 'https://sim.example/api/v3', 'https://old.example'), [
      'https://sim.example/api/v3',
    ]));

  it('are the entered one where the document does not know of a path before it', () =>
    assert.deepEqual(list('https://sim.example/team/', 'https://sim.example'), ['https://sim.example/team']));

  it('do not contain the document', () =>
    assert.deepEqual(list('https://sim.example/team/openapi.json', 'https://sim.example'), [
      'https://sim.example/team',
    ]));

  for (const other of ['https://sim.example:8443', 'http://sim.example'])
    it(`offer the entered host before its other port or scheme: ${other}`, () =>
      assert.deepEqual(list('https://sim.example', other), ['https://sim.example entered', other]));

  it('offer the entered host before another one', () =>
    assert.deepEqual(list('http://127.0.0.1:8000', 'https://sim.example/api'), [
      'http://127.0.0.1:8000/api entered',
      'https://sim.example/api',
    ]));

  it('are the entered one where the document names none', () =>
    assert.deepEqual(list('https://sim.example/team'), ['https://sim.example/team entered']));
});
