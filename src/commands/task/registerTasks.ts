import * as vscode from 'vscode';
import type { CommandContext } from '../../context';
import { problemMatcher, taskType } from '../../contributions';
import type { openTaskTerminal } from './taskTerminal';

/** Loaded when a task runs, because most windows never run one. */
type TaskParts = { readonly openTaskTerminal: typeof openTaskTerminal };

/** Lets `tasks.json` describe launches. No task is offered that nobody has written. */
export function registerTasks(context: CommandContext, load: () => Promise<TaskParts>): vscode.Disposable {
  return vscode.tasks.registerTaskProvider(taskType, {
    provideTasks: () => [],
    resolveTask({ definition, scope = vscode.TaskScope.Workspace, name }) {
      const execution = new vscode.CustomExecution(async (resolved) => {
        const { openTaskTerminal: open } = await load();
        return open(context, { label: name, scope, definition: resolved });
      });
      // VS Code finds the task again by its definition, so that has to be the same object.
      return new vscode.Task(definition, scope, name, taskType, execution, `$${problemMatcher}`);
    },
  });
}
