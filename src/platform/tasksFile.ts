import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  type FormattingOptions,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import { isObject } from '../client/core/json';
import { errorOfKind } from '../errors';

/** A task cannot be added to `tasks.json`. Nothing was written. */
export class TasksFileError extends errorOfKind('tasksFile') {
  constructor(
    /**
     * - `invalid`: it is not JSON with comments, or has something else in place of the list of tasks.
     * - `changed`: it has a task of this name by now.
     * - `variable`: a name has a variable of VS Code in it, which would be replaced when the task runs.
     */
    readonly problem: 'invalid' | 'changed' | 'variable',
  ) {
    super(`the task cannot be saved: ${problem}`);
  }
}

/** The content of a file of tasks that does not exist yet. */
export const noTasks = '{\n  "version": "2.0.0",\n  "tasks": []\n}\n';

/** VS Code would replace a variable in a name, or run a command that it names. @throws TasksFileError */
export function assertNoVariables(properties: object): void {
  if (JSON.stringify(properties).includes('${')) throw new TasksFileError('variable');
}

/** The labels of the tasks in the text of a `tasks.json`. @throws TasksFileError */
export function listTaskLabels(text: string): string[] {
  const tasks = parseTasks(text);
  const values: unknown[] = tasks === undefined ? [] : (getNodeValue(tasks) as unknown[]);
  return values.flatMap((task) => {
    const label = isObject(task) ? task['label'] : undefined;
    return typeof label === 'string' ? [label] : [];
  });
}

/**
 * Adds a task at the end of the list, and leaves everything else as it is, comments included.
 * @returns the new text, and where the task is in it
 * @throws TasksFileError
 */
export function addTask(
  text: string,
  task: object,
  formattingOptions: FormattingOptions,
): { readonly text: string; readonly offset: number; readonly length: number } {
  const last = parseTasks(text)?.children?.at(-1);
  const after =
    last === undefined
      ? applyEdits(text, modify(text, ['tasks', -1], task, { formattingOptions, isArrayInsertion: true }))
      : addBehind(text, last, task, formattingOptions);
  const added = parseTasks(after)?.children?.at(-1);
  if (added === undefined) throw new TasksFileError('invalid');
  return { text: after, offset: added.offset, length: added.length };
}

/** Adds a task after the last one. The library would reformat the last task and part it from the comment after it. */
function addBehind(text: string, last: Node, task: object, options: FormattingOptions): string {
  const { insertSpaces = true, tabSize = 2, eol = '\n' } = options;
  const end = last.offset + last.length;
  const scanner = createScanner(text, true);
  scanner.setPosition(end);
  scanner.scan();
  const hasComma = text[scanner.getTokenOffset()] === ',';
  const behind = hasComma ? scanner.getTokenOffset() + 1 : end;
  const [comment = ''] =
    /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^*\r\n]*\*\/[ \t]*(?=[\r\n]))?/.exec(text.slice(behind)) ?? [];
  const at = behind + comment.trimEnd().length;
  const indent = /[ \t]*$/.exec(text.slice(0, last.offset))?.[0] ?? '';
  const lines = JSON.stringify(task, null, insertSpaces ? tabSize : '\t').split('\n');
  const added = lines.map((line) => `${eol}${indent}${line}`).join('') + (hasComma ? ',' : '');
  return text.slice(0, end) + (hasComma ? '' : ',') + text.slice(end, at) + added + text.slice(at);
}

/** @returns the list of tasks; undefined if there is none yet */
function parseTasks(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || root?.type !== 'object') throw new TasksFileError('invalid');
  const tasks = findNodeAtLocation(root, ['tasks']);
  if (tasks !== undefined && tasks.type !== 'array') throw new TasksFileError('invalid');
  return tasks;
}
