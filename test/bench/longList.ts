import { openWithLongList } from './inVscode';
import type { Batch } from './measurement';

/** Measures a list that is far longer than any user reads. */
export function planLongList(): Batch[] {
  return [
    [
      {
        name: '100000 projects, first rows after the request',
        unit: 'ms',
        ours: openWithLongList,
        target: { figure: 1000 },
      },
    ],
  ];
}
