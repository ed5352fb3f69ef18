import type { Workbench } from '../../host/workbench';
import { operations } from '../../support/service';
import { closeBrowser, isOnWindows, screenshotPath, type Session, type Stage } from './session';

/** After each test of a suite: takes a screenshot when the test has failed. */
export function takePictureOfFailure(workbench: () => Workbench | undefined): void {
  afterEach(async function () {
    const { currentTest: test } = this;
    if (test?.state === 'failed')
      await workbench()?.screenshot(screenshotPath(`failure-${test.title.slice(0, 40)}`));
  });
}

/**
 * After each test of a suite: removes the faults of the service, and the questions and messages of the window, so that a
 * test that fails spoils no other one.
 */
export function resetAfterEach(session: () => Session): void {
  afterEach(async () => {
    const { emulator, workbench } = session();
    emulator.setIntercept(undefined);
    emulator.setBytesPerSecond(undefined);
    await workbench.dismissQuestions();
    await workbench.notifications.clearNotifications();
  });
}

/**
 * Declares tests that need something that the Windows of the tests does not have. There the test is pending, and its
 * title names what is missing, so that every report lists it.
 * @param missing such as `Git`
 */
export function unlessWindowsLacks(missing: string): {
  it(title: string, test: Mocha.Func | Mocha.AsyncFunc): void;
} {
  return {
    it: (title, test) => {
      if (isOnWindows) it(`${title} (needs ${missing})`);
      else it(title, test as Mocha.AsyncFunc);
    },
  };
}

/** Ends the stage after the tests of a suite. */
export function endAfterAll(stage: () => Stage): void {
  after(async () => {
    await stage().end();
    await closeBrowser();
  });
}

/** A position in the list of requests, for looking at the requests after it. */
export interface Bookmark {
  /** The operations since then, with file names. */
  readonly operations: () => string[];
  /** The requests to the file server since then. */
  readonly uploads: () => Stage['emulator']['requests'];
}

export function bookmarkRequests({ emulator }: Stage): Bookmark {
  const start = emulator.requests.length;
  return {
    operations: () => operations(emulator).slice(start),
    uploads: () => emulator.requests.slice(start).filter(({ server }) => server === 'files'),
  };
}
