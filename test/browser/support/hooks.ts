import type { EmulatedOperation, Emulator, Intercept } from '../../../src/emulator/emulator';
import { waitFor } from '../../host/waitFor';
import type { Workbench } from '../../host/workbench';
import { replyWith } from '../../support/emulatorFaults';
import { operations } from '../../support/service';
import {
  closeBrowser,
  type MachineSettings,
  screenshotPath,
  type Session,
  type SessionOptions,
  type Stage,
  startSession,
} from './session';

/**
 * One session for all tests of a suite, because each start of a window takes seconds. A test that fails leaves a
 * screenshot. What it returns can be used once the suite has begun.
 */
export function useSession(options: SessionOptions | (() => Promise<SessionOptions>) = {}): Session {
  let session: Session | undefined;
  const started = (): Session => {
    if (session === undefined) throw new Error('The session has not been started');
    return session;
  };
  before(async () => {
    session = await startSession(typeof options === 'function' ? await options() : options);
  });
  takePictureOfFailure(() => session?.workbench);
  after(async () => {
    await started().end();
    await closeBrowser();
  });
  return new Proxy({} as Session, { get: (_, name) => Reflect.get(started(), name) as unknown });
}

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
export function resetAfterEach(session: Session): void {
  afterEach(async () => {
    const { emulator, workbench } = session;
    emulator.setIntercept(undefined);
    emulator.setBytesPerSecond(undefined);
    await workbench.dismissQuestions();
    await workbench.notifications.clearNotifications();
  });
}

/** After each test of a suite: closes the editors, and puts these settings back, without the environment `production`. */
export function resetSettingsAfterEach(session: Session, settings: MachineSettings): void {
  afterEach(async () => {
    const { workbench } = session;
    await workbench.runCommand('View: Close All Editors');
    await session.configure(settings);
    await waitFor('no environment', async () =>
      (await workbench.statusBarItems()).every(({ text }) => !text.includes('production')),
    );
  });
}

/** The service becomes the protected environment `production`, which is selected. @param settings the other ones */
export async function protectService(session: Session, settings: MachineSettings): Promise<void> {
  const production = { baseUrl: session.emulator.baseUrl, variant: 'variant_b', protected: true };
  await session.configure({
    ...settings,
    'simulationService.environments': { production },
    'simulationService.environment': 'production',
  });
  await session.workbench.waitForStatusBarItem('production');
}

/** The bodies of the simulations that are created from now on; one that has not arrived yet is empty. */
export function watchBodies({ emulator }: Stage): () => Record<string, unknown>[] {
  const start = emulator.requests.length;
  return () =>
    emulator.requests
      .slice(start)
      .filter(({ operation }) => operation === 'createSimulation')
      .map(({ body }) => (body ?? {}) as Record<string, unknown>);
}

/** A position in the list of requests, for looking at the requests after it. */
export interface Bookmark {
  /** The operations since then, with file names. */
  readonly operations: () => string[];
  /** The operations since then that change something, with file names. */
  readonly changes: () => string[];
  /** The requests to the file server since then. */
  readonly uploads: () => Stage['emulator']['requests'];
}

export function bookmarkRequests({ emulator }: Stage): Bookmark {
  const start = emulator.requests.length;
  const since = () => operations(emulator).slice(start);
  return {
    operations: since,
    changes: () => since().filter((operation) => !/^(list|GET )/.test(operation)),
    uploads: () => emulator.requests.slice(start).filter(({ server }) => server === 'files'),
  };
}

/** Lets the service reject every request that does not have this value in a header. */
export function requireHeader(emulator: Emulator, header: string, value: string): void {
  emulator.setIntercept(({ server, headers }) =>
    server === 'service' && headers[header] !== value ? replyWith({ status: 401 }) : undefined,
  );
}

/** Lets the service treat every request of one operation in this way, and all others as usual. */
export function interceptOperation(
  emulator: Emulator,
  operation: EmulatedOperation,
  intercept: Intercept,
): void {
  emulator.setIntercept((request) => (request.operation === operation ? intercept : undefined));
}
