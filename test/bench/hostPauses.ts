import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../../src/client/core/clock';
import type { Transport } from '../../src/client/http/httpTransport';
import { createModelBytes } from '../../src/client/operations';
import type { ServiceClient } from '../../src/client/serviceClient';
import { Journal } from '../../src/launch/journal';
import { type FilesEntry, filesFormat, summariseFiles } from '../../src/launch/launchFiles';
import { describeError } from '../../src/messages/describeError';
import { describeStudyProblem } from '../../src/messages/studyProblems';
import { findRequestedFiles } from '../../src/request/requestedFiles';
import { inOneFolder } from '../../src/request/requestFolders';
import { prepareStudy, type StudySource } from '../../src/study/prepareStudy';
import { maxTableRows } from '../../src/study/readTable';
import { StudyError } from '../../src/study/studyProblem';
import { createClient } from '../support/client';
import { launched, simplePlan, writeLaunches } from '../support/launchRecords';
import { encodeLine } from '../support/recordText';
import { studyMapping } from '../support/studies';
import { figuresVariable, type HostPauses } from './hostFigures';

type Work = (folder: string) => () => Promise<unknown>;

const never = new AbortController().signal;

/** Inputs at the limits that the software states. Each is prepared first, and only the work on it is measured. */
const works: Readonly<Record<keyof HostPauses, Work>> = {
  longestResponse: createModel,
  longestList() {
    const filling = 'x'.repeat(50);
    const project = (_: unknown, index: number) => ({ project_id: index, name: `Project ${index}`, filling });
    const client = createResponsiveClient({ projects: Array.from({ length: 110_000 }, project) }, 200);
    return () => client.listProjects();
  },
  manyFiles(folder) {
    for (let group = 0; group < 100; group++) writeFiles(path.join(folder, `group ${group}`), 990);
    return () => listFiles(folder, ['**']);
  },
  table: (folder) => study(folder, existingModel, rowsOf(maxTableRows)),
  errorsInTable(folder) {
    const prepare = study(folder, existingModel, `speed\n${'fast\n'.repeat(maxTableRows)}`);
    return () => prepare().then(throwUnexpected, describeProblems);
  },
  template(folder) {
    writeFileSync(
      path.join(folder, 'a.inp.template'),
      `${'*NODE, {{ speed }}\n'.repeat(2 ** 16)}${'1, 2, 3\n'.repeat(2 ** 20 * 1.8)}`,
    );
    return study(folder, { files: ['a.inp.template'], exclude: [], name: 'a' }, rowsOf(1));
  },
  task(folder) {
    writeFiles(folder, 10_000);
    const patterns = Array.from({ length: 500 }, (_, index) => `**/part*${index}.inc`);
    return () =>
      listFiles(folder, [...patterns, ...Array.from({ length: 10_000 }, (_, index) => `part ${index}.inc`)]);
  },
  journal(folder) {
    writeLaunches(folder, Array(10_000).fill(launched));
    return () => new Journal(folder, systemClock).read();
  },
  filesInJournal(folder) {
    for (let count = 0; count < 200; count++) writeLaunchOfFiles(folder, 5000);
    const journal = new Journal(folder, systemClock);
    return async () => {
      for (const { record } of (await journal.read()).launches) await journal.readFiles(record.plan.launch);
    };
  },
  errorBody() {
    const detail = (_: unknown, index: number) => ({ loc: ['body', index], msg: `<a href="?sig=${index}` });
    const client = createResponsiveClient({ detail: Array.from({ length: 1300 }, detail) }, 422);
    return () => client.createProject('Wing').then(throwUnexpected, describeError);
  },
};

const existingModel = { id: 'm', name: 'Model' } as const;

/** The longest response that is read, in which each entry has values under keys of its own. */
function createModel(): () => Promise<unknown> {
  const files = Array.from({ length: 100_000 }, (_, index) => ({ name: `part ${index}.inc`, size: index }));
  const bytes = createModelBytes(files.length) / files.length;
  const entries = files.map(({ name }, index) => ({
    name,
    upload_url: `https://files.example/${index}?sig=${randomUUID()}`,
    headers: { [`id ${index}`]: 'x'.repeat(Math.max(0, Math.floor(bytes) - 200)) },
  }));
  const client = createResponsiveClient({ model_id: 'm', files: entries }, 201);
  return () => client.createModel('Model', files);
}

