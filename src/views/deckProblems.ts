import * as vscode from 'vscode';
import { commands, extensionPrefix } from '../contributions';
import type { DeckReport, Finding, PartlyRead } from '../deck/finding';
import { describeFinding, describePartlyRead, isWorthShowing } from '../messages/deckFindings';
import { messageWithoutSecrets } from '../platform/output';

/** A check of decks whose result is shown. */
export interface ShownCheck {
  readonly report: DeckReport;
  /** The files and folders that were checked. */
  readonly uris: readonly vscode.Uri[];
  /** Checks the same files and folders once more. */
  readonly checkAgain: (signal: AbortSignal) => Promise<DeckReport>;
}

/** One row in Problems. */
interface Problem {
  /** Counted from 1. */
  readonly line: number;
  /** The name as written in the deck, to find its place in the line; empty if the problem is about no name. */
  readonly name: string;
  readonly severity: vscode.DiagnosticSeverity;
  readonly text: string;
  /** A file that could be uploaded as well. */
  readonly target?: string;
}

/** A column beyond the end of every line; VS Code shortens it to the end of the line. */
const maxColumn = 1_000_000;

/**
 * The findings of the last check of decks in Problems, with a quick fix for those that a further file would put
 * right. While they are shown, the check is repeated when a deck that has some is saved or closed.
 */
export class DeckProblems implements vscode.CodeActionProvider, vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection(extensionPrefix);
  readonly #subscriptions: vscode.Disposable;
  readonly #onFailed: (error: unknown) => void;
  readonly #problems = new Map<string, Problem[]>();
  #shown: ShownCheck | undefined;
  #running = new AbortController();

  constructor(onFailed: (error: unknown) => void) {
    this.#onFailed = onFailed;
    const check = ({ uri }: vscode.TextDocument) => {
      if (this.#problems.has(uri.toString())) void this.#checkAgain();
    };
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidSaveTextDocument(check),
      vscode.workspace.onDidCloseTextDocument(check),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => this.#showProblemsOf(uri)),
      vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, this, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
    );
  }

  /** Shows the findings of a check instead of those of the check before. */
  show(check: ShownCheck): void {
    this.#running.abort();
    this.#shown = check;
    this.#showReport(check.report);
  }

  provideCodeActions(
    { uri }: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const problems = (this.#problems.get(uri.toString()) ?? []).filter(({ target }) => target !== undefined);
    const fixed = diagnostics.filter((diagnostic) =>
      problems.some(
        ({ line, text }) => line === diagnostic.range.start.line + 1 && text === diagnostic.message,
      ),
    );
    const [first, ...others] = this.#listUploadUris();
    if (fixed.length === 0 || first === undefined) return [];
    const title = vscode.l10n.t('Upload with the Files Named Here…');
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    action.diagnostics = fixed;
    // The arguments of the Explorer: the entry that was clicked, and all that are selected.
    action.command = { title, command: commands.uploadAndSimulate, arguments: [first, [first, ...others]] };
    return [action];
  }

  dispose(): void {
    this.#running.abort();
    this.#subscriptions.dispose();
    this.#collection.dispose();
  }

  /** The files that were checked, and all files that its decks name besides. */
  #listUploadUris(): vscode.Uri[] {
    const checked = this.#shown?.uris ?? [];
    const folders = new Set(checked.map(findWorkspaceFolder));
    const targets = [...this.#problems.values()].flat().flatMap(({ target }) => target ?? []);
    const files = [...new Set(targets)].map((target) => vscode.Uri.file(target));
    // Selected with files of another workspace folder, files lose their place beside them. The plan can add them.
    return [...checked, ...files.filter((file) => folders.has(findWorkspaceFolder(file)))];
  }

  async #checkAgain(): Promise<void> {
    this.#running.abort();
    const { signal } = (this.#running = new AbortController());
    try {
      const report = await this.#shown?.checkAgain(signal);
      if (report !== undefined && !signal.aborted) this.#showReport(report);
    } catch (error) {
      if (!signal.aborted) this.#onFailed(error);
    }
  }

  #showReport({ findings, partlyRead }: DeckReport): void {
    this.#collection.clear();
    this.#problems.clear();
    const add = (deck: string, problem: Problem) => {
      const key = vscode.Uri.file(deck).toString();
      const known = this.#problems.get(key);
      if (known === undefined) this.#problems.set(key, [problem]);
      else known.push(problem);
    };
    for (const finding of findings.filter(isWorthShowing)) add(finding.deck.path, toProblem(finding));
    for (const cut of partlyRead) add(cut.deck.path, toProblemOfCut(cut));
    for (const key of this.#problems.keys()) this.#showProblemsOf(vscode.Uri.parse(key, true));
  }

  /** Shows them again when their file is opened: only then is it known where in its line a name is. */
  #showProblemsOf(uri: vscode.Uri): void {
    const problems = this.#problems.get(uri.toString());
    if (problems === undefined) return;
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    const diagnostics = problems.map((problem) => {
      const diagnostic = new vscode.Diagnostic(findRange(problem, document), problem.text, problem.severity);
      diagnostic.source = 'Simulation Service';
      return diagnostic;
    });
    this.#collection.set(uri, diagnostics);
  }
}

function findWorkspaceFolder(uri: vscode.Uri): string | undefined {
  return vscode.workspace.getWorkspaceFolder(uri)?.uri.toString();
}

function toProblem(finding: Finding): Problem {
  const { line, name, state, target } = finding;
  const isOpen = state === 'notSelected' || state === 'cannotCheck';
  const { Information, Warning } = vscode.DiagnosticSeverity;
  return {
    line,
    name,
    severity: isOpen ? Information : Warning,
    text: messageWithoutSecrets(describeFinding(finding)),
    ...(target !== undefined && { target }),
  };
}

function toProblemOfCut({ line }: PartlyRead): Problem {
  return {
    line: Math.max(line, 1),
    name: '',
    severity: vscode.DiagnosticSeverity.Information,
    text: describePartlyRead(line),
  };
}

/** The name in its line, or the whole line; its beginning as long as the file is not open. */
function findRange({ line, name }: Problem, document: vscode.TextDocument | undefined): vscode.Range {
  // VS Code selects the range when it opens the file, and typing would replace a line that is selected.
  if (document === undefined) return new vscode.Range(line - 1, 0, line - 1, 0);
  const text = line <= document.lineCount ? document.lineAt(line - 1).text : '';
  // Where a keyword has the same letters, the name comes after it.
  const start = name === '' ? -1 : text.lastIndexOf(name);
  const [from, to] = start < 0 ? [0, maxColumn] : [start, start + name.length];
  return new vscode.Range(line - 1, from, line - 1, to);
}
