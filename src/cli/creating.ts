import { stringifyExactly } from '../client/core/exactJson';
import { fingerprintBodies } from '../launch/agreedBodies';
import { BodiesChangedError } from '../launch/errors';
import type { Launch } from '../launch/launch';
import type { LaunchRequest } from '../request/launchRequest';
import { formatErrorLine } from '../secrets/errorLine';
import { isPossiblySameService, toServiceRef } from '../session/service';
import { lookUpStudy } from '../study/locateStudy';
import type { StudyObserver } from '../study/runRows';
import { isNamed } from '../study/sameRows';
import type { StudyRequest } from '../study/studyRequest';
import type { Study } from '../study/studyRunner';
import { requireNamed } from './cliSession';
import {
  isAgreed,
  type PlanDocument,
  type Planning,
  planOtherRows,
  reviewLaunch,
  reviewStudy,
} from './plans';
import { RefusedError } from './refusedError';
import { describeStudy, follow, type Result } from './results';
import type { Terminal } from './terminal';
import type { Options } from './usage';

/** A command that may create something. */
export interface Creating extends Planning {
  readonly options: Options;
  readonly terminal: Terminal;
}

/** Limit for the files of a plan that a question shows. */
const maxShownFiles = 20;

/** Carries out a launch if somebody has agreed to exactly this. @throws RefusedError, and the errors of `reviewLaunch` */
export async function launch(request: LaunchRequest, creating: Creating): Promise<Result> {
  const { session, service, options, terminal, signal } = creating;
  const { prepared, document } = await reviewLaunch(request, creating);
  const again = async () => (await reviewLaunch(request, creating)).document;
  const isProtected = requireNamed(session, service, options);
  if (!(await agree(creating, document, { isProtected, answer: 'yes', again })))
    return { outcome: 'cancelled' };
  const planned = { ...prepared.launch, ...(await describeStart(creating, isProtected)) };
  return await follow(session, terminal, signal, (observer) =>
    session.runners.launches.start(planned, observer, { clientOf: createClientOf(creating) }),
  );
}

/** Carries out a study if somebody has agreed to exactly this. @throws RefusedError, and the errors of `reviewStudy` */
export async function study(request: StudyRequest, creating: Creating): Promise<Result> {
  const { session, service, options, signal } = creating;
  const plan = () => planTable(request, creating, options);
  const { study: prepared, same, unreadable, started, document } = await plan();
  if (started > 0 && options.started !== 'again')
    throw new RefusedError(
      'Other studies have some of these rows. Say with --started what becomes of them.',
      {
        planned: document,
      },
    );
  const isProtected = requireNamed(session, service, options);
  const firstRowOnly = options['first-row-only'] !== undefined;
  const answer = String(firstRowOnly ? 1 : prepared.rows.length);
  const again = async () => (await plan()).document;
  if (!(await agree(creating, document, { isProtected, answer, again }))) return { outcome: 'cancelled' };
  const clientOf = createClientOf(creating);
  const found = await lookUpStudy(clientOf(signal), service.variant, { request, study: prepared, signal });
  const start = { ...(await describeStart(creating, isProtected)), shown: same, unreadable, firstRowOnly };
  let id: string | undefined;
  const onFrozen = (frozen: string) => {
    id = frozen;
    creating.terminal.write(`study ${frozen}`);
  };
  return await followStudy(
    creating,
    () => id,
    (observer) => session.runners.studies.start(found, { ...start, onFrozen }, observer),
  );
}

/** Plans a study, without the rows that other studies have if the options say so. */
export async function planTable(request: StudyRequest, planning: Planning, { started }: Options) {
  if (started !== undefined && started !== 'leave-out' && started !== 'again')
    throw new RefusedError('--started is leave-out or again.');
  const planned = await reviewStudy(request, planning);
  return started === 'leave-out' ? await planOtherRows(request, planning, planned) : planned;
}

/** Goes on with a launch, to which somebody has agreed at its start. @throws RefusedError */
export async function goOnWithLaunch({ id, record }: Launch, creating: Creating): Promise<Result> {
  const { session, service, options, terminal, signal } = creating;
  await requireSame(record.plan.service, creating);
  requireNamed(session, service, options);
  return await follow(session, terminal, signal, (observer) =>
    session.runners.launches.resume(id, observer, { clientOf: createClientOf(creating) }),
  );
}

