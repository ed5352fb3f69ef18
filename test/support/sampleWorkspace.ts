import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../host/testDataFolder';
import { makeTempFolder } from './tempTree';

export interface SampleWorkspace {
  readonly folder: string;
  remove(): Promise<void>;
}

/** A copy of the sample workspace, so that tests do not change the original. */
export async function copyOfSample(): Promise<SampleWorkspace> {
  const parent = makeTempFolder('sample-');
  const folder = path.join(parent, 'workspace');
  const sample = path.join(repositoryRoot(), 'media/sample/cantilever');
  await cp(sample, path.join(folder, 'cantilever'), { recursive: true });
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}
