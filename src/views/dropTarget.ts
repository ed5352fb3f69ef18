import type * as vscode from 'vscode';

/** Called with the row on which something was dropped, or without one for the area beside the rows. */
export type DropHandler = (row: unknown, dropped: vscode.DataTransfer) => void;

/**
 * Lets files be dropped on the rows of a view. VS Code then lets its rows be picked up as well, but they carry nothing.
 * @param drop shows its errors itself
 */
export function createDropTarget(drop: DropHandler): vscode.TreeDragAndDropController<unknown> {
  return {
    // Without `files`, what is dropped from a browser would be ignored without a word.
    dropMimeTypes: ['text/uri-list', 'files'],
    dragMimeTypes: [],
    handleDrop: drop,
  };
}
