import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { waitFor } from '../../host/waitFor';
import type { Workbench } from '../../host/workbench';
import { sha256 } from '../../support/hashes';
import { type Bookmark, bookmarkRequests } from './hooks';
import type { Session, Stage } from './session';

/** The commands of the context menu, with their numbers of steps. */
const commands = {
  upload: { title: 'Upload as New Simulation Model…', stepCount: 2 },
  uploadAndSimulate: { title: 'Upload and Create Simulation…', stepCount: 4 },
} as const;

/** The projects that the service of each test has at its start. */
export const firstProject = 'Bracket fatigue study';
export const secondProject = 'Wing box static loads';

/** The files in the folder `cantilever` of the sample workspace. */
export const sampleFiles: readonly string[] = [
  'cantilever.inp',
  'loads.inc',
  'materials/steel.inc',
  'mesh/elements.inc',
  'mesh/nodes.inc',
  'mesh/sets.inc',
];

/** Right-clicks files in the Explorer, and accepts the plan and the name of the model. */
export async function acceptPlan(
  { explorer, quickInput, views }: Workbench,
  command: keyof typeof commands,
  names: readonly string[],
): Promise<void> {
  const { title, stepCount } = commands[command];
  await views.openView('Explorer');
  await explorer.explorerContextMenu(names, title);
  await quickInput.acceptQuickInput({ step: `1/${stepCount}`, hasItems: true });
  await quickInput.acceptQuickInput({ step: `2/${stepCount}` });
}

/** Uploads files from the context menu of the Explorer, with Enter at every step, into an existing project. */
export async function uploadFromContextMenu(
  workbench: Workbench,
  command: keyof typeof commands,
  names: readonly string[],
): Promise<void> {
  const { quickInput } = workbench;
  await acceptPlan(workbench, command, names);
  if (command === 'uploadAndSimulate') await quickInput.pick(firstProject);
  await quickInput.waitUntilClosed();
}

/** Checks that the file server has exactly these files of a folder in the workspace, with the same bytes. */
export function assertStored(
  { emulator, workspace }: Stage,
  modelId: string,
  folder: string,
  names: readonly string[],
): void {
  const stored = [...emulator.storedFiles(modelId)].map(([name, file]) => [name, file.sha256]);
  const onDisk = names.map((name) => {
    return [name, sha256(readFileSync(path.join(workspace.folder, folder, name)))];
  });
  assert.deepEqual(Object.fromEntries(stored), Object.fromEntries(onDisk));
}

/** Drags what is selected in the Explorer into the view of the extension, which opens under the mouse. */
export async function dragFromExplorer(
  { explorer, dragAndDrop, views }: Workbench,
  name: string,
  target: () => Promise<Locator>,
): Promise<void> {
  const icon = views.icon('Simulation Service');
  const isOpen = () => views.isOpen('Simulation Service');
  await dragAndDrop.dragIntoView(await explorer.row(name), { icon, isOpen }, target);
}

/** The most that users of a screen reader should hear of a launch of up to ten minutes. */
const maxAnnouncements = 12;

/**
 * Checks what was announced during a launch: few texts, none of them without words, and its end as the last one.
 * @param title of the progress
 */
export function assertAnnounced(
  texts: readonly string[],
  { title, end }: { readonly title: string; readonly end: RegExp },
): void {
  const all = JSON.stringify(texts, null, 2);
  assert.ok(texts.length <= maxAnnouncements, all);
  assert.match(texts.at(-1) ?? '', end, all);
  const progress = texts.slice(0, -1);
  assert.deepEqual(
    progress.filter((text) => !text.startsWith(`Info: ${title}: `)),
    [],
    all,
  );
  for (const words of [
    'Uploading the files…',
    'Waiting for the file server to confirm…',
    'Finalising the model…',
  ])
    assert.ok(progress.includes(`Info: ${title}: ${words}`), all);
}

/**
 * Starts a launch of several files, and interrupts it during the upload of the second one.
 * @returns the requests that are sent afterwards
 */
export async function interruptDuringUpload(
  session: Session,
  names: readonly string[],
  interrupt: () => Promise<void> | void,
): Promise<Bookmark> {
  const { workbench, emulator } = session;
  emulator.setBytesPerSecond(4_000_000);
  const { uploads } = bookmarkRequests(session);
  await uploadFromContextMenu(workbench, 'uploadAndSimulate', names);
  await waitFor(
    'the second file to be sent',
    () => uploads().length === 2 && uploads()[1]!.bytesReceived > 0,
  );
  // Slow enough that this file is never sent completely before the interruption.
  emulator.setBytesPerSecond(10_000);
  await interrupt();
  emulator.setBytesPerSecond(undefined);
  await waitFor('the upload to be aborted', () =>
    uploads().every(({ finishedAt }) => finishedAt !== undefined),
  );
  return bookmarkRequests(session);
}
