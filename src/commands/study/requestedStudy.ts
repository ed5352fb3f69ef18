import type * as vscode from 'vscode';
import type { CommandContext } from '../../context';
import { LaunchCancelledError, RowsChangedError } from '../../launch/errors';
import { locateStudy, lookUpStudy } from '../../study/locateStudy';
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
  const draft = await locateStudy(request, findRequestFolders(folder, settings), service);
  const wanted = { service, check, isNewProject: false, task, change, onPrepared };
  const agreed = await agreeOnStudy(context, draft, wanted, (read) => read(signal), signal);
  if (agreed === undefined) return { end: 'declined' };
  const { study, options, clientOf } = agreed;
  const found = await lookUpStudy(await clientOf(signal), service.variant, { request, study, signal });
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
