import * as vscode from 'vscode';
import { addTask, listTaskLabels, noTasks, TasksFileError } from '../platform/tasksFile';
import { openText, writeText } from '../platform/textFile';

/**
 * Adds a task to a `tasks.json` as it is by now, and shows it there.
 * @throws TasksFileError
 */
export async function writeTask(file: vscode.Uri, task: { readonly label: string }): Promise<void> {
  const document = await openText(file);
  const before = document?.getText() ?? noTasks;
  if (listTaskLabels(before).includes(task.label)) throw new TasksFileError('changed');
  const indent = /^([ \t]+)"/m.exec(before)?.[1] ?? '  ';
  const added = addTask(before, task, {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: before.includes('\r\n') ? '\r\n' : '\n',
  });
  const editor = await writeText(file, document, added.text);
  const start = editor.document.positionAt(added.offset);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(new vscode.Range(start, editor.document.positionAt(added.offset + added.length)));
}
