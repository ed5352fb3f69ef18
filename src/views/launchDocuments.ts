import path from 'node:path';
import type * as vscode from 'vscode';
import { comparisonText } from '../launch/launchComparison';
import type { Launches } from '../launches';
import { redactor } from '../outlets';

/** Launches as plain text, for VS Code's diff editor. */
export class LaunchDocuments implements vscode.TextDocumentContentProvider {
  constructor(private readonly launches: Launches) {}

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string | undefined> {
    const id = path.posix.basename(uri.path, '.txt');
    const launch = (await this.launches.list()).find((one) => one.id === id);
    return launch && redactor.exact(comparisonText(launch.record));
  }
}
