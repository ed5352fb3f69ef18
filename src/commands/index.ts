import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { commands } from '../contributions';
import type { handlers } from './handlers';
import type { showError } from './showError';

/** Loaded with the first command, because most windows never run one. */
type CommandParts = { readonly handlers: typeof handlers; readonly showError: typeof showError };

/** Handlers throw; their errors are logged and shown here and nowhere else. */
export function registerCommands(
  context: CommandContext,
  load: () => Promise<CommandParts>,
): vscode.Disposable {
  const registrations = Object.values(commands).map((id) =>
    // Returns nothing, so that other extensions calling a command learn nothing from it.
    vscode.commands.registerCommand(id, async (...args: readonly unknown[]): Promise<void> => {
      try {
        const parts = await load();
        await parts.handlers[id](context, ...args);
      } catch (error) {
        context.log.failed(error);
        void load().then((parts) => parts.showError(error));
      }
    }),
  );
  return vscode.Disposable.from(...registrations);
}
