import assert from 'node:assert/strict';
import type { UploadProgress } from '../../../src/upload/uploadProgress';
import {
  type AnnouncedStep,
  Announcements,
  budgetMs,
  maxAnnouncements,
} from '../../../src/workflow/announcements';

/** As often as an upload reports its progress; ms. */
const reportMs = 200;
const secondMs = 1000;
const minuteMs = 60 * secondMs;

const stepsBefore: readonly AnnouncedStep[] = ['prepare', 'createProject', 'createModel', 'uploadFiles'];
const stepsBehind: readonly AnnouncedStep[] = ['finaliseModel', 'createSimulation'];

type Announced = AnnouncedStep | 'figures' | 'waiting' | 'outage' | 'long' | 'end';
type Told = readonly [atSeconds: number, what: Announced];

interface Upload {
  readonly durationMs: number;
  readonly files?: number;
  /** Time in which the last responses arrive; ms. */
  readonly waitMs?: number;
  /** @returns share of bytes from 0 to 1 at a share of the time; constant speed by default */
  readonly share?: (time: number) => number;
  /** The estimate of the time left; right by default. */
  readonly timeLeftMs?: (rightMs: number) => number | undefined;
  /** Whether the service takes long to finalise. */
  readonly isFinaliseLong?: boolean;
  /** Whether the file server accepts nothing at a share of the time. */
  readonly isOut?: (time: number) => boolean;
}

/** Follows a whole launch. @returns all announcements, with the message at its end */
function follow({
  durationMs,
  files = 3,
  waitMs = 2000,
  share = (time) => time,
  timeLeftMs = (rightMs) => rightMs,
  isFinaliseLong = false,
  isOut = () => false,
}: Upload) {
  const startMs = 5_000_000;
  let atMs = startMs;
  const announcements = new Announcements(atMs);
  const told: Told[] = [];
  const note = (what: Told[1]) => told.push([Math.round((atMs - startMs) / 100) / 10, what]);
  const begin = (step: AnnouncedStep) => {
    if (announcements.begin(step, atMs)) note(step);
  };
  const report = (part: number, filesDone: number, isWaiting = false) => {
    const leftMs = timeLeftMs(startMs + durationMs + waitMs - atMs);
    const progress: UploadProgress = {
      ...(leftMs !== undefined && { timeLeftMs: leftMs }),
      bytesDone: Math.floor(part * 90_000_000),
      bytesTotal: 90_000_000,
      filesDone,
      filesTotal: files,
      ...(isWaiting && { waitingFor: 'files.test' }),
    };
    const due = announcements.findDue(progress, atMs);
    if (due !== undefined) note(due);
  };
  for (const step of stepsBefore) begin(step);
  for (let timeMs = 0; timeMs < durationMs; timeMs += reportMs) {
    const part = Math.min(1, share(timeMs / durationMs));
    report(part, part === 1 ? files - 1 : Math.floor(part * files), isOut(timeMs / durationMs));
    atMs += reportMs;
  }
  for (let timeMs = 0; timeMs < waitMs; timeMs += reportMs) {
    report(1, files - 1);
    atMs += reportMs;
  }
  report(1, files);
  for (const step of stepsBehind) {
    begin(step);
    const isLong = isFinaliseLong && step === 'finaliseModel';
    if (isLong && announcements.noteLong(step, atMs)) note('long');
  }
  note('end');
  return told;
}

const kindsOf = (told: readonly Told[]) => told.map(([, what]) => what);

