import { createInterface } from 'node:readline/promises';
import { escapeInvisible } from '../client/text/visibleText';
import type { LaunchObserver } from '../launch/launch';
import type { LaunchRecord } from '../launch/launchRecord';
import {
  describeDone,
  describeFigures,
  describeOutage,
  describeStep,
  describeWaiting,
  type LongWait,
} from '../messages/launchProgress';
import type { Redactor } from '../secrets/redactor';
import type { UploadProgress } from '../upload/uploadProgress';

/** Limit for a line; characters. */
const maxLineLength = 4000;

/** Minimum time between two pictures of the bar; ms. */
const barGapMs = 200;

const barLength = 20;

/** Shows people lines on standard error, and the progress of uploads. Nothing in it can act on a terminal. */
export class Terminal {
  readonly #redactor: Redactor;
  #tenths = 0;
  #isOutageShown = false;
  #barAtMs = 0;
  #hasBar = false;
  #longWait: LongWait | undefined;
  #step: LaunchRecord['open'];

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  get isInteractive(): boolean {
    return process.stdin.isTTY && process.stderr.isTTY;
  }

  write(line: string): void {
    process.stderr.write(`${this.#hasBar ? '\r\x1b[K' : ''}${this.#inert(line)}\n`);
    this.#hasBar = false;
  }

  /** Asks a question, to which everything but the wanted answer means no. */
  async agrees(question: string, wanted: string, signal: AbortSignal): Promise<boolean> {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    lines.on('SIGINT', () => process.emit('SIGINT'));
    try {
      return (await lines.question(`${this.#inert(question)} `, { signal })).trim() === wanted;
    } catch {
      return false;
    } finally {
      lines.close();
    }
  }

  /** Follows a launch. @param onRecord gets its record after each step */
  observe(signal: AbortSignal, onRecord: (record: LaunchRecord) => void): LaunchObserver {
    return {
      signal,
      onChange: (record) => {
        onRecord(record);
        if (record.open === undefined || record.open === this.#step) return;
        this.#step = record.open;
        this.write(describeStep(record.open));
      },
      onWaiting: ({ open, plan }, waitsFor) => {
        const about = waitsFor === 'readyModel' ? waitsFor : open;
        if (about === undefined || about === this.#longWait) return;
        this.#longWait = about;
        this.write(describeWaiting(about, plan.service));
      },
      onProgress: (progress) => this.#showProgress(progress),
      onExpiringUrls: () => {
        this.write('The upload URLs may expire before the upload is complete.');
        return Promise.resolve();
      },
    };
  }

  /** A bar where there is a terminal, else a line for each tenth of the bytes and for an outage. */
  #showProgress(progress: UploadProgress): void {
    const { bytesDone, bytesTotal, waitingFor } = progress;
    if (waitingFor !== undefined && !this.#isOutageShown) this.write(describeOutage(progress));
    this.#isOutageShown = waitingFor !== undefined;
    const part = bytesTotal === 0 ? 1 : bytesDone / bytesTotal;
    if (process.stderr.isTTY) {
      if (performance.now() - this.#barAtMs < barGapMs) return;
      this.#barAtMs = performance.now();
      const bar = '█'.repeat(Math.floor(part * barLength)).padEnd(barLength, '░');
      process.stderr.write(`\r\x1b[K${bar} ${this.#inert(describeFigures(progress))}`);
      this.#hasBar = true;
      return;
    }
    const tenths = Math.floor(part * 10);
    if (tenths <= this.#tenths) return;
    this.#tenths = tenths;
    this.write(`${describeDone(progress)} (${tenths * 10} %)`);
  }

  #inert(line: string): string {
    return escapeInvisible(this.#redactor.exact(line), maxLineLength);
  }
}
