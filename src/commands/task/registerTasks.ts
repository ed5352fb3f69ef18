import * as vscode from 'vscode';
import type { CommandContext } from '../../context';
import { problemMatcher, taskType } from '../../contributions';
import { load } from '../../load';

/** Lets `tasks.json` describe launches. No task is offered that nobody has written. */
export function registerTasks(context: CommandContext): vscode.Disposable {
  return vscode.tasks.registerTaskProvider(taskType, {
    provideTasks: () => [],
    resolveTask({ definition, scope = vscode.TaskScope.Workspace, name }) {
      const execution = new vscode.CustomExecution(async (resolved) => {
        const { openTaskTerminal } = await load();
        return openTaskTerminal(context, { label: name, scope, definition: resolved });
      });
      // VS Code finds the task again by its definition, so that has to be the same object.
      return new vscode.Task(definition, scope, name, taskType, execution, `$${problemMatcher}`);
    },
  });
}
