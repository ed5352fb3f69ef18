import assert from 'node:assert/strict';
import { parseListEntry } from '../../../src/commands/launch/commandArguments';

describe('A list entry in the arguments of a command', () => {
  const project = { id: 'p1', name: 'Study' };

  it('is a project or a model with an identifier and a name, and nothing else of it', () => {
    const more = { fields: { a: 1 }, contextValue: 'x' };
    assert.deepEqual(parseListEntry({ kind: 'project', project: { ...project, ...more } }), {
      kind: 'project',
      item: project,
    });
    assert.deepEqual(parseListEntry({ kind: 'reusableModel', model: { id: 7, name: 'deck', ...more } }), {
      kind: 'model',
      item: { id: 7, name: 'deck' },
    });
  });

  it('has a name whose hidden characters are visible', () => {
    const row = { kind: 'project', project: { id: 'p1', name: 'a\u202eb' } };
    assert.equal(parseListEntry(row)?.item.name, 'a\\u{202e}b');
  });

  for (const [what, node] of Object.entries({
    nothing: undefined,
    null: null,
    'a text': 'project',
    'an empty object': {},
    'a row of another kind': { kind: 'launch', project },
    'a project without anything': { kind: 'project' },
    'a project that is null': { kind: 'project', project: null },
    'a project in the place of a model': { kind: 'reusableModel', project },
    'a project without an identifier': { kind: 'project', project: { name: 'Study' } },
    'an identifier that leads elsewhere': { kind: 'project', project: { ...project, id: '..' } },
    'an identifier in a list': { kind: 'project', project: { ...project, id: ['p1'] } },
    'a name in a list': { kind: 'project', project: { ...project, name: ['Study'] } },
  }))
    it(`is not ${what}`, () => assert.equal(parseListEntry(node), undefined));
});
