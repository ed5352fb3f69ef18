import assert from 'node:assert/strict';
import type { Project } from '../../../src/client/types';
import { listNodes, type ListNode } from '../../../src/views/listNodes';

const project = (id: string): Project => ({ id, name: id, fields: {} });
const node = (item: Project): ListNode => ({ kind: 'project', project: item });

describe('the rows of a list', () => {
  it('are one for each entry', () => {
    const listing = { items: [project('a'), project('b')], broken: 0 };
    assert.deepEqual(listNodes({ state: 'ready', listing }, node), [
      { kind: 'project', project: project('a') },
      { kind: 'project', project: project('b') },
    ]);
  });

  it('say how many entries could not be read', () => {
    assert.deepEqual(listNodes({ state: 'ready', listing: { items: [project('a')], broken: 2 } }, node), [
      { kind: 'project', project: project('a') },
      { kind: 'broken', count: 2 },
    ]);
  });

  it('show an identifier that comes twice once', () => {
    const listing = { items: [project('a'), project('b'), project('a')], broken: 0 };
    assert.equal(listNodes({ state: 'ready', listing }, node).length, 2);
  });

  it('show a failure as a row of its own', () => {
    const error = new Error('no');
    assert.deepEqual(listNodes({ state: 'failed', error }, node), [{ kind: 'failed', error }]);
  });

  it('leave the view to its welcome texts when there is no service to ask', () => {
    for (const state of ['notConfigured', 'badBaseUrl', 'unreachable'] as const) {
      assert.deepEqual(listNodes<Project>({ state }, node), []);
    }
  });
});
