import * as vscode from 'vscode';
import { escapeInvisible } from '../../client/text/visibleText';
import type { CommandContext } from '../../context';
import { messageWithoutSecrets } from '../../platform/output';
import { type TaskRun, TaskRunner } from './runTask';

/** Opens the terminal of a task, which runs the task. */
export function openTaskTerminal(context: CommandContext, task: TaskRun): vscode.Pseudoterminal {
  return new TaskTerminal(context, task);
}

const controlC = '\x03';

/** Limit for a line; characters. */
const maxLineLength = 4000;

/** The terminal in which a task runs. Closing it, or Ctrl+C in it, cancels the task. */
class TaskTerminal implements vscode.Pseudoterminal {
  readonly #written = new vscode.EventEmitter<string>();
  readonly #closed = new vscode.EventEmitter<number>();
  readonly #cancelled = new AbortController();
  readonly onDidWrite = this.#written.event;
  readonly onDidClose = this.#closed.event;

  readonly #context: CommandContext;
  readonly #task: TaskRun;

  constructor(context: CommandContext, task: TaskRun) {
    this.#context = context;
    this.#task = task;
  }

  /** VS Code takes what is written only from now on. */
  open(): void {
    // Every text in here is made visible where it comes from; in a terminal, one that is not could act.
    const write = (line: string) => {
      const text = escapeInvisible(messageWithoutSecrets(line), maxLineLength);
      this.#written.fire(`${text}\r\n`);
    };
    const runner = new TaskRunner(this.#context, this.#task, { signal: this.#cancelled.signal, write });
    void runner.run().then((exitCode) => this.#closed.fire(exitCode));
  }

  close(): void {
    this.#cancelled.abort();
  }

  handleInput(typed: string): void {
    if (typed.includes(controlC)) this.#cancelled.abort();
  }
}
