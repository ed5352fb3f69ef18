import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { packagePath } from '../support/package';
import { loadedAtOnce } from '../support/programParts';
import { activationTimes } from './inVscode';
import type { Batch } from './measurement';

/**
 * How much the extension costs a window in which it is not used. The sizes are those of the published files.
 */
export function planStartUp(): Batch[] {
  return [
    [
      {
        name: 'activation, over an empty extension',
        unit: 'ms',
        ours: async () => {
          const { ours, empty } = await activationTimes();
          return ours - empty;
        },
        target: { figure: 12 },
      },
    ],
    [
      {
        name: 'script loaded at activation',
        unit: 'kB',
        ours: () => Promise.resolve(loadedAtOnce(programParts()).bytes / 1000),
        target: { figure: 50 },
      },
    ],
    [
      {
        name: 'package',
        unit: 'kB',
        ours: () => Promise.resolve(statSync(packagePath()).size / 1000),
        target: { figure: 400 },
      },
    ],
  ];
}

/** The files in `dist`, from which the package is made. */
function programParts(): Map<string, string> {
  const dist = path.join(path.dirname(packagePath()), 'dist');
  return new Map(readdirSync(dist).map((name) => [name, readFileSync(path.join(dist, name), 'utf8')]));
}
