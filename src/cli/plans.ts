import path from 'node:path';
import { stringifyExactly } from '../client/core/exactJson';
import { totalSizeOf } from '../client/core/totalSize';
import { DeckCheckThread } from '../deck/deckCheckThread';
import type { DeckReport } from '../deck/finding';
import { relativePath, toSlashes } from '../files/paths';
import { describeFinding, isWorthShowing } from '../messages/deckFindings';
import { describeOddities } from '../messages/studies';
import { type CheckDecks, orderDeckCheck } from '../request/deckOrder';
import { LaunchRequestError } from '../request/errors';
import type { LaunchRequest } from '../request/launchRequest';
import { type PreparedLaunch, prepareLaunch } from '../request/prepareLaunch';
import { inOneFolder } from '../request/requestFolders';
import { toPreparingService } from '../session/preparingService';
import type { ServiceSnapshot } from '../session/service';
import { checkStudyDecks } from '../study/checkStudyDecks';
import { locateStudy } from '../study/locateStudy';
import { prepareStudy, type StudyDraft } from '../study/prepareStudy';
import { readTableFile } from '../study/readTableFile';
import { countContents, findSameRows, matchSameRows, type SameRow } from '../study/sameRows';
import type { PreparedStudy } from '../study/study';
import type { StudyRequest } from '../study/studyRequest';
import type { PlannedFile, UploadPlan } from '../upload/uploadPlan';
import type { CliSession } from './cliSession';
import { type FileSettings, readJsonObject } from './readInputs';
import { RefusedError } from './refusedError';
import type { Options } from './usage';

/** Where and with what a plan is made. */
export interface Planning {
  readonly session: CliSession;
  readonly service: ServiceSnapshot;
  readonly settings: FileSettings;
  readonly signal: AbortSignal;
}

/** A plan as it is printed. */
export type PlanDocument = Readonly<Record<string, unknown>> & { readonly plan: string };

export interface ReviewedLaunch {
  readonly prepared: PreparedLaunch;
  readonly document: PlanDocument;
}

export interface ReviewedStudy {
  readonly study: PreparedStudy;
  readonly same: readonly SameRow[];
  /** Identifiers of studies that cannot be read. */
  readonly unreadable: readonly string[];
  readonly started: number;
  readonly document: PlanDocument;
}

/** Finds out what a request would launch, as a window does. Creates nothing. @throws the errors of `prepareLaunch` */
export async function reviewLaunch(request: LaunchRequest, planning: Planning): Promise<ReviewedLaunch> {
  const { session, service, settings, signal } = planning;
  requireService(request, service);
  const client = session.connection.clients.launchClient(service, { cancelled: signal });
  const prepared = await prepareLaunch(request, {
    folders: inOneFolder(settings.folder),
    service: toPreparingService(service, client, { signal }),
    checkDecks: createDeckCheck(settings),
    signal,
  });
  const { launch, plan, deck, bodies, hash } = prepared;
  const { project, model, simulate, finalise } = launch;
  const document = {
    plan: hash,
    ...describePlace(service, session),
    ...(project && { project: 'newName' in project ? { newName: project.newName } : project }),
    model: 'files' in model ? { name: model.name } : model,
    finalise,
    simulate,
    ...describeFiles(plan),
    bodies,
    deck: describeDeck(deck, settings.folder.root),
  };
  return { prepared, document };
}

