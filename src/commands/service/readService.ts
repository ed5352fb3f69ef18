import * as vscode from 'vscode';
import { describeOpenApiProblem, describeServiceFileProblem } from '../../messages/serviceFiles';
import { showMessage } from '../../platform/output';
import { maxOpenApiBytes } from '../../serviceFile/openApi';
import { maxServiceFileBytes, parseServiceFile, type ServiceDefinition } from '../../serviceFile/serviceFile';

/** A service as somebody else describes it, and what a person should know before it is added; sentences. */
export interface DescribedService {
  readonly definition: ServiceDefinition;
  readonly notes: readonly string[];
}

/** Asks for a file from a colleague and reads it. @returns undefined after saying why it cannot be used */
export async function readServiceFile(): Promise<DescribedService | undefined> {
  const file = await chooseFile(vscode.l10n.t('Service File'));
  if (file === undefined) return undefined;
  const text = await readText(file, maxServiceFileBytes);
  const definition = text === undefined ? { kind: 'tooLarge' as const } : parseServiceFile(text);
  if (!('kind' in definition)) return { definition, notes: [] };
  sayNothingWritten(describeServiceFileProblem(definition));
  return undefined;
}

/** Asks for a document and reads its text. @returns undefined after saying that it is too large */
export async function readDocumentFile(): Promise<string | undefined> {
  const file = await chooseFile(vscode.l10n.t('OpenAPI Document'));
  const text = file && (await readText(file, maxOpenApiBytes));
  if (file !== undefined && text === undefined)
    sayNothingWritten(describeOpenApiProblem({ kind: 'tooLarge' }));
  return text;
}

/** Says why a service was not added. */
export function sayNothingWritten(reason: string): void {
  void showMessage('error', `${reason} ${vscode.l10n.t('Nothing was added.')}`);
}

async function chooseFile(title: string): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title,
    openLabel: vscode.l10n.t('Read'),
    filters: { JSON: ['json'] },
  });
  return chosen?.[0];
}

/** @returns undefined for a file of more bytes, which is not read */
async function readText(file: vscode.Uri, maxBytes: number): Promise<string | undefined> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > maxBytes) return undefined;
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}
