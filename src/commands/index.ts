import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { commands } from '../contributions';
import type { showError } from '../ui/showError';
import type { handlers } from './handlers';

interface ErrorParts {
  readonly showError: typeof showError;
}

/** Loaded with the first command, because most windows never run one. */
interface CommandParts extends ErrorParts {
  readonly handlers: typeof handlers;
}

/** Handlers throw; their errors are logged and shown in {@link runShown} and nowhere else. */
export function registerCommands(
  context: CommandContext,
  load: () => Promise<CommandParts>,
): vscode.Disposable {
  const registrations = Object.values(commands).map((id) =>
    // Returns nothing, so that other extensions calling a command learn nothing from it.
    vscode.commands.registerCommand(id, (...args: readonly unknown[]) =>
      runShown(context.log, load, (parts) => parts.handlers[id](context, ...args)),
    ),
  );
  return vscode.Disposable.from(...registrations);
}

/** Runs what a user asked for with the parts that it needs. Its errors are logged and shown. */
export async function runShown<Parts extends ErrorParts>(
  log: CommandContext['log'],
  load: () => Promise<Parts>,
  run: (parts: Parts) => void | Promise<void>,
): Promise<void> {
  try {
    await run(await load());
  } catch (error) {
    log.failed(error);
    void load().then((parts) => parts.showError(error));
  }
}
