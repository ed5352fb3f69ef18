import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { tools } from '../contributions';
import { load } from '../load';

/** Lets agents call the tools of package.json. Whether one may be used is decided at each call. */
export function registerTools(context: CommandContext): vscode.Disposable {
  const registrations = Object.values(tools).map((id) =>
    vscode.lm.registerTool(id, {
      invoke: async ({ input }, token) => await (await load()).runTool(context, id, input, token),
    }),
  );
  return vscode.Disposable.from(...registrations);
}
