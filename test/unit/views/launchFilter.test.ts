import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../src/launch/journalEntry';
import type { Launch } from '../../../src/launch/launch';
import { applyEntry, createRecord, launchState } from '../../../src/launch/launchRecord';
import type { Study } from '../../../src/study/studyRunner';
import {
  getStudyGroup,
  isFiltering,
  isLaunchWanted,
  isStudyWanted,
  type LaunchFilter,
  noFilter,
} from '../../../src/views/launchFilter';
import { createRootNodes, type PeriodEntry } from '../../../src/views/launchNodes';

const now = new Date(2026, 4, 3, 12).getTime();
const dayMs = 24 * 3_600_000;

const context = {
  nowMs: now,
  environmentOf: ({ environment = '' }: { readonly environment?: string }) => environment || 'plain.invalid',
};

interface Made {
  readonly environment?: string;
  readonly project?: string;
  readonly model?: string;
  readonly daysAgo?: number;
  readonly row?: number;
  readonly entries?: readonly JournalEntry[];
}

function launch(id: string, made: Made = {}): Launch {
  const {
    environment = 'staging',
    project = 'Wing box',
    model = 'deck',
    daysAgo = 0,
    row,
    entries = [],
  } = made;
  const service = {
    origin: 'https://service.invalid',
    basePath: '/',
    variant: 'variant_b',
    settingsFingerprint: '',
    environment,
  } as const;
  const first = createRecord({
    kind: 'planned',
    launch: id,
    service,
    project: { id: `prj-${project.length}`, name: project },
    model: { id: 17n, name: model },
    finalise: true,
    simulate: true,
    bodies: {},
    ...(row !== undefined && { study: { id: 'study-1', row } }),
    at: now - daysAgo * dayMs,
  });
  const record = entries.reduce((before, entry) => applyEntry(before, { ...entry, at: now }), first);
  return { id, record, state: launchState(record), runsHere: false };
}

const simulated: readonly JournalEntry[] = [
  { kind: 'creatingSimulation' },
  { kind: 'simulationCreated', id: 9_007_199_254_740_993n },
];

const filterOf = (changes: Partial<LaunchFilter>): LaunchFilter => ({ ...noFilter, ...changes });

/** The identifiers of what a filter leaves; those of a study with its launches. */
function idsOf(launches: readonly Launch[], studies: readonly Study[], filter: LaunchFilter) {
  const nodes = createRootNodes({ launches, studies, unreadable: [] }, filter, context);
  const idOf = (entry: PeriodEntry) =>
    entry.kind === 'launch' ? entry.launch.id : [entry.study.id, entry.launches.map(({ id }) => id)];
  return nodes.flatMap((node) => (node.kind === 'period' ? node.entries.map(idOf) : []));
}

