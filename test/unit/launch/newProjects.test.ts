import assert from 'node:assert/strict';
import { findNewProjects } from '../../../src/launch/newProjects';

const old = { id: 'p-1', name: 'Wing' };
const added = { id: 'p-2', name: 'Wing' };
const other = { id: 'p-3', name: 'Rotor' };

describe('The search for a project whose creation got no response', () => {
  it('takes a project of its name that was not listed before for the new one', () => {
    assert.deepEqual(findNewProjects([old, added, other], { newName: 'Wing', before: ['p-1'] }), {
      certain: [added],
      possible: [],
    });
  });

  it('finds nothing when each project of its name was listed before', () => {
    assert.deepEqual(findNewProjects([old, other], { newName: 'Wing', before: ['p-1', 'p-3'] }), {
      certain: [],
      possible: [],
    });
  });

  it('finds no new project when the earlier list is unknown', () => {
    assert.deepEqual(findNewProjects([old, other], { newName: 'Wing' }), { certain: [], possible: [old] });
  });

  it('distinguishes an unknown list from an empty one', () => {
    assert.deepEqual(findNewProjects([added], { newName: 'Wing', before: [] }), {
      certain: [added],
      possible: [],
    });
  });

  it('distinguishes the identifiers 1 and "1"', () => {
    const found = findNewProjects([{ id: '1', name: 'Wing' }], { newName: 'Wing', before: [1] });
    assert.deepEqual(found, { certain: [{ id: '1', name: 'Wing' }], possible: [] });
  });

  it('compares the displayed name', () => {
    const listed = { id: 'p-2', name: String.raw`Wing\u{202e}gpj` };
    assert.deepEqual(findNewProjects([listed], { newName: 'Wing\u202Egpj', before: [] }), {
      certain: [listed],
      possible: [],
    });
  });
});
