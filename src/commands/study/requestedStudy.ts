import path from 'node:path';
import type * as vscode from 'vscode';
import { variants } from '../../client/core/apiVariant';
import type { ServiceClient } from '../../client/serviceClient';
import type { CommandContext } from '../../context';
import { resolveInside } from '../../files/resolveLinks';
import { LaunchCancelledError, RowsChangedError } from '../../launch/errors';
import { LaunchRequestError } from '../../request/errors';
import { showBriefly } from '../../request/launchRequest';
import { findModel, findProject } from '../../request/prepareLaunch';
import { type RequestFolders, RequestPlaces } from '../../request/requestFolders';
import type { ServiceSnapshot } from '../../session/service';
import type { StudyDraft } from '../../study/prepareStudy';
import type { PreparedModel, PreparedStudy } from '../../study/study';
import type { StudyRequest } from '../../study/studyRequest';
import type { Study } from '../../study/studyRunner';
import { findRequestFolders, takeService } from '../requested/requestedLaunch';
import { agreeOnStudy } from './agreeOnStudy';
import type { StudyProgress } from './followStudy';
import type { StudyChange, StudyProposal } from './prepareTable';

/** A study that a task wants. */
export interface RequestedStudy {
  /** Where its relative paths begin, if that is known. */
  readonly folder: vscode.WorkspaceFolder | undefined;
  readonly request: StudyRequest;
  /** The label of the task, which comes from the workspace. */
  readonly task: string;
  /** Called before the user is asked. */
  readonly onPrepared: (asked: StudyProposal) => void;
}

/** How a study that somebody described ended. */
export type StudyEnd =
  /** Nothing was created. */
  | { readonly end: 'declined' }
  /** It was begun; with an error, if it stopped for a reason on this side. */
  | { readonly end: 'ran'; readonly study: Study | undefined; readonly error?: unknown };

/**
 * Asks the user to allow a study that a task describes, and runs it; asks again if something has changed since. Nothing at
 * all is sent before the user has agreed.
 * @param change why the user is asked again, if that is so
 * @throws LaunchRequestError, and the errors of {@link agreeOnStudy}; nothing was created then
 */
export async function studyRequested(
  context: Pick<CommandContext, 'connection' | 'documents' | 'launches' | 'settings'>,
  requested: RequestedStudy,
  observer: StudyProgress,
  change?: StudyChange,
): Promise<StudyEnd> {
  const { folder, request, task, onPrepared } = requested;
  const { launches, settings } = context;
  const { signal } = observer;
  const { service, check } = await takeService(context, request.environment);
  if (!('id' in request.model) && !service.finaliseAfterUpload)
    throw new LaunchRequestError([{ kind: 'notFinalised' }]);
  const draft = await locate(request, findRequestFolders(folder, settings));
  const wanted = { service, check, isNewProject: false, task, change, onPrepared };
  const agreed = await agreeOnStudy(context, draft, wanted, (read) => read(signal), signal);
  if (agreed === undefined) return { end: 'declined' };
  const { study, options, clientOf } = agreed;
  const found = await lookUp(await clientOf(signal), service, { request, study, signal });
  const { studies } = launches.runners;
  let id: string | undefined;
  const getStudy = async () => (await studies.list()).find((one) => one.id === id);
  try {
    const onFrozen = (frozen: string) => (id = frozen);
    await studies.start(found, { ...options, onFrozen }, { ...observer, clientOf });
    return { end: 'ran', study: await getStudy() };
  } catch (error) {
    if (id === undefined && error instanceof RowsChangedError)
      return await studyRequested(context, requested, observer, 'rows');
    if (error instanceof LaunchCancelledError) return { end: 'declined' };
    if (id === undefined) throw error;
    return { end: 'ran', study: await getStudy(), error };
  }
}

/** @throws LaunchRequestError when the table is in no folder, or a link leads out of it */
async function locate(request: StudyRequest, folders: RequestFolders): Promise<StudyDraft> {
  const refuse = (kind: 'noFolder' | 'outsideFolder') =>
    new LaunchRequestError([{ kind, entry: showBriefly(request.study) }]);
  const placed = await new RequestPlaces(folders).find(request.study);
  if (typeof placed === 'string') throw refuse(placed);
  const { root } = placed.folder;
  const table = await resolveInside(root, path.join(root, placed.relative));
  if (table === undefined) throw refuse('outsideFolder');
  const { project, model } = request;
  return {
    folders,
    table,
    model: 'id' in model ? { id: model.id, name: String(model.id) } : model,
    // Before the projects have been listed, it is not known which one a name means.
    project: 'id' in project ? { id: project.id, name: String(project.id) } : { id: '', name: project.name },
  };
}

interface LookUp {
  readonly request: StudyRequest;
  readonly study: PreparedStudy;
  readonly signal: AbortSignal;
}

/** Finds the project and the model that a request means. @throws LaunchRequestError, ServiceError */
async function lookUp(
  client: ServiceClient,
  service: ServiceSnapshot,
  { request, study, signal }: LookUp,
): Promise<PreparedStudy> {
  const { project, model } = request;
  const found = findProject(
    await client.listProjects({ signal }),
    'id' in project ? project : { ...project, create: false },
  );
  if ('kind' in found) throw new LaunchRequestError([found]);
  if ('newName' in found) throw new RangeError('a project that is not to be created');
  if (!('id' in model) || !variants[service.variant].reusableModels) return { ...study, project: found };
  const listed = findModel(await client.listReusableModels({ signal }), model.id);
  if ('kind' in listed) throw new LaunchRequestError([listed]);
  const models: PreparedModel[] = [listed];
  return { ...study, project: found, models };
}
