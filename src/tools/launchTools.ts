import * as vscode from 'vscode';
import { isObject } from '../client/core/json';
import { totalSizeOf } from '../client/core/totalSize';
import { toPromptName } from '../client/mapping/prompts';
import {
  type FolderRequest,
  launchRequested,
  type PreparedRequest,
  prepareRequest,
  type RequestContext,
  type RequestEnd,
} from '../commands/requested/requestedLaunch';
import type { CommandContext } from '../context';
import type { LaunchRecord } from '../launch/launchRecord';
import type { RunLaunch } from '../launch/launchResult';
import { LaunchRequestError } from '../request/errors';
import { parseLaunchRequest } from '../request/launchRequest';
import type { WorkflowContext } from '../workflow/followLaunch';
import { withLaunchProgress } from '../workflow/launchProgress';
import { type ResultContext, showLaunchResult } from '../workflow/showResult';
import { toAgentId, toAgentName, toAgentText } from './agentText';
import { describeFindings } from './deckTools';
import { LaunchPlans, maxPlanAgeMs } from './launchPlans';
import { idsOf, resolveFirst } from './listTools';
import { toServiceText } from './serviceText';
import { findToolFolder } from './toolFolder';
import { parseToolInput, ToolInputError } from './toolInput';
import { explainError } from './toolProblems';
import type { ToolResult } from './toolResult';

/** Limit for the names of a list in a result. */
const maxNames = 100;

/** After so many refusals in a row, an agent may not ask again in this window. */
const maxDeclined = 5;

interface AgentPlan extends FolderRequest {
  /** See `hashLaunch`. */
  readonly hash: string;
}

const plans = new LaunchPlans<AgentPlan>();

/** The question that is open in this window. */
let openQuestion: AgentPlan | undefined;

let declinedInARow = 0;

/**
 * Finds out what a launch would send, and keeps it to be launched. Creates nothing; lists may be requested.
 * @throws the errors of `prepareRequest`
 */
export async function planForAgent(
  context: Pick<CommandContext, 'connection' | 'settings'>,
  input: unknown,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (!isObject(input)) throw new ToolInputError();
  const { folder: name, ...given } = input;
  if (name !== undefined && typeof name !== 'string') throw new ToolInputError('folder');
  const request = parseLaunchRequest(given);
  if ('length' in request) throw new LaunchRequestError(request);
  const folder = findToolFolder(name, 'files' in request.model ? request.model.files : []);
  if (folder !== undefined && 'status' in folder) return folder;
  const prepared = await prepareRequest(context, { folder, request }, signal, { isUnattended: true });
  const mayLaunch = context.settings.agentTools === 'on';
  const description = describePlan(prepared, folder);
  if (!mayLaunch) {
    return {
      status: 'planned',
      ...description,
      next: 'Agents may only read here. The user can launch this, or change the setting simulationService.agentTools.',
    };
  }
  return {
    status: 'planned',
    plan_id: plans.add({ folder, request, hash: prepared.prepared.hash }),
    expires_in_s: maxPlanAgeMs / 1000,
    ...description,
    next: 'Tell the user what would be sent, above all what is missing and which decks are excluded. Launch it only if the user wants that; the user is asked again by VS Code.',
  };
}

function describePlan({ prepared, request }: PreparedRequest, folder: FolderRequest['folder']): object {
  const { launch, plan, deck } = prepared;
  const { model, project, answers = {}, simulate } = launch;
  const isListed = 'id' in model;
  const decks = plan.excluded.filter(({ isDeck }) => isDeck === true);
  const given = Object.values(answers).flatMap((ofBody) => Object.entries(ofBody));
  return {
    simulate,
    ...(!isListed && { model: toAgentText(model.name) }),
    ...(project !== undefined && 'newName' in project && { new_project: toAgentText(project.newName) }),
    ...(request.environment !== undefined && { environment: toAgentText(request.environment) }),
    ...(given.length > 0 && {
      answers: Object.fromEntries(
        given.map(([placeholder, answer]) => [
          toAgentText(toPromptName(placeholder)),
          typeof answer === 'string' ? toAgentText(answer) : answer,
        ]),
      ),
    }),
    files: {
      count: plan.files.length,
      bytes: totalSizeOf(plan.files),
      names: plan.files.slice(0, maxNames).map((file) => toAgentName(file.name)),
    },
    excluded: {
      count: plan.excluded.length,
      names: plan.excluded.slice(0, maxNames).map((entry) => toAgentName(entry.name)),
      ...(decks.length > 0 && {
        decks: {
          count: decks.length,
          names: decks.slice(0, maxNames).map((entry) => toAgentName(entry.name)),
        },
      }),
    },
    deck: describeFindings(deck, folder),
    from_service: {
      ...(isListed && { model: toServiceText(model.name), model_id: toAgentId(model.id) }),
      ...(project !== undefined &&
        'id' in project && { project: toServiceText(project.name), project_id: toAgentId(project.id) }),
    },
  };
}

