import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import { formatComparison } from '../../../../src/launch/launchComparison';
import { exportLaunch } from '../../../../src/launch/launchExport';
import { launchState } from '../../../../src/launch/launchRecord';
import { canaryToken, leaksIn } from '../../../support/canaryToken';
import { comparisonLabels } from '../../launch/support/comparisonLabels';
import type { Scene } from './scene';

/**
 * Searches all user-visible output of a scene, and everything that it left on disk, for its token and its
 * upload URLs. Also checks who received the token: the service with every request, and the file server and a
 * proxy never.
 */
export async function assertNoLeak(scene: Scene): Promise<void> {
  for (const [where, text] of Object.entries(await outletsOf(scene)))
    assert.deepEqual(leaksIn(text, scene.transport.links), [], where);
  checkRequests(scene);
}

/** All output of a launch, by the place where it appears. */
async function outletsOf({ log, errors, record, folder }: Scene): Promise<Record<string, string>> {
  const files = await Promise.all((await readdir(folder)).map((file) => readFile(path.join(folder, file))));
  const state = launchState(record.record);
  const launch = { record: record.record, files: record.files! };
  return {
    log: log.join('\n'),
    'files of the journal': Buffer.concat(files).toString('latin1'),
    'exported record': JSON.stringify(exportLaunch(launch, state)),
    'text to compare': formatComparison(launch, comparisonLabels),
    errors: errors.flatMap(textsOf).join('\n'),
  };
}

/**
 * How a thrown value may appear in a log: as its text, and with all of its properties and those of its
 * causes.
 */
function textsOf(error: unknown): string[] {
  const all = { depth: Infinity, maxArrayLength: null, maxStringLength: null, breakLength: Infinity };
  return [String(error), JSON.stringify(error), inspect(error, { ...all, showHidden: true })];
}

function checkRequests({ emulator, server, transport }: Scene): void {
  const authorization = `Bearer ${canaryToken}`;
  for (const { server: asked, headers } of emulator.requests) {
    if (asked === 'service') assert.equal(headers['authorization'], authorization);
    else assert.deepEqual(leaksIn(JSON.stringify(headers)), [], 'sent to the file server');
  }
  for (const { head } of server?.visits ?? []) {
    if (/^(PUT|CONNECT) /.test(head)) assert.deepEqual(leaksIn(head), [], head);
    else if (head !== '') assert.ok(head.includes(`\r\nauthorization: ${authorization}\r\n`), head);
  }
  assert.deepEqual(leaksIn([...transport.links].join('\n')), [], 'part of a link');
}
