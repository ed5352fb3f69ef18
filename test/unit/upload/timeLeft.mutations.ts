import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/upload/loneRate.ts', killedBy: suites('upload/loneRate') }, [
    {
      name: 'files that share the link have no known limit',
      find: 'this.#perMs = isAllDifferent ? Math.max(one.ofOne, other.ofOne) : undefined;',
      replace: 'if (isAllDifferent) this.#perMs = Math.max(one.ofOne, other.ofOne);',
    },
    {
      name: 'a limit that a file exceeds is none',
      find: 'rate.ofOne > minDifference * this.#perMs',
      replace: 'rate.ofOne < 0',
    },
  ]),
  ...mutationsOf({ in: 'src/upload/sendSchedule.ts', killedBy: suites('upload/sendSchedule') }, [
    {
      name: 'the last files are not faster than their connections',
      find: 'Math.min(lonePerMs, perMs / speeds)',
      replace: '(perMs / speeds)',
    },
    {
      name: 'a slow file takes longer',
      find: 'endsAt: (bytesLeft * average) / speed,',
      replace: 'endsAt: bytesLeft,',
    },
  ]),
  ...mutationsOf({ in: 'src/upload/receivedBytes.ts', killedBy: suites('upload/timeLeft') }, [
    {
      name: 'a file is received between two of its chunks',
      find: 'this.rate.addLater(bytes - bytesAssumed, handedOverAtMs, atMs);',
      replace: '',
    },
    {
      name: 'the last chunk of a file is no measure',
      find: 'bytes > 0 && !isWhole && !isYoung(file, atMs)',
      replace: 'bytes > 0 && !isYoung(file, atMs)',
    },
  ]),
  ...mutationsOf({ in: 'src/upload/timeLeft.ts', killedBy: suites('upload/timeLeft') }, [
    {
      name: 'the last large files are not faster than their connections',
      find: 'return getScheduledMs(unfinished, waiting, { perMs, lonePerMs });',
      replace: 'return (this.#largeTotal.bytes - total) / perMs;',
    },
  ]),
];
