import path from 'node:path';
import { type VariantName, variants } from '../client/core/apiVariant';
import type { ServiceClient } from '../client/serviceClient';
import { resolveInside } from '../files/resolveLinks';
import { LaunchRequestError } from '../request/errors';
import { showBriefly } from '../request/launchRequest';
import { findModel, findProject } from '../request/prepareLaunch';
import { type RequestFolders, RequestPlaces } from '../request/requestFolders';
import type { StudyDraft } from './prepareStudy';
import type { PreparedModel, PreparedStudy } from './study';
import type { StudyRequest } from './studyRequest';

/**
 * Finds the table of a study and what its rows are made of. Reads nothing.
 * @throws LaunchRequestError when the table is in no folder, a link leads out of it, or its models would not be finalised
 */
export async function locateStudy(
  request: StudyRequest,
  folders: RequestFolders,
  service: { readonly finaliseAfterUpload: boolean },
): Promise<StudyDraft> {
  if (!('id' in request.model) && !service.finaliseAfterUpload)
    throw new LaunchRequestError([{ kind: 'notFinalised' }]);
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
export async function lookUpStudy(
  client: ServiceClient,
  variant: VariantName,
  { request, study, signal }: LookUp,
): Promise<PreparedStudy> {
  const { project, model } = request;
  const found = findProject(
    await client.listProjects({ signal }),
    'id' in project ? project : { ...project, create: false },
  );
  if ('kind' in found) throw new LaunchRequestError([found]);
  if ('newName' in found) throw new RangeError('a project that is not to be created');
  if (!('id' in model) || !variants[variant].reusableModels) return { ...study, project: found };
  const listed = findModel(await client.listReusableModels({ signal }), model.id);
  if ('kind' in listed) throw new LaunchRequestError([listed]);
  const models: PreparedModel[] = [listed];
  return { ...study, project: found, models };
}
