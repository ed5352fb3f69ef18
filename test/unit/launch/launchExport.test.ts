import assert from 'node:assert/strict';
import type { JournalEntry, PlannedLaunch } from '../../../src/launch/journalEntry';
import { exportLaunch, type LaunchExport, type LaunchWithFiles } from '../../../src/launch/launchExport';
import { summariseFiles } from '../../../src/launch/launchFiles';
import { launchState } from '../../../src/launch/launchRecord';
import { Redactor } from '../../../src/secrets/redactor';
import { createSnapshot, foldWithFiles } from './support/foldedLaunch';

const hashes = { main: 'a'.repeat(64), mesh: 'b'.repeat(64) };
const commit = 'c0ffee'.padEnd(40, '0');

const plannedFiles = [createSnapshot('main.inp', 8), createSnapshot('mesh/nodes.inc', 7)];

function launched(
  changes: Partial<PlannedLaunch>,
  entries: readonly JournalEntry[],
  accepted?: Readonly<Record<string, string>>,
  files = plannedFiles,
): LaunchWithFiles {
  const origin = 'https://service.example:8443';
  const plan = {
    service: { origin, basePath: '/canary/', variant: 'variant_b', settingsFingerprint: '' } as const,
    ...changes,
  };
  return foldWithFiles(plan, entries, files, accepted);
}

const uploadedEntries: readonly JournalEntry[] = [
  { kind: 'creatingProject' },
  { kind: 'projectCreated', id: 7, name: 'Study (7)' },
  { kind: 'creatingModel' },
  { kind: 'modelCreated', id: 'm-1' },
  { kind: 'uploading' },
];

const mainAccepted = { 'main.inp': hashes.main };

const full = launched(
  { source: { commit, dirty: true } },
  [
    ...uploadedEntries,
    { kind: 'uploaded' },
    { kind: 'finalising' },
    { kind: 'finalised' },
    { kind: 'creatingSimulation' },
    { kind: 'simulationCreated', id: 's-1' },
  ],
  { ...mainAccepted, 'mesh/nodes.inc': hashes.mesh },
);

const existing = launched(
  {
    // As returned by a list of the service, with all fields.
    project: { id: 'p-1', name: 'Old', fields: { thumbnail: 'https://canary.example/?sig=1' } } as never,
    model: { id: 42, name: 'reused', fields: { path: '/canary/model' } } as never,
  },
  [{ kind: 'creatingSimulation' }, { kind: 'simulationCreated' }],
);

const failed = launched(
  {},
  [
    ...uploadedEntries,
    {
      kind: 'failed',
      problem: {
        kind: 'status',
        operation: 'uploadFile',
        host: 'files.example',
        status: 403,
        code: 'AccessDenied',
        serverMessage: 'Denied: https://canary.example/key?X-Amz-Signature=canary',
        file: 'mesh/nodes.inc',
        url: 'https://canary.example/?sig=2',
      } as never,
    },
  ],
  mainAccepted,
);

const planned = launched({}, [{ kind: 'creatingProject' }]);

const withoutProject = launched({ project: undefined as never, simulate: false }, []);

const unexpected = launched({}, [{ kind: 'failed', problem: { kind: 'unexpected' } }]);

const projectAlone = launched(
  { model: { name: 'Study', projectOnly: true }, finalise: false, simulate: false },
  [{ kind: 'creatingProject' }, { kind: 'projectCreated', id: 'p-2', name: 'Study' }],
);

const cases = { full, existing, failed, planned, withoutProject, projectAlone, unexpected };

function exported(launch: LaunchWithFiles): LaunchExport {
  return exportLaunch(launch, launchState(launch.record));
}

