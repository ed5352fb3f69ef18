import assert from 'node:assert/strict';
import { describeRequestProblem } from '../../../src/messages/requestProblems';
import { findModel, findProject, toListedForm } from '../../../src/request/prepareLaunch';

const project = (id: string | number, name: string) => ({ id, name, fields: {} });
const items = [project(1, 'Bridge'), project(2, 'Tower'), project(3, 'Tower')];
const partial = { total: 250 };

describe('In a list of projects that is not whole,', () => {
  for (const [what, wanted, found] of [
    ['an identifier that is listed has its name', { id: '1' }, { id: 1, name: 'Bridge' }],
    ['another one is taken as it is, in the form of the others', { id: '77' }, { id: 77, name: '77' }],
    [
      'a name that is listed once may be there twice',
      { name: 'Bridge', create: false },
      { kind: 'unsureProject', project: 'Bridge' },
    ],
    [
      'a name that is listed twice is not clear',
      { name: 'Tower', create: true },
      { kind: 'ambiguousProject', name: 'Tower', ids: [2, 3] },
    ],
    [
      'a name that is not listed is not to be created',
      { name: 'Dam', create: true },
      { kind: 'unsureProject', project: 'Dam' },
    ],
  ] as const) {
    it(what, () => assert.deepEqual(findProject({ items, partial }, wanted), found));
  }

  it('the person reads why a name does not do', () => {
    assert.equal(
      describeRequestProblem({ kind: 'unsureProject', project: 'Dam' }),
      'The service lists only some of its projects, so it is not known whether there is exactly one with the name “Dam”. Use its ID instead.',
    );
  });
});

describe('A list of models that is not whole', () => {
  it('does not say that a model does not exist', () => {
    assert.deepEqual(findModel({ items, partial }, 9), { id: 9, name: '9' });
    assert.deepEqual(findModel({ items }, 9), { kind: 'unknownModel', model: '9' });
  });
});

describe('An identifier that is written by a person', () => {
  const listed = (...ids: readonly (string | number | bigint)[]) => ids.map((id) => ({ id }));
  for (const [id, others, form] of [
    ['7', listed(1, 2), 7],
    ['007', listed(1, 2), '007'],
    ['p7', listed(1, 2), 'p7'],
    ['12345678901234567890', listed(1), 12345678901234567890n],
    [7, listed('p1'), '7'],
    ['7', listed('p1', 2), '7'],
    ['7', [], '7'],
  ] as const) {
    it(`is ${typeof form} ${form} beside ${others.map(({ id: other }) => String(other)).join(' and ') || 'nothing'}`, () =>
      assert.equal(toListedForm(id, others), form));
  }
});
