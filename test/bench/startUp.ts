import { statSync } from 'node:fs';
import { packagePath } from '../support/package';
import { measureActivation } from './inVscode';
import type { Measurement } from './measurement';

/** How much the extension costs a window in which it is not used, and the size of the published file. */
export function planStartUp(): Measurement[] {
  return [
    {
      ...{ name: 'activation, over an empty extension', unit: 'ms', target: { figure: 12 } },
      ours: measureActivation,
    },
    {
      ...{ name: 'package', unit: 'kB', target: { figure: 400 } },
      ours: () => Promise.resolve(statSync(packagePath()).size / 1000),
    },
  ];
}
