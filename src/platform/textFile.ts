import * as vscode from 'vscode';

/** The document of a file of the workspace, with changes that are not saved; undefined if there is no such file. */
export async function openText(file: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    await vscode.workspace.fs.stat(file);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
  return await vscode.workspace.openTextDocument(file);
}

/**
 * Replaces the text of a file of the workspace and shows it. It is saved, unless it had changes before that the user
 * has not saved.
 * @param document see {@link openText}
 */
export async function writeText(
  file: vscode.Uri,
  document: vscode.TextDocument | undefined,
  text: string,
): Promise<vscode.TextEditor> {
  if (document === undefined) {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    return await vscode.window.showTextDocument(file);
  }
  const { isDirty } = document;
  const end = document.positionAt(document.getText().length);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(file, new vscode.Range(new vscode.Position(0, 0), end), text);
  await vscode.workspace.applyEdit(edit);
  if (!isDirty) await document.save();
  return await vscode.window.showTextDocument(document);
}
