import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { encodeLine } from '../support/recordText';

/** Records of launches of an existing model. A journal would take minutes to flush them. */
export function writeLaunches(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < count; index++) {
    const launch = randomUUID();
    const entries = [
      {
        ...({ kind: 'planned', launch, finalise: true, simulate: true } as const),
        service: { origin: 'https://service.example', basePath: '/', variant: 'variant_b' },
        ...{ project: { id: 'p', name: 'Project' }, model: { id: 'm', name: `Model ${index}` } },
      },
      { kind: 'creatingSimulation' },
      { kind: 'simulationCreated', id: 's' },
    ] as const;
    const lines = entries.map((entry, place) => encodeLine({ ...entry, at: index + 1 }, place));
    writeFileSync(path.join(folder, `${launch}.launch`), lines.join(''));
  }
}