/** A client whose requests get this response at once. */
function createResponsiveClient(json: unknown, status: number): ServiceClient {
  const body = Buffer.from(JSON.stringify(json));
  const header = (name: string) => (name === 'content-type' ? 'application/json' : undefined);
  const response = { status, accepted: status < 300, body, header, encoded: false, tooLarge: false };
  const transport: Transport = { send: () => Promise.resolve(response), close: () => Promise.resolve() };
  return createClient('https://service.example', { transport });
}

function writeFiles(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < count; index++) writeFileSync(path.join(folder, `part ${index}.inc`), '1\n');
}

/** The record of a launch that has sent all of its files, with these beside it. */
function writeLaunchOfFiles(folder: string, count: number): void {
  const launch = randomUUID();
  const names = Array.from({ length: count }, (_, index) => `mesh/part ${index}.inc`);
  const times = { mtimeNs: '1767225600000000000', ctimeNs: '1767225600000000000', inode: '1234567' };
  const files = names.map((name) => ({ name, path: `/home/user/${name}`, size: 4096, ...times }));
  const sha256 = 'ab'.repeat(32);
  const entries: readonly FilesEntry[] = [
    { kind: 'planned', files },
    { kind: 'hashed', start: 0, hashes: names.map(() => sha256) },
    ...names.map((name) => ({ kind: 'accepted', files: [{ name, sha256 }] }) as const),
  ];
  const lines = [
    { kind: 'planned', launch, ...simplePlan, model: { name: 'deck', files: summariseFiles(files) } },
    { kind: 'creatingModel' },
    { kind: 'modelCreated', id: 'm1' },
    { kind: 'uploading' },
    { kind: 'uploaded' },
  ];
  const text = lines.map((line, index) => encodeLine({ ...line, at: 1 }, index)).join('');
  const beside = filesFormat.encode({ first: { launch, name: 'deck', count }, entries });
  writeFileSync(path.join(folder, `${launch}.files`), beside);
  writeFileSync(path.join(folder, `${launch}.launch`), text);
}

async function listFiles(root: string, files: readonly string[]): Promise<void> {
  const found = await findRequestedFiles({ files, exclude: [] }, inOneFolder({ root, exclude: [] }), never);
  if (found.problems.length > 0) throw new Error(JSON.stringify(found.problems.slice(0, 3)));
}

function rowsOf(count: number): string {
  return ['speed', ...Array.from({ length: count }, (_, row) => String(row)), ''].join('\n');
}

function study(root: string, model: StudySource, table: string): () => Promise<unknown> {
  const draft = {
    model,
    project: { id: 'p', name: 'Project' },
    table: path.join(root, 'cases.csv'),
    folders: inOneFolder({ root, exclude: [] }),
  };
  const service = { key: 'service', place: 'service', mapping: studyMapping };
  return async () => await prepareStudy(draft, Buffer.from(table), { service, signal: never });
}

function describeProblems(error: unknown): void {
  if (!(error instanceof StudyError)) throw error;
  for (const problem of error.problems) describeStudyProblem(problem);
}

function throwUnexpected(): never {
  throw new Error('the errors were not found');
}

/** The longest pause of a host that has started, within a second; ms. */
const maxIdlePauseMs = 15;

/** VS Code calls this inside the extension host. */
export async function run(): Promise<void> {
  const pauses: Partial<Record<keyof HostPauses, number>> = {};
  // VS Code is still starting, which blocks the event loop too.
  while ((await measurePause(() => setTimeout(1000))) > maxIdlePauseMs);
  for (const name of Object.keys(works) as (keyof HostPauses)[]) {
    const folder = mkdtempSync(path.join(tmpdir(), 'simulation-service-pauses-'));
    try {
      pauses[name] = await measurePause(works[name](folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  writeFileSync(process.env[figuresVariable] ?? '', JSON.stringify(pauses));
}

/** The longest pause of the event loop; ms. */
async function measurePause(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  // A pause at the end is seen with the next turn.
  await setTimeout(5);
  delay.disable();
  return delay.max / 1e6;
}
