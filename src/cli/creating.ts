import { stringifyExactly } from '../client/core/exactJson';
import { LockedError } from '../journal/recordLock';
import { BodiesChangedError } from '../launch/errors';
import { findRunningLaunch, findUnknownLaunch } from '../launch/findUnknownLaunch';
import type { PlannedLaunch, ServiceRef } from '../launch/journalEntry';
import type { Launch, LaunchPlan } from '../launch/launch';
import { getPlannedProjectName } from '../launch/launchRecord';
import type { LaunchRequest } from '../request/launchRequest';
import { formatErrorLine } from '../secrets/errorLine';
import { isPossiblySameService } from '../session/service';
import { type StartContext, takeStartContext } from '../session/startContext';
import { lookUpStudy } from '../study/locateStudy';
import type { StudyObserver } from '../study/runRows';
import { isNamed } from '../study/sameRows';
import type { StudyRequest } from '../study/studyRequest';
import type { Study } from '../study/studyRunner';
import { type Command, isAgreed, type PlanDocument, reviewLaunch, reviewStudy } from './plans';
import { RefusedError } from './refusedError';
import { describeResult, describeStudy, follow, type Result } from './results';

/** Limit for the files of a plan that a question shows. */
const maxShownFiles = 20;

/** Carries out a launch if somebody has agreed to exactly this. @throws RefusedError, and the errors of `reviewLaunch` */
export async function launch(request: LaunchRequest, command: Command): Promise<Result> {
  const { prepared, document } = await reviewLaunch(request, command);
  const isProtected = requireNamed(command);
  const { session, service, terminal, signal } = command;
  const { recorded, clientOf } = await takeStartContext(session.connection, service);
  const planned = { ...prepared.launch, ...recorded, ...(isProtected && { protectionConfirmed: true }) };
  const { launches } = session.runners;
  const requireNone = (others: readonly Launch[]) => requireNoneBefore(planned, others);
  requireNone(await launches.list.read());
  const again = async () => (await reviewLaunch(request, command)).document;
  if (!(await agree(command, document, { isProtected, answer: 'yes', again })))
    return { outcome: 'cancelled' };
  return await follow(session, terminal, terminal.observe(signal), (observer) =>
    launches.start(planned, observer, { clientOf, requireNone }),
  );
}

/** Carries out a study if somebody has agreed to exactly this. @throws RefusedError, and the errors of `reviewStudy` */
export async function study(request: StudyRequest, command: Command): Promise<Result> {
  const { session, service, options, terminal, signal } = command;
  const { study: prepared, same, unreadable, startedRows, document } = await reviewStudy(request, command);
  if (startedRows.length > 0 && options.started !== 'again')
    throw new RefusedError(
      'Other studies have some of these rows. Say with --started what becomes of them.',
      {
        planned: document,
      },
    );
  const isProtected = requireNamed(command);
  const firstRowOnly = options['first-row-only'] !== undefined;
  const answer = String(firstRowOnly ? 1 : prepared.rows.length);
  const again = async () => (await reviewStudy(request, command)).document;
  if (!(await agree(command, document, { isProtected, answer, again }))) return { outcome: 'cancelled' };
  const { recorded, clientOf } = await takeStartContext(session.connection, service);
  const found = await lookUpStudy(clientOf(signal), service.variant, { request, study: prepared, signal });
  let id: string | undefined;
  const start = {
    ...recorded,
    ...(isProtected && { protectionConfirmed: true }),
    shown: same,
    unreadable,
    firstRowOnly,
    onFrozen: (frozen: string) => {
      id = frozen;
      terminal.write(`study ${frozen}`);
    },
  };
  const run = (observer: StudyObserver) => session.runners.studies.start(found, start, observer);
  return await followStudy(command, clientOf, () => id, run);
}

/** Goes on with a launch, to which somebody has agreed at its start. @throws RefusedError */
export async function goOnWithLaunch({ id, record, state }: Launch, command: Command): Promise<Result> {
  const { session, terminal, signal } = command;
  if (record.end === 'abandoned')
    throw new RefusedError('Its model can no longer be completed. Launch the task again.');
  const { clientOf } = await takeSame(record.plan.service, command);
  if (state === 'unknown') return await describeResult(session, { end: 'unknown', record, error: undefined });
  return await follow(session, terminal, terminal.observe(signal), (observer) =>
    session.runners.launches.resume(id, observer, { clientOf }),
  );
}

