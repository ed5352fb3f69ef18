import * as vscode from 'vscode';
import type { ListNode } from '../views/listNodes';
import type { CommandContext } from './context';

/** From the menu of a row, or from the keyboard for the row that has the focus. */
export async function copyId(context: CommandContext, node?: unknown): Promise<void> {
  const row = (node as ListNode | undefined) ?? context.selectedNode();
  if (row?.kind === 'project') await vscode.env.clipboard.writeText(String(row.project.id));
  if (row?.kind === 'reusableModel') await vscode.env.clipboard.writeText(String(row.model.id));
}
