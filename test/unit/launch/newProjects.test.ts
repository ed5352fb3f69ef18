import assert from 'node:assert/strict';
import { findNewProjects } from '../../../src/launch/newProjects';

const old = { id: 'p-1', name: 'Wing' };
const added = { id: 'p-2', name: 'Wing' };
const other = { id: 'p-3', name: 'Rotor' };

describe('The search for a project whose creation got no response', () => {
  const one = { id: '1', name: 'Wing' };
  const odd = { id: 'p-2', name: String.raw`Wing\u{202e}gpj` };
  /** A project to be created, with the identifiers that were listed before. */
  const wing = (...existingProjects: readonly (string | number)[]) => ({ newName: 'Wing', existingProjects });
  for (const [title, listed, project, certain, possible] of [
    ['takes a new project of its name', [old, added, other], wing('p-1'), [added], []],
    ['finds none that was listed before', [old, other], wing('p-1', 'p-3'), [], []],
    ['is uncertain when the earlier list is unknown', [old, other], { newName: 'Wing' }, [], [old]],
    ['distinguishes an unknown list from an empty one', [added], wing(), [added], []],
    ['distinguishes the identifiers 1 and "1"', [one], wing(1), [one], []],
    ['compares the displayed name', [odd], { newName: 'Wing\u202Egpj', existingProjects: [] }, [odd], []],
  ] as const) {
    it(title, () => assert.deepEqual(findNewProjects(listed, project), { certain, possible }));
  }
});
