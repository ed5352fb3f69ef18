import { copyData } from '../platform/output';
import type { CommandContext } from '../context';
import { parseListEntry } from './commandArguments';

/** From the menu of a row, or from the keyboard for the row that has the focus. */
export async function copyId(context: CommandContext, node?: unknown): Promise<void> {
  const id = parseListEntry(node ?? context.selectedNode())?.item.id;
  if (id !== undefined) await copyData(String(id));
}
