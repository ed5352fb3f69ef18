import * as vscode from 'vscode';
import { commands } from '../contributions';
import type { CommandContext } from '../context';
import type { handlers } from './handlers';
import type { showError } from './showError';

/** Loaded with the first command: most windows never run one. */
type CommandParts = { readonly handlers: typeof handlers; readonly showError: typeof showError };

/** Handlers throw; here, and only here, what they throw is logged and shown. */
export function registerCommands(
  context: CommandContext,
  load: () => Promise<CommandParts>,
): vscode.Disposable {
  const registrations = Object.values(commands).map((id) =>
    // Nothing is returned: other extensions can call commands, and what they may know is on the screen.
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
