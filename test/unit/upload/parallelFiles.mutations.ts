import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/upload/parallelFiles.ts', killedBy: suites('upload/parallelFiles') },
  [
    {
      name: 'an upload begins with few files',
      find: 'const startLimit = 6;',
      replace: 'const startLimit = 16;',
    },
    {
      name: 'no more than 64 files are sent at the same time',
      find: 'return Math.min(maxParallelFiles, Math.max(limit, startLimit));',
      replace: 'return Math.max(limit, startLimit);',
    },
    {
      name: 'the number grows fast with short files',
      find: 'const growthPerFile = 3;',
      replace: 'const growthPerFile = 1;',
    },
    {
      name: 'the number does not grow when files wait for each other',
      find: 'if (slowness <= freeFactor) return growthPerFile;',
      replace: 'return growthPerFile;',
    },
    {
      name: 'growth that brought nothing is taken back',
      find: 'return slowness > queuedFactor ? -1 : 0;',
      replace: 'return 0;',
    },
    {
      name: 'the first file of a new connection is not taken for a queue',
      find: 'const queuedFactor = 6;',
      replace: 'const queuedFactor = 3;',
    },
    {
      name: 'the number of long files does not grow with each of them',
      find: 'durationMs > maxShortMs || ',
      replace: '',
    },
    {
      name: 'no connection is opened for the last files',
      find: ' || waiting < state.limit) return',
      replace: ') return',
    },
    {
      name: 'a duration of 0 is not a speed',
      find: 'Math.max(minDurationMs, Math.min(state.fastestMs, durationMs))',
      replace: 'Math.min(state.fastestMs, durationMs)',
    },
    {
      name: 'a trial that brings nothing is taken back',
      find: 'limit: Math.min(limit, before.limit),',
      replace: 'limit,',
    },
    { name: 'a trial has to bring a tenth', find: 'const minGain = 1.1;', replace: 'const minGain = 1;' },
    {
      name: 'trials in vain become rare',
      find: 'patience: 2 * patience',
      replace: 'patience',
    },
    {
      name: 'buffers are not taken for a rate',
      find: ' || bytes < minBytesPerFile * limit)',
      replace: ')',
    },
    {
      name: 'a trial opens no more connections than files',
      find: 'clampLimit(Math.min(2 * limit, running + waiting))',
      replace: 'clampLimit(2 * limit)',
    },
    {
      name: 'a rate is measured only with all files in use',
      find: ' || running < limit)',
      replace: ')',
    },
    {
      name: 'the number never grows after a setback',
      find: 'if (next.backedOffAtMs !== undefined) return next;',
      replace: '',
    },
    {
      name: 'a busy server gets half',
      find: 'Math.max(1, Math.ceil(used / 2))',
      replace: 'used',
    },
    {
      name: 'the setbacks of one moment halve the number once',
      find: 'startedAtMs <= backedOffAtMs',
      replace: 'startedAtMs < 0',
    },
    {
      name: 'each lost connection lowers the number',
      find: "reason === 'busy' ? state : {",
      replace: 'backedOffAtMs > 0 ? state : {',
    },
    {
      name: 'what has worked is kept when all connections are lost',
      find: 'Math.max(running, state.floor)',
      replace: 'Math.max(1, running)',
    },
    {
      name: 'a rare setback does not lower the number',
      find: 'acceptedSinceSetback > roundsOfProof * limit',
      replace: 'acceptedSinceSetback < 0',
    },
    {
      name: 'after a rare setback the next one counts',
      find: 'floor: limit, acceptedSinceSetback: 0 };',
      replace: 'floor: limit };',
    },
  ],
);