describe('The announcements of a launch', () => {
  it('are its steps and its end when it is short', () => {
    const kinds = kindsOf(follow({ durationMs: 2 * secondMs }));
    assert.deepEqual(kinds, [...stepsBefore, 'waiting', ...stepsBehind, 'end']);
  });

  it('are figures after some seconds of an upload of one minute, and spread over the rest', () => {
    const told = follow({ durationMs: minuteMs }).filter(([, what]) => what === 'figures');
    assert.deepEqual(told, [
      [5, 'figures'],
      [24, 'figures'],
    ]);
  });

  it('are twelve for ten minutes with an outage, spread over the upload', () => {
    const isOut = (time: number) => time > 0.5 && time < 0.6;
    const told = follow({ durationMs: budgetMs - 2000, isFinaliseLong: true, isOut });
    assert.deepEqual(told.slice(4), [
      [5, 'figures'],
      [203.4, 'figures'],
      [304.2, 'outage'],
      [598, 'waiting'],
      [600, 'finaliseModel'],
      [600, 'long'],
      [600, 'createSimulation'],
      [600, 'end'],
    ]);
    assert.equal(told.length, maxAnnouncements);
  });

  it('name each step once, and once that it takes long, however often its request is sent', () => {
    const announcements = new Announcements(0);
    const steps = ['createModel', 'createModel', 'finaliseModel', 'createModel'] as const;
    const once = [true, false, true, false];
    for (const say of ['begin', 'noteLong'] as const)
      assert.deepEqual(
        steps.map((step, index) => announcements[say](step, index)),
        once,
      );
  });

  it('are none for a file more or less, and none of waiting when there are only empty files', () => {
    const announcements = new Announcements(0);
    for (let index = 0; index <= 100; index++) {
      const progress = { bytesDone: 0, bytesTotal: 0, filesDone: index, filesTotal: 100 };
      assert.equal(announcements.findDue(progress, 40 * index), undefined);
    }
  });

  const shapes: Readonly<Record<string, (time: number) => number>> = {
    'at constant speed': (time) => time,
    'that begins fast and then stands still': (time) => Math.min(0.6, 10 * time),
    'that stands still and then jumps': (time) => (time < 0.9 ? 0 : 0.99),
    'whose last file is sent again and again': (time) => (Math.floor(time * 50) % 2 === 0 ? 0.8 : 1),
    'that waits for the server nearly from the beginning': () => 1,
    'whose bytes go up and down': (time) => Math.abs(Math.sin(time * 100)),
  };
  const estimates: readonly NonNullable<Upload['timeLeftMs']>[] = [
    (rightMs) => rightMs,
    () => undefined,
    () => 0,
    () => 10_000 * minuteMs,
  ];
  for (const [name, share] of Object.entries(shapes))
    it(`are at most twelve for an upload ${name}, of any length up to ten minutes`, () => {
      for (const durationMs of [1, 5, 13, 25, 60, 121, 300, 450, 599].map((seconds) => seconds * secondMs))
        for (const timeLeftMs of estimates) {
          const waitMs = 400;
          const told = follow({ durationMs: durationMs - waitMs, waitMs, share, timeLeftMs });
          const what = `${durationMs} ms, waits ${waitMs} ms: ${JSON.stringify(told)}`;
          assert.ok(told.length <= maxAnnouncements, what);
          assert.deepEqual(kindsOf(told).slice(-3), [...stepsBehind, 'end'], what);
        }
    });

  it('end with waiting after the figures, also when all others are used up', () => {
    for (const durationMs of [30 * secondMs, 9 * minuteMs])
      for (const share of Object.values(shapes)) {
        const kinds = kindsOf(follow({ durationMs, share, waitMs: 20 * secondMs }));
        const last = kinds.filter((what) => what === 'figures' || what === 'waiting').at(-1);
        assert.equal(last, 'waiting', JSON.stringify(kinds));
      }
  });

  it('return from waiting to figures when a file is sent again', () => {
    const share = (time: number) => (time > 0.1 && time < 0.2 ? 1 : Math.min(0.9, time));
    const kinds = kindsOf(follow({ durationMs: 2 * minuteMs, share }));
    assert.deepEqual(kinds.slice(kinds.indexOf('waiting'), -3), ['waiting', 'figures', 'waiting']);
  });

  it('say that nothing is accepted once it has lasted for some seconds, and then figures again', () => {
    const isOut = (time: number) => time > 0.25 && time < 0.75;
    const share = (time: number) => (isOut(time) ? 0.25 : Math.max(0.25, time));
    const told = follow({ durationMs: 2 * minuteMs, isOut, share }).slice(4, -3);
    assert.deepEqual(told, [
      [5, 'figures'],
      [35.2, 'outage'],
      [90, 'figures'],
      [120, 'waiting'],
    ]);
  });

  it('do not mention an outage of a moment', () => {
    const isOut = (time: number) => Math.floor(time * 40) % 2 === 0;
    const kinds = kindsOf(follow({ durationMs: 2 * minuteMs, isOut }));
    assert.equal(kinds.includes('outage'), false);
  });

  it('go on every few minutes in an upload of hours', () => {
    const told = follow({ durationMs: 120 * minuteMs });
    assert.ok(told.length > 20 && told.length <= maxAnnouncements + 22, JSON.stringify(told));
    assert.deepEqual(kindsOf(told).slice(-4), ['waiting', ...stepsBehind, 'end']);
  });

  it('tell figures soon after the limit has changed, once', () => {
    const announcements = new Announcements(0);
    const progress = {
      bytesDone: 1000,
      bytesTotal: 90_000_000,
      filesDone: 0,
      filesTotal: 1,
      timeLeftMs: 3e7,
    };
    const told = [];
    for (let seconds = 0; seconds < 100; seconds++) {
      const limit = seconds < 40 ? { maxBytesPerSecond: seconds < 20 ? 1000 : 2000 } : {};
      const due = announcements.findDue({ ...progress, ...limit }, seconds * secondMs);
      if (due !== undefined) told.push([seconds, due]);
    }
    assert.deepEqual(told, [
      [5, 'figures'],
      [20, 'figures'],
      [40, 'figures'],
    ]);
  });
});