describe('The export of a launch', () => {
  const service = { origin: 'https://service.example:8443', variant: 'variant_b' };

  it('contains everything of a launch that did all steps', () => {
    assert.deepEqual(exported(full), {
      launch: 'launch-1',
      state: 'launched',
      service,
      project: { id: 7, name: 'Study (7)' },
      model: {
        id: 'm-1',
        name: 'deck',
        files: [
          { name: 'main.inp', size: 8, sha256: hashes.main },
          { name: 'mesh/nodes.inc', size: 7, sha256: hashes.mesh },
        ],
        bytes: 15,
      },
      simulation: { id: 's-1' },
      times: { planned: '2026-03-29T01:30:00.000Z', changed: '2026-03-29T01:30:10.000Z' },
      source: { commit, dirty: true },
    });
  });

  it('contains what the service said of the simulation, without secrets', () => {
    const status = { state: 'canary-5d1c-7f0b', detail: '40 %', saidAt: Date.UTC(2026, 2, 29, 2) };
    const texts = {
      exact: (text: string) => text.replace('canary-5d1c-7f0b', '[secret]'),
      serverMessage: () => '',
    };
    assert.deepEqual(exportLaunch({ ...full, status }, 'launched', texts).simulation, {
      id: 's-1',
      status: { state: '[secret]', detail: '40 %', at: '2026-03-29T02:00:00.000Z' },
    });
  });

  it('contains the note, without secrets', () => {
    const noted = launched({}, [...uploadedEntries, { kind: 'noted', note: 'finer mesh, canary-5d1c-7f0b' }]);
    const redactor = new Redactor();
    redactor.addSecret('canary-5d1c-7f0b');
    const texts = { exact: (name: string) => redactor.exact(name), serverMessage: () => '' };
    assert.equal(exportLaunch(noted, 'interrupted', texts).note, 'finer mesh, [secret]');
    assert.equal(exported(noted).note, 'finer mesh, canary-5d1c-7f0b');
  });

  it('contains no files of an existing model, and no unknown identifier', () => {
    assert.deepEqual(exported(existing), {
      launch: 'launch-1',
      state: 'launched',
      service,
      project: { id: 'p-1', name: 'Old' },
      model: { id: 42, name: 'reused' },
      simulation: {},
      times: { planned: '2026-03-29T01:30:00.000Z', changed: '2026-03-29T01:30:02.000Z' },
    });
  });

  it('contains the reason of a failure, and hashes of accepted files only', () => {
    assert.deepEqual(exported(failed), {
      launch: 'launch-1',
      state: 'failed',
      service,
      project: { id: 7, name: 'Study (7)' },
      model: {
        id: 'm-1',
        name: 'deck',
        files: [
          { name: 'main.inp', size: 8, sha256: hashes.main },
          { name: 'mesh/nodes.inc', size: 7 },
        ],
        bytes: 15,
      },
      times: { planned: '2026-03-29T01:30:00.000Z', changed: '2026-03-29T01:30:06.000Z' },
      problem: {
        kind: 'status',
        operation: 'uploadFile',
        host: 'files.example',
        status: 403,
        code: 'AccessDenied',
        serverMessage: 'Denied: [URL]',
        file: 'mesh/nodes.inc',
      },
    });
  });

  it('redacts a short password in messages only, and in names only certain secrets', () => {
    const redactor = new Redactor();
    // The size, the year, parts of names and of hashes; and one that cannot occur by chance.
    for (const secret of ['1234', '2026', 'test', 'aaaa', 'canary-5d1c-7f0b']) redactor.addSecret(secret);
    const files = [createSnapshot('test/1234.inp', 1234)];
    const record = launched(
      {
        project: { id: '2026', name: 'canary-5d1c-7f0b of 2026' },
        model: { name: 'test canary-5d1c-7f0b', files: summariseFiles(files) },
      },
      [
        { kind: 'creatingModel' },
        { kind: 'modelCreated', id: 'test-1234' },
        {
          kind: 'failed',
          problem: { kind: 'status', status: 400, serverMessage: 'test has no right to 1234 of a test_case' },
        },
      ],
      { 'test/1234.inp': hashes.main },
      files,
    );
    const texts = {
      exact: (name: string) => redactor.exact(name),
      serverMessage: (words: string) => redactor.words(words),
    };
    const text = JSON.stringify(exportLaunch(record, 'failed', texts));
    assert.deepEqual(JSON.parse(text), {
      launch: 'launch-1',
      state: 'failed',
      service,
      project: { id: '2026', name: '[secret] of 2026' },
      model: {
        id: 'test-1234',
        name: 'test [secret]',
        files: [{ name: 'test/1234.inp', size: 1234, sha256: hashes.main }],
        bytes: 1234,
      },
      times: { planned: '2026-03-29T01:30:00.000Z', changed: '2026-03-29T01:30:03.000Z' },
      problem: {
        kind: 'status',
        status: 400,
        serverMessage: '[secret] has no right to [secret] of a test_case',
      },
    });
  });

  it('names a project that may not exist without an identifier', () => {
    assert.deepEqual(exported(planned).project, { name: 'Study' });
    assert.equal('project' in exported(withoutProject), false);
  });

  it('uses the given state, because the record does not know whether a window is working on it', () => {
    assert.deepEqual(exportLaunch(planned, 'uploading'), { ...exported(planned), state: 'uploading' });
  });

  it('contains only the origin of the service', () => {
    const origin = 'https://canary:canary@service.example:8443/canary?token=canary';
    const record = launched({ service: { ...full.record.plan.service, origin } }, []);
    assert.deepEqual(exported(record).service, service);
  });

  for (const [name, record] of Object.entries(cases)) {
    it(`contains no path and no URL: ${name}`, () => {
      const { origin } = record.record.plan.service;
      const text = JSON.stringify(exported(record)).replace(`"${origin}"`, '""');
      assert.doesNotMatch(text, /canary|:\/\/|"\/|\?\w+=|mtime|inode/i);
    });
  }
});