/** Goes on with a study. Rows to which nobody has agreed need its hash. @throws RefusedError, BodiesChangedError */
export async function goOnWithStudy({ id, record, state }: Study, command: Command): Promise<Result> {
  const { session, service, options } = command;
  const { study: plan } = record;
  const { clientOf } = await takeSame(plan.service, command);
  const { mapping } = service;
  const { studies } = session.runners;
  const retriesFailed = options['retry-failed'] !== undefined;
  const agreed = await studies.findRowsToGoOn(id, { retriesFailed, mapping });
  const [changed] = agreed.changedBodies;
  if (changed !== undefined) throw new BodiesChangedError(changed);
  const isFirstOnly =
    plan.firstRowOnly === true && state.rows.slice(1).every((row) => row.state === 'waiting');
  const isNew = agreed.others.some((other) => !isNamed(plan.shownRows, other.study, other.row));
  const isUnknown = agreed.rows.length > 0 && agreed.unreadable.length > 0;
  if ((isFirstOnly || isNew || isUnknown) && options.plan !== plan.hash)
    throw new RefusedError('Nobody has agreed to these rows yet. Say with --plan the hash of the study.', {
      plan: plan.hash,
      rows: agreed.rows.map(({ row, name }) => ({ row, name })),
      unreadableStudies: agreed.unreadable,
    });
  const run = (observer: StudyObserver) => studies.resume(id, observer, { agreed, mapping, retriesFailed });
  return await followStudy(command, clientOf, () => id, run);
}

/** @param idOf its identifier, once it has begun */
async function followStudy(
  { session, terminal, signal }: Command,
  clientOf: StartContext['clientOf'],
  idOf: () => string | undefined,
  run: (observer: StudyObserver) => Promise<unknown>,
): Promise<Result> {
  const { onExpiringUrls } = terminal.observe(signal);
  const begun: number[] = [];
  let error: unknown;
  try {
    await run({
      signal,
      clientOf,
      onExpiringUrls,
      onRow: (row) => {
        begun.push(row);
        terminal.write(`row ${row}`);
      },
      onSilence: () => terminal.write('Waiting until the service answers again.'),
    });
  } catch (thrown) {
    // There is none, or another one carries it out: this command has created nothing.
    if (idOf() === undefined || (thrown instanceof LockedError && begun.length === 0)) throw thrown;
    session.log(formatErrorLine(thrown));
    error = thrown;
  }
  const found = (await session.runners.studies.list()).find(({ id }) => id === idOf());
  return found === undefined ? { outcome: 'unknown' } : await describeStudy(session, found, error);
}

/** @throws RefusedError when the same launch runs, or it is unknown whether it has taken effect before */
function requireNoneBefore(
  planned: Pick<PlannedLaunch, 'service'> & LaunchPlan,
  launches: readonly Launch[],
): void {
  const content = { ...planned, projectName: getPlannedProjectName(planned) };
  const unknown = findUnknownLaunch(launches, content);
  if (unknown !== undefined)
    throw new RefusedError(
      'It is not known whether this was created before. Say what you find out with resolve, then launch it again or resume it.',
      { launch: unknown.id },
    );
  const running = findRunningLaunch(launches, content);
  if (running !== undefined)
    throw new RefusedError(
      'Another command or window is launching exactly this. Wait until it has ended; if it was killed, resume it after eight seconds.',
      { launch: running.id },
    );
}

interface Question {
  readonly isProtected: boolean;
  /** The only answer that means yes. */
  readonly answer: string;
  /** Makes the plan once more, because the question may have been open for long. */
  readonly again: () => Promise<PlanDocument>;
}

/** Whether somebody has agreed to a plan, before or now at a terminal. @throws RefusedError */
async function agree(
  { options, service, terminal, signal }: Command,
  document: PlanDocument,
  { isProtected, answer, again }: Question,
): Promise<boolean> {
  if (isAgreed(options, document)) return true;
  if (isProtected || !terminal.isInteractive)
    throw new RefusedError('Review this plan, and say its hash with --plan.', {
      planned: document,
    });
  const { files } = document;
  const shown = Array.isArray(files)
    ? { ...document, count: files.length, files: files.slice(0, maxShownFiles) as unknown }
    : document;
  for (const line of stringifyExactly(shown, 2).split('\n')) terminal.write(line);
  const question = `Create this at ${service.baseUrl.host}? Type ${answer}, or press Enter to create nothing:`;
  if (!(await terminal.agrees(question, answer, signal))) return false;
  return isAgreed({ plan: document.plan }, await again());
}

/** Whether a service asks for its name before anything is created. @throws RefusedError when the name was not said */
function requireNamed({ session, service, options }: Command): boolean {
  const name = session.connection.protectedEnvironment(service)?.name;
  if (name === undefined || name === options.environment) return name !== undefined;
  throw new RefusedError('This service is protected. Say its name with --environment.');
}

/** @throws RefusedError when something was begun at another service, or by another account */
async function takeSame(ref: ServiceRef, command: Command): Promise<StartContext> {
  const { session, service } = command;
  const account = await session.connection.accountOf(service);
  if (!isPossiblySameService(ref, { ...service, account }))
    throw new RefusedError('It was begun at another service or with another account.');
  requireNamed(command);
  return await takeStartContext(session.connection, service);
}
