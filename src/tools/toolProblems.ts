import { isSignInRequired } from '../client/core/errors';
import { MappingError } from '../client/mapping/mappingError';
import { OtherServiceError } from '../launch/errors';
import type { Problem } from '../launch/journalEntry';
import { toProblem } from '../launch/outcome';
import { UntrustedError } from '../platform/trust';
import { LaunchRequestError } from '../request/errors';
import type { RequestProblem } from '../request/requestProblem';
import { NotConnectedError, SettingError } from '../session/errors';
import { SelectionError } from '../upload/errors';
import { toAgentId, toAgentName, toAgentText, toAgentValue } from './agentText';
import { toServiceText } from './serviceText';
import { ToolInputError } from './toolInput';
import type { ToolProblem, ToolResult } from './toolResult';

/** The part of a result that says why nothing was done. */
export type ToolFailure = Pick<ToolResult, 'problems' | 'next' | 'from_service'>;

/** Explains an error by codes. Texts for users name hosts and quote servers, so agents do not get them. */
export function explainError(error: unknown): ToolFailure {
  if (error instanceof LaunchRequestError) return explainRequest(error.problems);
  if (error instanceof ToolInputError) {
    return {
      problems: [{ kind: 'invalidInput', ...(error.property !== undefined && { property: error.property }) }],
      next: 'Call the tool again with the properties of its schema and nothing else.',
    };
  }
  if (error instanceof UntrustedError) {
    return { problems: [{ kind: error.kind }], next: 'Only the user can trust the workspace.' };
  }
  if (error instanceof NotConnectedError) {
    return {
      problems: [{ kind: error.kind, reason: error.problem }],
      next: 'Only the user can set the address of the service in the settings.',
    };
  }
  if (error instanceof SettingError || error instanceof MappingError) {
    return {
      problems: [{ kind: 'setting', setting: error.setting }],
      next: 'Only the user can correct this setting.',
    };
  }
  if (error instanceof SelectionError) return { problems: [{ kind: error.kind, reason: error.reason }] };
  if (error instanceof OtherServiceError) {
    return { problems: [{ kind: error.kind }], next: 'Plan the launch again.' };
  }
  const failure = explainProblem(toProblem(error));
  return isSignInRequired(error)
    ? { ...failure, next: 'Only the user can sign in, with the command “Simulation Service: Sign In…”.' }
    : failure;
}

/** Explains a problem of a launch. The message of a server is quoted as its word. */
export function explainProblem({ kind, operation, status, code, file, serverMessage }: Problem): ToolFailure {
  const problem: ToolProblem = {
    kind,
    ...(operation !== undefined && { request: operation }),
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code: toAgentText(code) }),
    ...(file !== undefined && { file: toAgentName(file) }),
  };
  return {
    problems: [problem],
    ...(serverMessage !== undefined && { from_service: { message: toServiceText(serverMessage) } }),
  };
}

function explainRequest(problems: readonly RequestProblem[]): ToolFailure {
  const projects = problems.flatMap((problem) => listProjects(problem));
  return {
    problems: problems.map(toToolProblem),
    next: 'Plan the launch again with these problems solved. Ask the user where only the user can know.',
    ...(projects.length > 0 && { from_service: { projects } }),
  };
}

/** The projects that a problem quotes. */
function listProjects(problem: RequestProblem): object[] {
  if (problem.kind === 'unknownProject') return problem.others.map((name) => ({ name: toServiceText(name) }));
  if (problem.kind === 'ambiguousProject') return problem.ids.map((id) => ({ id: toAgentId(id) }));
  return [];
}

function toToolProblem(problem: RequestProblem): ToolProblem {
  switch (problem.kind) {
    case 'refusedFile': {
      const { name, reason } = problem.file;
      return { kind: problem.kind, file: toAgentName(name), reason };
    }
    case 'unknownProject':
    case 'unsureProject':
      return { kind: problem.kind, project: toAgentText(problem.project) };
    case 'ambiguousProject':
      return { kind: problem.kind, project: toAgentText(problem.name) };
    default:
      return Object.fromEntries(
        Object.entries(problem).map(([name, value]: [string, unknown]) => [
          name,
          typeof value === 'string' ? toAgentValue(value) : value,
        ]),
      ) as ToolProblem;
  }
}