describe('A filter of launches', () => {
  const one = launch('0a1b', {
    project: 'Wing box',
    model: 'Rotor_12',
    entries: [...simulated, { kind: 'noted', note: 'finer mesh' }],
  });
  for (const [what, text] of Object.entries({
    'its project': 'wing',
    'its model': 'rotor_12',
    'the ID of its project': 'PRJ-8',
    'the ID of its model': '17',
    'the ID of its simulation': '9007199254740993',
    'its note': 'Finer Mesh',
    'its own ID': '0a1',
    'words of several of them in any order': 'mesh 12\t wing',
  }))
    it(`finds one by ${what}`, () => {
      assert.equal(isLaunchWanted(filterOf({ text }), context, one), true);
      assert.equal(isLaunchWanted(filterOf({ text: `${text} elsewhere` }), context, one), false);
    });

  it('without a text and a tick leaves all', () => {
    assert.deepEqual([isFiltering(noFilter), isFiltering(filterOf({ text: ' ' }))], [false, false]);
    assert.deepEqual(idsOf([one, launch('b')], [], noFilter), ['0a1b', 'b']);
    assert.equal(isLaunchWanted(filterOf({ text: 'undefined' }), context, launch('b')), false);
  });

  it('wants one of the ticked environments, states and ages each, together with the text', () => {
    const launches = [
      launch('a'),
      launch('b', { environment: 'production' }),
      launch('c', { environment: '' }),
      launch('d', { daysAgo: 1 }),
      launch('e', { daysAgo: 45, entries: simulated }),
    ];
    const found = (changes: Partial<LaunchFilter>) => idsOf(launches, [], filterOf(changes));
    assert.deepEqual(found({ environments: new Set(['production', 'plain.invalid']) }), ['b', 'c']);
    assert.deepEqual(found({ groups: new Set(['done']) }), ['e']);
    assert.deepEqual(found({ periods: new Set(['yesterday', 'older']) }), ['d', 'e']);
    const staging = new Set(['staging']);
    assert.deepEqual(found({ environments: staging, periods: new Set(['today']) }), ['a']);
    assert.deepEqual(found({ environments: staging, groups: new Set(['cancelled']) }), []);
    assert.deepEqual(found({ environments: staging, text: 'd' }), ['a', 'd', 'e']);
  });

  it('wants one of the ticked words of services, and finds them by a text', () => {
    const withStatus = (id: string, state: string): Launch => ({
      ...launch(id, { entries: simulated }),
      status: { state, saidAt: now },
    });
    const launches = [
      withStatus('a', 'running'),
      withStatus('b', 'done'),
      launch('c', { entries: simulated }),
    ];
    const found = (changes: Partial<LaunchFilter>) => idsOf(launches, [], filterOf(changes));
    assert.deepEqual(found({ statuses: new Set(['done']) }), ['b']);
    assert.deepEqual(found({ statuses: new Set(['done', 'running']) }), ['a', 'b']);
    assert.deepEqual(found({ statuses: new Set(['failed']) }), []);
    assert.deepEqual(found({ text: 'runn' }), ['a']);
    assert.equal(isFiltering(filterOf({ statuses: new Set(['done']) })), true);
  });

  it('finds each of 300 launches in four environments by its name', () => {
    const launches = Array.from({ length: 300 }, (_, index) =>
      launch(`id ${index}`, { environment: `env${index % 4}`, model: `case-${index + 1000}` }),
    );
    const missed = launches.filter(
      ({ id, record }) => idsOf(launches, [], filterOf({ text: record.plan.model.name })).join() !== id,
    );
    assert.deepEqual(missed, []);
  });

  describe('in a study', () => {
    const rows = [
      launch('r1', { row: 1, model: 'case-a', entries: simulated }),
      launch('r2', { row: 2, model: 'case-b', entries: [{ kind: 'cancelled' }] }),
    ];
    const study = {
      id: 'study-1',
      runsHere: false,
      record: {
        agreedAt: now - dayMs,
        study: {
          service: rows[0]!.record.plan.service,
          project: { id: 'prj-8', name: 'Wing box' },
          table: { path: '/tables/mach.csv' },
        },
      },
      state: {
        rows: [
          { row: 1, state: 'started', launch: 'r1' },
          { row: 2, state: 'failed', launch: 'r2' },
        ],
        counts: { rows: 2, started: 1, failed: 1, unknown: 0, waiting: 0, leftOut: 0 },
        isRunning: false,
        canResume: false,
        canRetryFailed: true,
      },
    } as unknown as Study;
    const found = (changes: Partial<LaunchFilter>) => idsOf(rows, [study], filterOf(changes));

    it('leaves the launches that it finds, by the name of the table all of them', () => {
      assert.deepEqual(found({ text: 'case-b' }), [['study-1', ['r2']]]);
      assert.deepEqual(found({ text: 'mach' }), [['study-1', ['r1', 'r2']]]);
      assert.deepEqual(found({ text: 'other' }), []);
    });

    it('finds a launch by words of which some are those of its study', () => {
      assert.deepEqual(found({ text: 'mach case-b' }), [['study-1', ['r2']]]);
      assert.deepEqual(found({ text: 'mach case-b other' }), []);
    });

    for (const text of ['study-1', 'wing', 'prj-8', 'mach.csv'])
      it(`finds the study itself by “${text}”, but not by the folder of its table`, () => {
        assert.equal(isStudyWanted(filterOf({ text }), context, study), true);
        assert.equal(isStudyWanted(filterOf({ text: `${text} tables` }), context, study), false);
      });

    it('puts a study into the group of what is to be done with it', () => {
      const none = { rows: 3, started: 0, failed: 0, unknown: 0, waiting: 0, leftOut: 0 };
      const groupOf = (counts: object, state: object = {}) =>
        getStudyGroup({
          state: { isRunning: false, ...state, counts: { ...none, ...counts } } as Study['state'],
        });
      assert.deepEqual(
        [
          groupOf({ failed: 1 }, { isRunning: true }),
          groupOf({ started: 2, failed: 1 }, { stopped: 'stopped' }),
          groupOf({ started: 2, unknown: 1 }, { stopped: 'stopped' }),
          groupOf({ started: 3 }),
          groupOf({ started: 1, leftOut: 2 }),
          groupOf({ started: 1, waiting: 2 }, { stopped: 'stopped' }),
          groupOf({ started: 1, waiting: 2 }, { stopped: 'firstRowOnly' }),
          groupOf({ started: 1, waiting: 2 }),
        ],
        ['running', 'attention', 'attention', 'done', 'done', 'cancelled', 'cancelled', 'attention'],
      );
    });

    it('leaves all of its launches if only the study itself is found', () => {
      assert.deepEqual(found({ groups: new Set(['attention']) }), [['study-1', ['r1', 'r2']]]);
      assert.deepEqual(found({ groups: new Set(['running']) }), []);
    });

    it('goes by the age of the study, by which it is listed', () => {
      assert.deepEqual(found({ periods: new Set(['yesterday']) }), [['study-1', ['r1', 'r2']]]);
      assert.deepEqual(found({ periods: new Set(['today']) }), []);
    });
  });
});
