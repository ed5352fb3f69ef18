import { isObject } from '../../client/core/json';
import { escapeInvisible } from '../../client/text/visibleText';
import { taskType } from '../../contributions';
import { type LaunchRequest, parseLaunchRequest } from '../../request/launchRequest';
import type { RequestProblem } from '../../request/requestProblem';
import { taskProperties } from '../../request/requestProperty';
import { parseStudyRequest, type StudyRequest } from '../../study/studyRequest';

/** The properties that VS Code itself gives to tasks of every type. */
const propertiesOfVscode: readonly string[] = [
  'type',
  'label',
  'taskName',
  'identifier',
  'group',
  'detail',
  'icon',
  'hide',
  'inAgents',
  'options',
  'presentation',
  'problemMatcher',
  'runOptions',
  'dependsOn',
  'dependsOrder',
  'isBackground',
  'promptOnClose',
  'windows',
  'osx',
  'linux',
];

/**
 * Parses a task, which anybody may have written.
 * @param definition as VS Code passes it, with its variables resolved and without the properties that are unknown
 * @param written the entries of all `tasks.json`. A misspelt property of a task of this label would silently have no
 *   effect
 * @returns the request, or everything that is wrong with it
 */
export function parseTask(
  { label, definition }: { readonly label: string; readonly definition: unknown },
  written: readonly unknown[],
): LaunchRequest | StudyRequest | readonly RequestProblem[] {
  const { type, ...given } = isObject(definition) ? definition : {};
  const parse = Object.hasOwn(given, 'study') ? parseStudyRequest : parseLaunchRequest;
  const parsed = parse(type === taskType ? given : undefined);
  const unknown = written.flatMap((entry) => listUnknown(entry, label));
  if (unknown.length === 0) return parsed;
  return [...new Set(unknown)]
    .map((property): RequestProblem => ({ kind: 'unknownProperty', property }))
    .concat('length' in parsed ? parsed : []);
}

function listUnknown(entry: unknown, label: string): string[] {
  if (!isObject(entry) || entry['type'] !== taskType || entry['label'] !== label) return [];
  const known: readonly string[] = [...propertiesOfVscode, ...taskProperties];
  return Object.keys(entry)
    .filter((property) => !known.includes(property))
    .map((property) => escapeInvisible(property, 100));
}
