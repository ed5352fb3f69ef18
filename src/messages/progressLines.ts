import * as l10n from '@vscode/l10n';
import type { LaunchObserver } from '../launch/launch';
import type { LaunchRecord } from '../launch/launchRecord';
import { describeDone, describeOutage, describeStep, describeWaiting, type LongWait } from './launchProgress';

/** Follows a launch in lines: a line for each step, each long wait, each tenth of the bytes. */
export class ProgressLines implements Pick<LaunchObserver, 'onChange' | 'onProgress' | 'onWaiting'> {
  #step: LaunchRecord['open'];
  #longWait: LongWait | undefined;
  #tenths = 0;
  #isOutageShown = false;

  readonly #write: (line: string) => void;

  /** @param write writes one line */
  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  readonly onChange: LaunchObserver['onChange'] = ({ open }) => {
    if (open === undefined || open === this.#step) return;
    this.#step = open;
    this.#write(describeStep(open));
  };

  readonly onWaiting: NonNullable<LaunchObserver['onWaiting']> = ({ open, plan }, waitsFor) => {
    const about = waitsFor === 'readyModel' ? waitsFor : open;
    if (about === undefined || about === this.#longWait) return;
    this.#longWait = about;
    this.#write(describeWaiting(about, plan.service));
  };

  /** Writes one more line for a tenth in which the server accepts nothing for a while. */
  readonly onProgress: LaunchObserver['onProgress'] = (progress) => {
    const { bytesDone, bytesTotal, waitingFor } = progress;
    if (waitingFor !== undefined && !this.#isOutageShown) this.#write(describeOutage(progress));
    this.#isOutageShown ||= waitingFor !== undefined;
    const tenths = bytesTotal === 0 ? 0 : Math.floor((bytesDone / bytesTotal) * 10);
    if (tenths <= this.#tenths) return;
    this.#tenths = tenths;
    this.#isOutageShown = false;
    this.#write(l10n.t('{0} ({1} %)', describeDone(progress), String(tenths * 10)));
  };
}
