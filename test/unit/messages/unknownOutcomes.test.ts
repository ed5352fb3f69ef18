import assert from 'node:assert/strict';
import type { Problem } from '../../../src/launch/journalEntry';
import type { LaunchRecord } from '../../../src/launch/launchRecord';
import { describeNewProjects, describeUnknownOutcome } from '../../../src/messages/unknownOutcomes';

const host = 'sim.example';
const refused: Problem = {
  kind: 'status',
  operation: 'createSimulation',
  host,
  status: 500,
  serverMessage: 'No licence for solver NASTRAN is free. Try again after 18:00.',
};
const lost: Problem = { kind: 'network', operation: 'createModel', host, code: 'reset' };

function record(open: LaunchRecord['open'], problem?: Problem): LaunchRecord {
  return {
    plan: { model: { name: 'wing', files: [] }, project: { newName: 'Wings' } },
    ...(open !== 'createProject' && { project: { id: 'p-1', name: 'Wings' } }),
    open,
    modelId: 'm-1',
    problem,
  } as unknown as LaunchRecord;
}

function recordOfRow(createSimulation?: Record<string, unknown>): LaunchRecord {
  const { plan, ...rest } = record('createSimulation');
  const answers = createSimulation && { answers: { createSimulation } };
  return { ...rest, plan: { ...plan, study: { id: 's', row: 2 }, ...answers } } as unknown as LaunchRecord;
}

const modelDoubt =
  'It is not certain whether model “wing” was created. Creating it again is safe: a model without files does not use up a simulation.';
const simulationDoubt =
  'It is not certain whether the simulation was created. Before you create it again, check whether it exists on the service: project “Wings”, model m-1, sent 10:00.';

const questions: readonly (readonly [record: LaunchRecord, text: string])[] = [
  [
    record('createSimulation', refused),
    `sim.example responded with status 500: “No licence for solver NASTRAN is free. Try again after 18:00.” ${simulationDoubt}`,
  ],
  [
    record('createModel', lost),
    `The connection to sim.example was lost before a response arrived. ${modelDoubt}`,
  ],
  [record('createSimulation'), `No response arrived. ${simulationDoubt}`],
  [
    recordOfRow({ 'prompt.speed': 1002, 'prompt.text': 'r2' }),
    `No response arrived. ${simulationDoubt} It belongs to row 2 of the table: speed: 1002, text: "r2".`,
  ],
  [recordOfRow(), `No response arrived. ${simulationDoubt} It belongs to row 2 of the table.`],
  [
    record('finaliseModel', { ...refused, status: 504 }),
    'sim.example responded with status 504: “No licence for solver NASTRAN is free. Try again after 18:00.” It is not certain whether model m-1 is finalised.',
  ],
  [
    record('uploadFiles', { kind: 'status', operation: 'uploadFile', host, status: 412, file: 'a.inp' }),
    '“a.inp” could not be uploaded. sim.example responded with status 412. The file server may already have the file, perhaps only in part.',
  ],
  [
    record('createProject', { ...lost, code: 'timeout' }),
    'sim.example did not respond in time. It is not certain whether project “Wings” was created.',
  ],
];

describe('The question about an unknown outcome', () => {
  for (const [asked, text] of questions)
    it(`reads: ${text}`, () => assert.equal(describeUnknownOutcome(asked, '10:00'), text));

  it('names the row of a study and its cells, where its table is known', () => {
    assert.equal(
      describeUnknownOutcome(recordOfRow({ 'prompt.speed': 1002 }), '10:00', [
        'case23',
        'speed: 1002',
        'note: x',
      ]),
      `No response arrived. ${simulationDoubt} It belongs to row 2 of the table: case23, speed: 1002, note: x.`,
    );
  });

  const older = 'The previous list of projects is unknown, so this may be an older project.';
  const lists: readonly (readonly [certain: number, possible: number, text: string])[] = [
    [0, 0, 'The service lists no new project “Wings”.'],
    [1, 0, 'The service now lists a project “Wings”.'],
    [2, 0, 'The service lists 2 projects with the name “Wings”.'],
    [0, 1, `The service lists a project “Wings”. ${older}`],
    [0, 3, `The service lists 3 projects with the name “Wings”. ${older}`],
  ];
  for (const [certain, possible, text] of lists)
    it(`says what the list of projects shows: ${text}`, () => {
      const found = { certain: Array(certain).fill(0), possible: Array(possible).fill(0) };
      assert.equal(
        describeNewProjects(record('createProject', lost), found),
        `The connection to sim.example was lost before a response arrived. ${text}`,
      );
    });

  it('says that a project may exist although it is not listed', () => {
    const found = { certain: [], possible: [] };
    assert.equal(
      describeNewProjects(record('createProject', lost), found, { total: 250 }),
      'The connection to sim.example was lost before a response arrived. The service lists no new project “Wings”. It does not list all of its projects: look there before you create another one.',
    );
  });
});
