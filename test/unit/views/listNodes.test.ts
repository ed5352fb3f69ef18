import assert from 'node:assert/strict';
import type { Project } from '../../../src/client/core/types';
import { removeDuplicates } from '../../../src/session/removeDuplicates';
import { filterEntries, findSharedNames, type ListNode, listNodes } from '../../../src/views/listNodes';

const project = (id: string, name = id): Project => ({ id, name, fields: {} });
const node = (item: Project): ListNode => ({ kind: 'project', project: item });

function ready(...items: Project[]) {
  return { state: 'ready', listing: { items, skipped: 0 } } as const;
}

describe('The rows of a list', () => {
  it('are created only for shown entries', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => project(String(index)));
    let made = 0;
    const counted = (item: Project): ListNode => {
      made++;
      return node(item);
    };
    listNodes(ready(...many), counted);
    assert.equal(made, 200);
  });

  it('say how many entries could not be read', () => {
    const listing = { items: [project('a')], skipped: 2 };
    assert.deepEqual(listNodes({ state: 'ready', listing }, node), [
      { kind: 'project', project: project('a') },
      { kind: 'broken', count: 2 },
    ]);
  });

  it('say that the service has more', () => {
    const listing = { items: [project('a')], skipped: 2, partial: { total: 250 } };
    assert.deepEqual(listNodes({ state: 'ready', listing }, node).slice(1), [
      { kind: 'broken', count: 2 },
      { kind: 'partial', entries: 3, total: 250 },
    ]);
    const empty = { items: [], skipped: 0, partial: {} };
    assert.deepEqual(listNodes<Project>({ state: 'ready', listing: empty }, node), [
      { kind: 'partial', entries: 0 },
    ]);
  });

  it('offer one way on after a failure, so that the list does not look empty', () => {
    const text = 'It could not be listed.';
    assert.deepEqual(listNodes({ state: 'failed', text }, node), [{ kind: 'failed', offer: 'retry', text }]);
    assert.deepEqual(listNodes({ state: 'badEnvironment', text }, node), [
      { kind: 'failed', offer: 'selectEnvironment', text },
    ]);
  });

  it('leave the view to its welcome content when no service is configured', () => {
    for (const state of ['notConfigured', 'badBaseUrl', 'unreachable'] as const)
      assert.deepEqual(listNodes<Project>({ state }, node), []);
  });
});

describe('The shared names of a list', () => {
  it('are those of more than one entry', () => {
    const entries = [project('1', 'Wing'), project('2', 'Strut'), project('3', 'Wing'), project('4', 'wing')];
    assert.deepEqual([...findSharedNames(entries)], ['Wing']);
    assert.deepEqual([...findSharedNames([])], []);
  });
});

describe('A filter', () => {
  const entries = [project('p1', 'Wing box'), project('p2', 'Bracket'), project('wing-7', 'Strut')];

  it('lets names and identifiers through that contain its text, in upper or lower case', () => {
    assert.deepEqual(filterEntries(entries, 'WING'), [entries[0], entries[2]]);
    assert.deepEqual(filterEntries(entries, 'brack'), [entries[1]]);
    assert.deepEqual(filterEntries(entries, 'no such'), []);
  });

  it('lets everything through when it has no text', () =>
    assert.deepEqual(filterEntries(entries, ''), entries));
});

describe('A listing', () => {
  it('has a repeated identifier once, at its first place', () => {
    const items = [project('a', 'old'), project('b'), project('a', 'new')];
    assert.deepEqual(removeDuplicates({ items, skipped: 1, partial: { total: 9 } }), {
      items: [project('a', 'new'), project('b')],
      skipped: 1,
      partial: { total: 9 },
    });
  });
});
