import assert from 'node:assert/strict';
import type { AnnouncedStep } from '../../../src/messages/launchProgress';
import type { UploadProgress } from '../../../src/upload/uploadProgress';
import { Announcements, type UploadAnnouncement } from '../../../src/workflow/announcements';

/** As often as an upload reports its progress; ms. */
const reportMs = 200;
const secondMs = 1000;
const minuteMs = 60 * secondMs;

const stepsBefore: readonly AnnouncedStep[] = ['prepare', 'createProject', 'createModel', 'uploadFiles'];
const stepsBehind: readonly AnnouncedStep[] = ['finaliseModel', 'createSimulation'];

type Announced = AnnouncedStep | UploadAnnouncement | 'long' | 'end';
type Told = readonly [atSeconds: number, what: Announced];

interface Upload {
  readonly durationMs: number;
  readonly files?: number;
  /** Time in which the last responses arrive; ms. */
  readonly waitMs?: number;
  /** @returns share of bytes from 0 to 1 at a share of the time; constant speed by default */
  readonly share?: (time: number) => number;
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
  isFinaliseLong = false,
  isOut = () => false,
}: Upload) {
  const startMs = 5_000_000;
  let atMs = startMs;
  const announcements = new Announcements();
  const told: Told[] = [];
  const note = (what: Told[1]) => told.push([Math.round((atMs - startMs) / 100) / 10, what]);
  const begin = (step: AnnouncedStep) => {
    if (announcements.begin(step, atMs)) note(step);
  };
  const report = (part: number, filesDone: number, isWaiting = false) => {
    const progress: UploadProgress = {
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
    if (isLong && announcements.noteLong(step)) note('long');
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

  it('are figures after some seconds of an upload, and each minute', () => {
    const told = follow({ durationMs: 3 * minuteMs }).filter(([, what]) => what === 'figures');
    assert.deepEqual(told, [
      [5, 'figures'],
      [65, 'figures'],
      [125, 'figures'],
    ]);
  });

  it('name each step once, and once that it takes long, however often its request is sent', () => {
    const announcements = new Announcements();
    const steps = ['createModel', 'createModel', 'finaliseModel', 'createModel'] as const;
    const once = [true, false, true, false];
    assert.deepEqual(
      steps.map((step, index) => announcements.begin(step, index)),
      once,
    );
    assert.deepEqual(
      steps.map((step) => announcements.noteLong(step)),
      once,
    );
    const kinds = kindsOf(follow({ durationMs: 2 * secondMs, isFinaliseLong: true }));
    assert.deepEqual(kinds.slice(-4), ['finaliseModel', 'long', 'createSimulation', 'end']);
  });

  it('are none for a file more or less, and none of waiting when there are only empty files', () => {
    const announcements = new Announcements();
    for (let index = 0; index <= 100; index++) {
      const progress = { bytesDone: 0, bytesTotal: 0, filesDone: index, filesTotal: 100 };
      assert.equal(announcements.findDue(progress, 40 * index), undefined);
    }
  });

  it('end with waiting for the last responses, which is said once', () => {
    const kinds = kindsOf(follow({ durationMs: minuteMs, waitMs: 5 * minuteMs }));
    assert.deepEqual(kinds, [...stepsBefore, 'figures', 'waiting', ...stepsBehind, 'end']);
  });

  it('return from waiting to figures when a file is sent again', () => {
    const share = (time: number) => (time > 0.1 && time < 0.2 ? 1 : Math.min(0.9, time));
    const told = follow({ durationMs: 100 * secondMs, share }).slice(4, -3);
    assert.deepEqual(told, [
      [5, 'figures'],
      [10.2, 'waiting'],
      [20, 'figures'],
      [80, 'figures'],
      [100, 'waiting'],
    ]);
  });

  it('say once that nothing is accepted, when it has lasted for some seconds, and then figures again', () => {
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

  it('tell figures at once when the limit has changed', () => {
    const announcements = new Announcements();
    const progress = { bytesDone: 1000, bytesTotal: 90_000_000, filesDone: 0, filesTotal: 1 };
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