/** Goes on with a study. Rows to which nobody has agreed need its hash. @throws RefusedError, BodiesChangedError */
export async function goOnWithStudy({ id, record, state }: Study, creating: Creating): Promise<Result> {
  const { session, service, options } = creating;
  const { study: plan } = record;
  await requireSame(plan.service, creating);
  requireNamed(session, service, options);
  const { mapping } = service;
  const { studies } = session.runners;
  const retriesFailed = options['retry-failed'] !== undefined;
  const agreed = await studies.findRowsToGoOn(id, { retriesFailed, mapping });
  const [changed] = agreed.changedBodies;
  if (changed !== undefined) throw new BodiesChangedError(changed);
  const isFirstOnly =
    plan.firstRowOnly === true && state.rows.slice(1).every((row) => row.state === 'waiting');
  const isNew = agreed.others.some((other) => !isNamed(plan.shownRows, other.study, other.row));
  if ((isFirstOnly || isNew) && options.plan !== plan.hash)
    throw new RefusedError('Nobody has agreed to these rows yet. Say with --plan the hash of the study.', {
      plan: plan.hash,
      rows: agreed.rows.map(({ row, name }) => ({ row, name })),
    });
  return await followStudy(
    creating,
    () => id,
    (observer) => studies.resume(id, observer, { agreed, mapping, retriesFailed }),
  );
}

/** @param idOf its identifier, once it has begun */
async function followStudy(
  creating: Creating,
  idOf: () => string | undefined,
  run: (observer: StudyObserver) => Promise<unknown>,
): Promise<Result> {
  const { session, terminal, signal } = creating;
  const { onExpiringUrls } = terminal.observe(signal, () => undefined);
  const error = await run({
    signal,
    clientOf: createClientOf(creating),
    onExpiringUrls,
    onRow: (row) => terminal.write(`row ${row}`),
    onSilence: () => terminal.write('Waiting until the service answers again.'),
  }).then(
    () => undefined,
    (thrown: unknown) => {
      if (idOf() === undefined) throw thrown;
      session.log(formatErrorLine(thrown));
      return thrown;
    },
  );
  const found = (await session.runners.studies.list()).find((one) => one.id === idOf());
  return found === undefined ? { outcome: 'unknown' } : describeStudy(found, error);
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
  { options, service, terminal, signal }: Creating,
  document: PlanDocument,
  { isProtected, answer, again }: Question,
): Promise<boolean> {
  if (isAgreed(options, document)) return true;
  if (isProtected || !terminal.isInteractive)
    throw new RefusedError('Say with --plan what was agreed to.', { planned: document });
  const { files } = document;
  const shown = Array.isArray(files)
    ? { ...document, count: files.length, files: files.slice(0, maxShownFiles) as unknown }
    : document;
  for (const line of stringifyExactly(shown, 2).split('\n')) terminal.write(line);
  const question = `Create this at ${service.baseUrl.host}? Type ${answer}, or press Enter to create nothing:`;
  if (!(await terminal.agrees(question, answer, signal))) return false;
  return isAgreed({ plan: document.plan }, await again());
}

/** The service, the bodies and the confirmation, as a launch or a study records them at its start. */
async function describeStart({ session, service }: Creating, isProtected: boolean) {
  return {
    service: toServiceRef(service, await session.connection.accountOf(service)),
    bodies: fingerprintBodies(service.mapping),
    ...(isProtected && { protectionConfirmed: true }),
  };
}

function createClientOf({ session, service }: Planning) {
  return (cancelled: AbortSignal) => session.connection.clients.launchClient(service, { cancelled });
}

/** @throws RefusedError when something was begun at another service, or by another account */
async function requireSame(
  ref: Parameters<typeof isPossiblySameService>[0],
  creating: Creating,
): Promise<void> {
  const { session, service, signal } = creating;
  const client = createClientOf(creating)(signal);
  const account = await session.connection.accountOf(service);
  if (isPossiblySameService(ref, { ...service, client, account })) return;
  throw new RefusedError('It was begun at another service or with another account.');
}
