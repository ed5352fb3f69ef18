import * as vscode from 'vscode';
import type { CommandContext } from '../../context';
import { settings as keys } from '../../contributions';
import { createDeckCheck } from '../../flows/plan/deckOrder';
import { OtherServiceError } from '../../launch/errors';
import type { LaunchPlan } from '../../launch/launch';
import type { LaunchRecord } from '../../launch/launchRecord';
import type { LaunchResult, RunLaunch } from '../../launch/launchResult';
import { assertTrusted } from '../../platform/trust';
import type { LaunchRequest } from '../../request/launchRequest';
import { type PreparedLaunch, prepareLaunch } from '../../request/prepareLaunch';
import type { RequestFolders } from '../../request/requestFolders';
import { NotConnectedError, SettingError } from '../../session/errors';
import { toPreparingService } from '../../session/preparingService';
import type { ServiceSnapshot } from '../../session/service';
import type { Settings } from '../../session/settings';
import { isAborted, takeTurn } from '../../ui/questionTurns';
import { observeLaunch } from '../../workflow/observeLaunch';
import { type ConfirmedLaunch, confirmStart } from '../../workflow/startLaunch';
import { askForLaunch, type Requester } from './askForLaunch';

/** What a requested launch needs, from its look-ups to its end. Whoever requests it shows the end. */
export type RequestContext = Pick<
  CommandContext,
  'choices' | 'connection' | 'documents' | 'launches' | 'log' | 'projects' | 'settings'
>;

/** A request with the workspace folder that its relative paths begin in, if it has one. */
export interface FolderRequest {
  readonly folder: vscode.WorkspaceFolder | undefined;
  readonly request: LaunchRequest;
}

/** The launch that a request describes, and its service. */
export interface PreparedRequest {
  readonly prepared: PreparedLaunch;
  readonly request: LaunchRequest;
  /** Whether the project and the model were looked up at the service, and so have identifiers and names. */
  readonly isLookedUp: boolean;
  readonly service: ServiceSnapshot;
  /** Throws when nothing may be created at the service any more. */
  readonly check: () => unknown;
}

/** How a launch that somebody described ended. */
export type RequestEnd =
  | LaunchResult
  /** The user said no, or it was cancelled while the user was asked. Nothing was created. */
  | { readonly end: 'declined' }
  /** The files or bodies were no longer those that the user had agreed to. Nothing was created. */
  | { readonly end: 'changed' };

export interface LookUpOptions {
  /** Whether lists may be requested from the service; without them, nothing is sent. */
  readonly mayLookUp?: boolean;
  /** Nobody waits for the lists, so nobody is asked to sign in for them. */
  readonly isUnattended?: boolean;
}

/**
 * Finds out what a request would launch. Creates nothing.
 * @throws LaunchRequestError, UntrustedError, NotConnectedError, SettingError, MappingError, ServiceError, or the reason
 *   of the signal
 */
export async function prepareRequest(
  context: Pick<CommandContext, 'connection' | 'settings'>,
  { folder, request }: FolderRequest,
  signal: AbortSignal,
  { mayLookUp = true, isUnattended: unattended = false }: LookUpOptions = {},
): Promise<PreparedRequest> {
  assertTrusted();
  const { connection, settings } = context;
  const { service, check } = await takeService(context, request.environment);
  const client = mayLookUp ? connection.clients.launchClient(service, { cancelled: signal }) : undefined;
  const prepared = await prepareLaunch(request, {
    folders: findRequestFolders(folder, settings),
    service: toPreparingService(service, client, { signal, unattended }),
    checkDecks: createDeckCheck(settings),
    signal,
  });
  return { prepared, request, isLookedUp: mayLookUp, service, check };
}

/** The folders of this window whose files are on disk. @param own the one that relative paths begin in */
export function findRequestFolders(
  own: vscode.WorkspaceFolder | undefined,
  settings: Pick<Settings, 'exclude'>,
): RequestFolders {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const all = folders.map(({ uri }) => ({ root: uri.fsPath, exclude: settings.exclude(uri) }));
  return { own: all.find(({ root }) => root === own?.uri.fsPath), all };
}

