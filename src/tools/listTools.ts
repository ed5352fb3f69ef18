import { variants } from '../client/core/apiVariant';
import type { Identifier, Listing } from '../client/core/types';
import type { CommandContext } from '../context';
import type { Launch } from '../launch/launch';
import { getProjectName, type LaunchRecord } from '../launch/launchRecord';
import { getLaunchGroup, launchGroups } from '../launch/launchState';
import { toAgentId, toAgentText } from './agentText';
import { toServiceText } from './serviceText';
import { parseToolInput, ToolInputError } from './toolInput';
import { explainProblem } from './toolProblems';
import type { ToolResult } from './toolResult';

/** Limit for the entries of a list. */
const maxListed = 50;

const listShape = { contains: 'text', max: 'count' } as const;

/** Lists projects whose name contains a text. */
export async function listProjects(
  { connection }: Pick<CommandContext, 'connection'>,
  input: unknown,
  signal: AbortSignal,
): Promise<ToolResult> {
  const given = parseToolInput(input, listShape);
  const { client } = await connection.service();
  return describeList('projects', await client.listProjects({ signal, unattended: true }), given);
}

/** Lists reusable models whose name contains a text. */
export async function listModels(
  { connection }: Pick<CommandContext, 'connection'>,
  input: unknown,
  signal: AbortSignal,
): Promise<ToolResult> {
  const given = parseToolInput(input, listShape);
  const { client, variant } = await connection.service();
  if (!variants[variant].reusableModels) {
    return {
      status: 'failed',
      problems: [{ kind: 'unsupported' }],
      next: 'This service does not list reusable models. Upload the files of a new model instead.',
    };
  }
  return describeList('models', await client.listReusableModels({ signal, unattended: true }), given);
}

function describeList(
  kind: 'projects' | 'models',
  { items, skipped, partial }: Listing<{ readonly id: Identifier; readonly name: string }>,
  { contains = '', max = maxListed }: { readonly contains?: string; readonly max?: number },
): ToolResult {
  const wanted = contains.toLowerCase();
  const found = items.filter(({ name }) => name.toLowerCase().includes(wanted));
  const listed = found.slice(0, Math.min(max, maxListed));
  return {
    status: 'ok',
    found: found.length,
    ...(found.length > listed.length && { more: found.length - listed.length }),
    ...(skipped > 0 && { unreadable: skipped }),
    // What is not found may be among those that the service did not list.
    ...(partial && { partial: { listed: items.length + skipped, ...partial } }),
    from_service: {
      [kind]: listed.map(({ id, name }) => ({ id: toAgentId(id), name: toServiceText(name) })),
    },
  };
}

/** Lists the launches of this computer, newest first. */
export async function listLaunches(
  { launches }: Pick<CommandContext, 'launches'>,
  input: unknown,
): Promise<ToolResult> {
  const { group, max = maxListed } = parseToolInput(input, { group: 'text', max: 'count' });
  const isGroup = group === undefined || launchGroups.some((one) => one === group);
  if (!isGroup) throw new ToolInputError('group');
  const all = await launches.list();
  const found = all.filter(({ state }) => group === undefined || getLaunchGroup(state) === group);
  const listed = found.slice(0, Math.min(max, maxListed));
  return {
    status: 'ok',
    found: found.length,
    ...(found.length > listed.length && { more: found.length - listed.length }),
    launches: listed.map(summarise),
  };
}

/** Describes one launch. */
export async function getLaunch(
  { launches }: Pick<CommandContext, 'launches'>,
  input: unknown,
): Promise<ToolResult> {
  const { launch: id } = parseToolInput(input, { launch: 'text' }, ['launch']);
  const found = (await launches.list()).find((launch) => launch.id === id);
  if (found === undefined) {
    return {
      status: 'failed',
      problems: [{ kind: 'unknownLaunch' }],
      next: 'Use an identifier that simulation_list_launches returns.',
    };
  }
  const { plan, uploaded, open, problem } = found.record;
  const { count, bytes } = 'files' in plan.model ? plan.model.files : { count: 0, bytes: 0 };
  const { files } = await launches.withFiles(found);
  const { from_service: texts, ...failure } = problem === undefined ? {} : explainProblem(problem);
  const { from_service: words, ...summary } = summarise(found);
  return {
    status: 'ok',
    ...summary,
    files: count,
    bytes,
    files_uploaded: uploaded ? count : files.accepted.size,
    ...(open !== undefined && { open_step: open }),
    ...failure,
    ...(found.state === 'unknown' && { next: resolveFirst }),
    from_service: { ...words, ...texts },
  };
}

/** The advice for an unknown outcome: creating something again that may already exist would cost twice. */
export const resolveFirst =
  'Do not launch this again. A person has to find out what happened, and choose “Resolve Unknown Outcome…” in the menu of the launch in the Launches view.';

/** Summarises a launch. Identifiers and names that the service has given go into `from_service`. */
function summarise({ id, state, record }: Launch) {
  const { plan, plannedAt } = record;
  const { model } = plan;
  const isListed = 'id' in model;
  const projectName = getProjectName(record);
  return {
    launch: id,
    state,
    started_at: new Date(plannedAt).toISOString(),
    ...(!isListed && { model: toAgentText(model.name) }),
    from_service: {
      ...(isListed && { model: toServiceText(model.name) }),
      ...(projectName !== undefined && { project: toServiceText(projectName) }),
      ...idsOf(record),
    },
  };
}

/** The identifiers that are known and that a text for an agent can hold. */
export function idsOf({ project, modelId, simulation }: LaunchRecord): Record<string, string> {
  const ids = { project_id: project?.id, model_id: modelId, simulation_id: simulation?.id };
  const known = Object.entries(ids).flatMap(([name, id]) => {
    const text = toAgentId(id);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(known);
}
