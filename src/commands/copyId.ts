import type { CommandContext } from '../context';
import { copyData } from '../platform/output';
import { parseListEntry } from './launch/commandArguments';

/** Called from the menu of a row, or by keyboard for the focused row. */
export async function copyId(context: Pick<CommandContext, 'selectedNode'>, node?: unknown): Promise<void> {
  const id = parseListEntry(node ?? context.selectedNode())?.item.id;
  if (id !== undefined) await copyData(String(id));
}
