import * as vscode from 'vscode';
import { commands, type CommandId } from '../contributions';
import type { CommandContext } from '../context';

/** Handlers throw; here, and only here, what they throw is logged and shown. */
export function registerCommands(context: CommandContext): vscode.Disposable {
  const registrations = Object.values(commands).map((id) =>
    // Nothing is returned: other extensions can call commands, and what they may know is on the screen.
    vscode.commands.registerCommand(id, async (...args: readonly unknown[]): Promise<void> => {
      try {
        await run(context, id, args);
      } catch (error) {
        context.log.failed(error);
        void import('../lazy').then(({ showError }) => showError(error));
      }
    }),
  );
  return vscode.Disposable.from(...registrations);
}

async function run(context: CommandContext, id: CommandId, args: readonly unknown[]): Promise<void> {
  const { handlers } = await import('../lazy');
  await handlers[id](context, ...args);
}
