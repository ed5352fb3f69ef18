import type { CommandContext } from '../context';
import { answersOfRow, parseListEntry } from './launch/commandArguments';

/**
 * Pins the project or reusable model of a row, or no longer.
 * @throws OtherServiceError for a row of another service
 */
export async function pinEntry(
  context: Pick<CommandContext, 'choices' | 'connection' | 'projects' | 'reusableModels'>,
  node: unknown,
  isPinned: boolean,
): Promise<void> {
  const entry = parseListEntry(node);
  if (entry === undefined) return;
  const service = await context.connection.service();
  await answersOfRow(context, service, node);
  await context.choices.setPinned(entry.kind, service, entry.item.id, isPinned);
}
