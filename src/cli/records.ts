import { isIdentifier } from '../client/response/identifier';
import type { Launch, ResolvedOutcome } from '../launch/launch';
import { isUnknown } from '../launch/launchRecord';
import { describeLaunchEnd } from '../messages/commandEnds';
import type { Study } from '../study/studyRunner';
import type { CliSession } from './cliSession';
import { RefusedError } from './refusedError';
import type { Result } from './results';
import type { Options } from './usage';

/** Everything that is recorded, newest first. */
export async function list({ runners: { launches, studies } }: CliSession): Promise<Result> {
  const found = await launches.list.read();
  return {
    outcome: 'done',
    launches: found.map(({ id, state, record }) => ({
      launch: id,
      state,
      origin: record.plan.service.origin,
      name: record.plan.model.name,
      modelId: record.modelId,
      simulationId: record.simulation?.id,
      changed: new Date(record.changedAt).toISOString(),
    })),
    studies: (await studies.list()).map(({ id, record, state }) => ({
      study: id,
      origin: record.study.service.origin,
      table: record.study.table.path,
      counts: state.counts,
      running: state.isRunning,
      stopped: state.stopped,
    })),
    unreadable: [...(await launches.list.readUnreadable()), ...(await studies.unreadable())].map(
      ({ id }) => id,
    ),
  };
}

/** The launch or study with an identifier. @throws RefusedError */
export async function find({ runners }: CliSession, id: string): Promise<Launch | Study> {
  const all = [...(await runners.studies.list()), ...(await runners.launches.list.read())];
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new RefusedError('No launch and no study has this ID. See list.');
  return found;
}

/** Whether something that is recorded is a study. */
export function isStudy(found: Launch | Study): found is Study {
  return 'study' in found.record;
}

/** Records what a person has found out about a request. Sends nothing. @throws RefusedError, AlreadyResolvedError */
export async function resolveById(session: CliSession, id: string, options: Options): Promise<Result> {
  const { launches, studies } = session.runners;
  const found = await find(session, id);
  const finding = toFinding(options);
  if (!isStudy(found)) {
    if (options.row !== undefined) throw new RefusedError('Only a study has rows. Leave out --row.');
    return await resolveLaunch(session, found, finding);
  }
  const row = found.state.rows[Number(options.row) - 1];
  if (row?.state !== 'unknown') throw new RefusedError('Name with --row a row whose outcome is unknown.');
  const ofRow = (await launches.list.read()).find((launch) => launch.id === row.launch);
  if (row.isLaunchGone !== true && ofRow !== undefined) return await resolveLaunch(session, ofRow, finding);
  if (finding === undefined) return { outcome: 'unknown', row };
  const isResolved = await studies.resolveRow(id, row, finding.happened ? 'started' : 'notStarted');
  return { outcome: isResolved ? 'done' : 'refused' };
}

async function resolveLaunch(
  { runners }: CliSession,
  { id, record }: Launch,
  finding: ResolvedOutcome | undefined,
): Promise<Result> {
  if (!isUnknown(record)) throw new RefusedError('Nothing of this launch is unknown.');
  const { open } = record;
  if (finding === undefined)
    return { step: open, ...describeLaunchEnd({ end: 'unknown', record, error: undefined }) };
  const isPossible = open !== 'createModel' && open !== 'uploadFiles';
  if (finding.happened && (!isPossible || (open === 'createProject' && finding.id === undefined)))
    throw new RefusedError(`For ${open}, say ${isPossible ? '--id as well' : '--happened no'}.`);
  await runners.launches.resolve(id, { asked: record, finding });
  return { outcome: 'done', launch: id };
}

/** @throws RefusedError */
function toFinding({ happened, id }: Options): ResolvedOutcome | undefined {
  if (happened === undefined && id === undefined) return undefined;
  if (happened !== 'yes' && happened !== 'no') throw new RefusedError('--happened is yes or no.');
  if (id !== undefined && happened === 'no')
    throw new RefusedError('What did not happen has no ID. Leave out --id, or say --happened yes.');
  if (id !== undefined && !isIdentifier(id)) throw new RefusedError('--id is no identifier.');
  return happened === 'no' ? { happened: false } : { happened: true, ...(id !== undefined && { id }) };
}
