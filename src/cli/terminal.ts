import { createInterface } from 'node:readline/promises';
import { escapeInvisible } from '../client/text/visibleText';
import type { LaunchObserver } from '../launch/launch';
import { describeFigures, describeOutage } from '../messages/launchProgress';
import { ProgressLines } from '../messages/progressLines';
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
  #barAtMs = 0;
  #hasBar = false;

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

  /** Follows a launch: with a bar where there is a terminal, else in lines. */
  observe(signal: AbortSignal): LaunchObserver {
    const { onChange, onWaiting, onProgress } = new ProgressLines((line) => this.write(line));
    return {
      signal,
      onChange,
      onWaiting,
      onProgress: (progress) => {
        if (process.stderr.isTTY) this.#showBar(progress);
        else onProgress(progress);
      },
      onExpiringUrls: () => {
        this.write('The upload URLs may expire before the upload is complete.');
        return Promise.resolve();
      },
    };
  }

  #showBar(progress: UploadProgress): void {
    if (performance.now() - this.#barAtMs < barGapMs) return;
    this.#barAtMs = performance.now();
    const { bytesDone, bytesTotal, waitingFor } = progress;
    const part = bytesTotal === 0 ? 1 : bytesDone / bytesTotal;
    const bar = '█'.repeat(Math.floor(part * barLength)).padEnd(barLength, '░');
    const text = waitingFor === undefined ? describeFigures(progress) : describeOutage(progress);
    process.stderr.write(`\r\x1b[K${bar} ${this.#inert(text)}`);
    this.#hasBar = true;
  }

  #inert(line: string): string {
    return escapeInvisible(this.#redactor.exact(line), maxLineLength);
  }
}
