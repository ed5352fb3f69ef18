import * as vscode from 'vscode';
import { escapeInvisible } from '../../client/text/visibleText';
import { messageWithoutSecrets } from '../../platform/output';
import type { RequestContext } from '../requested/requestedLaunch';
import { type TaskRun, TaskRunner } from './runTask';

const controlC = '\x03';

/** Limit for a line; characters. */
const maxLineLength = 4000;

/** Opens the terminal of a task, which runs the task. Closing it, or Ctrl+C in it, cancels the task. */
export function openTaskTerminal(context: RequestContext, task: TaskRun): vscode.Pseudoterminal {
  const written = new vscode.EventEmitter<string>();
  const closed = new vscode.EventEmitter<number>();
  const cancelled = new AbortController();
  const write = (line: string) => {
    // Every text in here is made visible where it comes from; in a terminal, one that is not could act.
    const text = escapeInvisible(messageWithoutSecrets(line), maxLineLength);
    written.fire(`${text}\r\n`);
  };
  const runner = new TaskRunner(context, task, cancelled.signal, write);
  return {
    onDidWrite: written.event,
    onDidClose: closed.event,
    // VS Code takes what is written only from now on.
    open: () => void runner.run().then((exitCode) => closed.fire(exitCode)),
    close: () => cancelled.abort(),
    handleInput: (typed) => {
      if (typed.includes(controlC)) cancelled.abort();
    },
  };
}
