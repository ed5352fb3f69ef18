import path from 'node:path';
import { variants } from '../client/core/apiVariant';
import { stringifyExactly } from '../client/core/exactJson';
import { isObject } from '../client/core/json';
import { totalSizeOf } from '../client/core/totalSize';
import type { DeckReport } from '../deck/finding';
import { relativePath, toSlashes } from '../files/paths';
import { describeFinding, isWorthShowing } from '../messages/deckFindings';
import { describeOddities } from '../messages/studies';
import { type CheckDecks, createDeckChecker } from '../request/deckOrder';
import type { LaunchRequest } from '../request/launchRequest';
import { type PreparedLaunch, prepareLaunch } from '../request/prepareLaunch';
import { inOneFolder } from '../request/requestFolders';
import { toPreparingService } from '../session/preparingService';
import type { ServiceSnapshot } from '../session/service';
import { checkStudyDecks } from '../study/checkStudyDecks';
import { locateStudy } from '../study/locateStudy';
import type { StudyDraft } from '../study/prepareStudy';
import { excludeRows, type ProposedRows, proposeRows } from '../study/proposeRows';
import { hashOf } from '../study/rowContent';
import type { StudyRequest } from '../study/studyRequest';
import type { PlannedFile, UploadPlan } from '../upload/uploadPlan';
import type { CliSession } from './cliSession';
import { type FileSettings, readJsonObject } from './readInputs';
import { RefusedError } from './refusedError';
import type { Terminal } from './terminal';
import type { Options } from './usage';

/** A command for a service, and what it works with. */
export interface Command {
  readonly session: CliSession;
  readonly service: ServiceSnapshot;
  readonly settings: FileSettings;
  readonly options: Options;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** A plan as it is printed. */
export type PlanDocument = Readonly<Record<string, unknown>> & { readonly plan: string };

export interface ReviewedLaunch {
  readonly prepared: PreparedLaunch;
  readonly document: PlanDocument;
}

export interface ReviewedStudy extends ProposedRows {
  readonly document: PlanDocument;
}

/** Finds out what a request would launch, as a window does. Creates nothing. @throws the errors of `prepareLaunch` */
export async function reviewLaunch(request: LaunchRequest, command: Command): Promise<ReviewedLaunch> {
  const { session, service, settings, signal } = command;
  requireService(request, service);
  const client = session.connection.clients.launchClient(service, { cancelled: signal });
  const prepared = await prepareLaunch(request, {
    folders: inOneFolder(settings.folder),
    service: toPreparingService(service, client, { signal }),
    checkDecks: createDeckCheckOf(settings),
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

/**
 * Finds out what a table would create, without the rows that other studies have if the options say so. Requests nothing.
 * @throws RefusedError, LaunchRequestError, StudyError
 */
export async function reviewStudy(request: StudyRequest, command: Command): Promise<ReviewedStudy> {
  const { session, service, settings, signal } = command;
  const { started } = command.options;
  if (started !== undefined && started !== 'leave-out' && started !== 'again')
    throw new RefusedError('--started is leave-out or again.');
  requireService(request, service);
  const { folder, maxStudyRows: maxRows } = settings;
  const { studies } = session.runners;
  const draft = await locateStudy(request, inOneFolder(folder), service);
  const propose = (wanted: StudyDraft) => proposeRows(wanted, { service, signal, maxRows, studies });
  const all = await propose(draft);
  const proposed = started === 'leave-out' ? await propose(excludeRows(draft, all)) : all;
  const { study, unreadable, startedRows } = proposed;
  const deck = await checkStudyDecks(study, draft.folders, createDeckCheckOf(settings), signal);
  const document = {
    plan: study.hash,
    ...describePlace(service, session),
    project: study.project.id === '' ? { name: study.project.name } : study.project,
    table: { file: showPath(study.table.path, folder.root), sha256: study.table.sha256 },
    rows: study.rows.map(({ row, line, name, answers, model }) => ({ row, line, name, answers, model })),
    models: study.models.map((model) => ('id' in model ? model : describeFiles(model.plan, model.rendered))),
    bytes: study.bytes,
    startedRows: startedRows.map(({ row }) => row),
    unreadableStudies: unreadable,
    oddities: describeOddities(study),
    deck: describeDeck(deck, folder.root),
  };
  return { ...proposed, document };
}

/** Whether somebody has agreed to a plan before. @throws RefusedError when that was another one */
export function isAgreed({ plan: agreed }: Options, now: PlanDocument): boolean {
  if (agreed === undefined) return false;
  const isHash = /^[\da-f]{64}$/.test(agreed);
  const before = isHash ? { plan: agreed } : (readJsonObject(agreed) as PlanDocument);
  if (before.plan === now.plan) return true;
  throw new RefusedError('Files, settings or the service are not those of the plan.', {
    // Without any, a file was written again as it was.
    differs: isHash ? undefined : listDifferences(before, now),
    planned: now,
  });
}

/** Names the parts of a plan that are not as before: `service.requestHeaders`, `bytes`. */
function listDifferences({ plan: _before, ...before }: PlanDocument, { plan: _now, ...now }: PlanDocument) {
  return listChangedKeys(before, now).flatMap((key) => {
    const old = before[key];
    const value = now[key];
    const inner = isObject(old) && isObject(value) ? listChangedKeys(old, value) : [];
    return inner.length === 0 ? [key] : inner.map((one) => `${key}.${one}`);
  });
}

/** The keys of values that are not as before. One that is new says nothing: an earlier version did not write it. */
function listChangedKeys(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(now).filter(
    (key) => Object.hasOwn(before, key) && stringifyExactly(before[key]) !== stringifyExactly(now[key]),
  );
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

function createDeckCheckOf({ folder, checksDecks, deckFormats }: FileSettings): CheckDecks {
  return createDeckChecker((selections) => ({
    checked: checksDecks ? selections.map(({ root }) => root) : [],
    folders: [folder],
    formatsIn: () => deckFormats,
  }));
}

function describePlace(service: ServiceSnapshot, { connection }: CliSession) {
  const { environment: name, baseUrl, variant, authentication, mapping } = service;
  return {
    service: {
      name,
      url: baseUrl.href,
      variant,
      protected: connection.protectedEnvironment(service) !== undefined,
      authentication,
      // Whether it says anything about requests and responses, such as how to ask for the status of a simulation.
      described: mapping.environment !== undefined,
      pathPrefix: mapping.pathPrefix ?? variants[variant].prefix,
      // Their hashes, because a plan is kept and shown, and a header may have a secret that nobody has recognised.
      requestHeaders: hashOf([mapping.requestHeaders]),
      uploadHeaders: hashOf([mapping.uploadHeaders]),
      responses: hashOf([mapping.responses]),
    },
  };
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