/**
 * Asks the user to allow a launch that was planned before, and carries it out. It asks once: whatever the answer
 * is, the plan is used up.
 * @throws the errors of `launchRequested`
 */
export async function startForAgent(
  context: WorkflowContext,
  input: unknown,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { plan_id: id = '' } = parseToolInput(input, { plan_id: 'text' }, ['plan_id']);
  if (openQuestion !== undefined || declinedInARow >= maxDeclined) {
    const isOpen = openQuestion !== undefined;
    return {
      status: 'declined',
      problems: [{ kind: isOpen ? 'questionOpen' : 'declinedTooOften' }],
      next: isOpen
        ? 'The user is being asked about another launch. Wait for the answer.'
        : 'The user has declined several times. Do not ask again; the user can launch by hand.',
    };
  }
  const plan = plans.take(id);
  if (plan === undefined) {
    return {
      status: 'expired',
      next: 'A plan can be launched once, within ten minutes, in the window in which it was made. Plan the launch again.',
    };
  }
  openQuestion = plan;
  try {
    const end = await ask(context, plan, signal);
    declinedInARow = end.end === 'declined' ? declinedInARow + 1 : 0;
    return describeEnd(context, end);
  } finally {
    closeQuestion(plan);
  }
}

/** Ends the question. The user can be asked about another launch while this one runs. */
function closeQuestion(plan: AgentPlan): void {
  if (openQuestion === plan) openQuestion = undefined;
}

async function ask(context: RequestContext, plan: AgentPlan, cancelled: AbortSignal): Promise<RequestEnd> {
  const { folder, request, hash: plannedHash } = plan;
  const requester = { kind: 'agent' } as const;
  const forbidden = new AbortController();
  const signal = AbortSignal.any([cancelled, forbidden.signal]);
  // Once it has begun, it is shown and cancelled as any other launch; stopping the agent stops it as well.
  const show = (task: RunLaunch) =>
    withLaunchProgress(vscode.l10n.t('Launch by Agent'), (observer) =>
      task({ ...observer, signal: AbortSignal.any([observer.signal, signal]) }),
    );
  const onAnswered = () => {
    closeQuestion(plan);
    // The user may have changed the setting while the question stood.
    if (context.settings.agentTools !== 'on') forbidden.abort();
  };
  return await launchRequested(
    context,
    { folder, request, requester, signal, plannedHash, onAnswered },
    show,
  );
}

function describeEnd(context: ResultContext, end: RequestEnd): ToolResult {
  switch (end.end) {
    case 'declined':
    case 'refused':
    case 'cancelledEarly':
      return { status: 'declined', next: 'Nothing was created. Do not ask again unless the user wants it.' };
    case 'changed':
      return {
        status: 'changed',
        next: 'Files, settings or the service have changed since the plan. Nothing was created. Plan the launch again.',
      };
  }
  showLaunchResult(context, end);
  const ids = 'record' in end ? describeRecord(end.record) : {};
  switch (end.end) {
    case 'done':
      return { status: 'launched', ...ids };
    case 'cancelled':
      return {
        status: 'failed',
        ...ids,
        problems: [{ kind: 'cancelled' }],
        next: 'The user can resume it in the Launches view.',
      };
    case 'unknown':
      return { status: 'unknown', ...merge(ids, explainError(end.error)), next: resolveFirst };
    case 'takenOver':
      return { status: 'unknown', problems: [{ kind: 'takenOver' }], next: resolveFirst };
    case 'failed':
      return {
        status: 'failed',
        ...merge(ids, explainError(end.error)),
        next: 'Do not plan it anew: the user can go on with this launch in the Launches view.',
      };
    case 'failedToStart':
      return { status: 'failed', ...explainError(end.error) };
  }
}

interface Described {
  readonly from_service?: object;
}

function describeRecord(record: LaunchRecord) {
  return { launch: record.plan.launch, from_service: idsOf(record) };
}

function merge<T extends Described, U extends Described>(one: T, other: U): T & U {
  return { ...one, ...other, from_service: { ...one.from_service, ...other.from_service } };
}