/** Finds out what a table would create. Requests nothing. @param excluded rows of other studies that are left out */
export async function reviewStudy(
  request: StudyRequest,
  planning: Planning,
  excluded?: StudyDraft['excluded'],
): Promise<ReviewedStudy> {
  const { session, service, settings, signal } = planning;
  requireService(request, service);
  if (!('id' in request.model) && !service.finaliseAfterUpload)
    throw new LaunchRequestError([{ kind: 'notFinalised' }]);
  const { folder } = settings;
  const draft = { ...(await locateStudy(request, inOneFolder(folder))), excluded };
  const bytes = await readTableFile(draft.table, signal);
  const study = await prepareStudy(draft, bytes, { service, signal, maxRows: settings.maxStudyRows });
  const { studies } = session.runners;
  const same = findSameRows(study, await studies.list());
  const unreadable = (await studies.unreadable()).map(({ id }) => id);
  const deck = await checkStudyDecks(study, draft.folders, createDeckCheck(settings), signal);
  const started = matchSameRows(study.rows, same, excluded);
  const document = {
    plan: study.hash,
    ...describePlace(service, session),
    project: study.project.id === '' ? { name: study.project.name } : study.project,
    table: { file: showPath(study.table.path, folder.root), sha256: study.table.sha256 },
    rows: study.rows.map(({ row, line, name, answers, model }) => ({ row, line, name, answers, model })),
    models: study.models.map((model) => ('id' in model ? model : describeFiles(model.plan, model.rendered))),
    bytes: study.bytes,
    startedRows: started.map(({ row }) => row),
    unreadableStudies: unreadable,
    oddities: describeOddities(study),
    deck: describeDeck(deck, folder.root),
  };
  return { study, same, unreadable, started: started.length, document };
}

/** As {@link reviewStudy}, without the rows whose content other studies have. */
export async function planOtherRows(request: StudyRequest, planning: Planning, { same }: ReviewedStudy) {
  return await reviewStudy(request, planning, countContents(same));
}

/** Whether somebody has agreed to a plan before. @throws RefusedError when that was another one */
export function isAgreed({ plan: agreed }: Options, now: PlanDocument): boolean {
  if (agreed === undefined) return false;
  const isHash = /^[\da-f]{64}$/.test(agreed);
  const before = isHash ? { plan: agreed } : (readJsonObject(agreed) as PlanDocument);
  if (before.plan === now.plan) return true;
  const differs = Object.keys(now).filter(
    (key) => key !== 'plan' && key in before && stringifyExactly(before[key]) !== stringifyExactly(now[key]),
  );
  throw new RefusedError('Files, settings or the service are not those of the plan.', {
    // Without any, a file was written again as it was.
    differs: isHash ? undefined : differs,
    planned: now,
  });
}

/** The findings in decks as they are printed. @param root names of files are relative to it */
export function describeDeck({ findings, partlyRead }: DeckReport, root: string, all = false) {
  return {
    findings: findings
      .filter((finding) => all || isWorthShowing(finding))
      .map((finding) => {
        const { deck, line, name, kind, state, actual } = finding;
        const text = isWorthShowing(finding) ? describeFinding(finding) : undefined;
        return { deck: showPath(deck.path, root), line, name, kind, state, actual, text };
      }),
    partlyRead: partlyRead.map(({ deck, line }) => ({ deck: showPath(deck.path, root), line })),
  };
}

/** A request may name its service, so that none is sent to another one. */
function requireService({ environment }: LaunchRequest | StudyRequest, service: ServiceSnapshot): void {
  if (environment === undefined || environment === service.environment) return;
  throw new RefusedError('The task is for the service of another name.');
}

function createDeckCheck({ folder, checksDecks, deckFormats }: FileSettings): CheckDecks {
  return async (plan, selections, signal) => {
    if (!checksDecks) return { decks: [], findings: [], partlyRead: [] };
    const checked = selections.map(({ root }) => root);
    const order = orderDeckCheck(plan, selections, {
      checked,
      folders: [folder],
      formatsIn: () => deckFormats,
    });
    return await new DeckCheckThread(signal).check(order);
  };
}

function describePlace(service: ServiceSnapshot, { connection }: CliSession) {
  const { environment: name, baseUrl, variant } = service;
  const isProtected = connection.protectedEnvironment(service) !== undefined;
  return { service: { name, url: baseUrl.href, variant, protected: isProtected } };
}

function describeFiles({ files, excluded }: UploadPlan, rendered: readonly object[] = []) {
  return {
    files: [...files.map(describeFile), ...rendered],
    bytes: totalSizeOf(files),
    excluded: excluded.map(({ name, kind, pattern }) => ({ name, kind, pattern })),
  };
}

function describeFile({ name, size, mtimeNs }: PlannedFile) {
  return { name, size, modified: new Date(Number(BigInt(mtimeNs) / 1_000_000n)).toISOString() };
}

function showPath(file: string, root: string): string {
  return toSlashes(relativePath(root, path.resolve(root, file)));
}