/** Takes the service of a request: an environment by its name, or the one that is selected. */
export async function takeService(
  context: Pick<CommandContext, 'connection' | 'settings'>,
  environment: string | undefined,
): Promise<Pick<PreparedRequest, 'service' | 'check'>> {
  const { connection } = context;
  if (environment === undefined) {
    const service = await connection.service();
    return { service, check: () => connection.requireSelected(service) };
  }
  const service = findService(context, environment);
  const check = () => {
    const now = findService(context, environment);
    if (now.key !== service.key) throw new OtherServiceError(service.baseUrl.host);
  };
  return { service, check };
}

/**
 * The service of an environment by its name, whatever is selected.
 * @throws NotConnectedError, SettingError, MappingError
 */
function findService(
  { connection, settings }: Pick<CommandContext, 'connection' | 'settings'>,
  name: string,
): ServiceSnapshot {
  const found = settings.environments.find((one) => one.name === name);
  if (found === undefined) throw new NotConnectedError('unknownEnvironment', name);
  const refuse = (field: string) => new SettingError(keys.environments, { environment: name, field });
  if ('invalidField' in found) throw refuse(found.invalidField);
  const baseUrl = connection.parseAllowed(found.baseUrl, name);
  return connection.serviceAt({ baseUrl, variant: found.variant, environment: name });
}

/** A request, and who makes it. */
export interface AskedRequest extends FolderRequest {
  readonly requester: Requester;
  readonly signal: AbortSignal;
  /** See `hashLaunch`: only a launch with this hash may be asked for. */
  readonly plannedHash?: string;
  /** Called before the user is asked. */
  readonly onPrepared?: (shown: PreparedRequest) => void;
  /** Called when the user has answered. */
  readonly onAnswered?: () => void;
}

/**
 * Asks the user to allow a launch that somebody described, and starts it if nothing has changed since. This is the
 * only way from a description to a launch. For a task, which a workspace may start by itself, nothing at all is sent
 * before the user has agreed.
 * @param show runs it with an observer that shows its progress
 * @throws the errors of {@link prepareRequest}; nothing was created then
 */
export async function launchRequested(
  context: RequestContext,
  from: AskedRequest,
  show: (task: RunLaunch) => Promise<LaunchRecord | undefined>,
): Promise<RequestEnd> {
  const { requester, signal, plannedHash } = from;
  const shown = await prepareRequest(context, from, signal, {
    mayLookUp: requester.kind !== 'task',
    isUnattended: requester.kind === 'agent',
  });
  if (plannedHash !== undefined && shown.prepared.hash !== plannedHash) return { end: 'changed' };
  from.onPrepared?.(shown);
  const permitted = (await takeTurn(signal, () => permit(context, from, shown))) ?? { end: 'declined' };
  if ('end' in permitted) return permitted;
  const { planned, options } = permitted;
  return await observeLaunch(
    context,
    async (observer) => await context.launches.runners.launches.start(planned, observer, options),
    show,
  );
}

/** Asks everything that has to be asked. @returns the launch as the user has agreed to it, or how it ended before */
async function permit(
  context: Pick<CommandContext, 'connection' | 'documents' | 'launches' | 'settings'>,
  from: AskedRequest,
  shown: PreparedRequest,
): Promise<ConfirmedLaunch | Extract<RequestEnd, { readonly end: 'declined' | 'changed' }>> {
  const { requester, signal } = from;
  const isAgreed = await askForLaunch(context, requester, shown, signal);
  from.onAnswered?.();
  // A dialog cannot be closed: it may have been answered long after its task was cancelled.
  if (!isAgreed || isAborted(signal)) return { end: 'declined' };
  await shown.check();
  const { prepared, service, check } = await prepareRequest(context, from, signal);
  if (!isSame(shown, prepared)) return { end: 'changed' };
  const plan = shown.isLookedUp ? prepared.launch : allowExistingProject(prepared.launch);
  const permitted = await confirmStart(context, { plan, service, check });
  return permitted === undefined || isAborted(signal) ? { end: 'declined' } : permitted;
}

/** The question said that the project is created if it does not exist, not that it does not. */
function allowExistingProject(plan: LaunchPlan): LaunchPlan {
  const { project } = plan;
  if (project === undefined || !('newName' in project)) return plan;
  return { ...plan, project: { ...project, mayExist: true } };
}

function isSame({ prepared: shown, isLookedUp }: PreparedRequest, now: PreparedLaunch): boolean {
  return isLookedUp ? shown.hash === now.hash : shown.requestHash === now.requestHash;
}
