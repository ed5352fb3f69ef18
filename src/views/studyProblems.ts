import * as vscode from 'vscode';
import { extensionPrefix } from '../contributions';
import { describeStudyProblem } from '../messages/studyProblems';
import { messageWithoutSecrets } from '../platform/output';
import type { StudyProblem } from '../study/studyProblem';

/** A column beyond the end of every line; VS Code shortens it to the end of the line. */
const maxColumn = 1_000_000;

/** The problems of the last table in Problems, until that table or one of its templates is saved. */
export class StudyProblems implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection(`${extensionPrefix}.study`);
  readonly #subscription = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
    if (this.#collection.has(uri)) this.#collection.clear();
  });

  clear(): void {
    this.#collection.clear();
  }

  /**
   * Shows problems instead of those before.
   * @param table absolute path
   * @param templates absolute paths of templates by their names in the model, as far as they are known
   */
  show(problems: readonly StudyProblem[], table: string, templates: ReadonlyMap<string, string>): void {
    this.#collection.clear();
    const byFile = new Map<string, vscode.Diagnostic[]>();
    for (const problem of problems) {
      const { file, diagnostic } = toDiagnostic(problem, table, templates);
      byFile.set(file, [...(byFile.get(file) ?? []), diagnostic]);
    }
    for (const [file, diagnostics] of byFile) this.#collection.set(vscode.Uri.file(file), diagnostics);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#collection.dispose();
  }
}

function toDiagnostic(
  problem: StudyProblem,
  table: string,
  templates: ReadonlyMap<string, string>,
): { readonly file: string; readonly diagnostic: vscode.Diagnostic } {
  const text = messageWithoutSecrets(describeStudyProblem(problem));
  const create = (line: number, from: number, shown: string) => {
    const range = new vscode.Range(line - 1, from, line - 1, maxColumn);
    const diagnostic = new vscode.Diagnostic(range, shown, vscode.DiagnosticSeverity.Error);
    diagnostic.source = 'Simulation Service';
    return diagnostic;
  };
  // Columns of a table are counted in cells, which an editor does not show.
  if ('row' in problem) {
    const shown = vscode.l10n.t('Column {0}: {1}', problem.column, text);
    return { file: table, diagnostic: create(problem.row, 0, shown) };
  }
  const { line, column } = problem;
  const template = templates.get(problem.file);
  if (template !== undefined) return { file: template, diagnostic: create(line, column - 1, text) };
  const shown = vscode.l10n.t('“{0}”, line {1}: {2}', problem.file, line, text);
  return { file: table, diagnostic: create(1, 0, shown) };
}
