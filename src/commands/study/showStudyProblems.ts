import path from 'node:path';
import * as vscode from 'vscode';
import type { CommandContext } from '../../context';
import { describeStudyPlace, describeStudyProblem } from '../../messages/studyProblems';
import type { StudyError } from '../../study/studyProblem';
import { showWithButtons } from '../../ui/showWithButtons';
import { StudyProblems } from '../../views/studyProblems';

/** Created with the first problem, because most windows never have one. It lasts as long as the window. */
let problems: StudyProblems | undefined;

/** Where the problems of a study are. */
export interface StudyFilesOnDisk {
  /** Absolute path. */
  readonly table: string;
  /** Absolute paths of the files of the model by their names, as far as they are known. */
  readonly templates: ReadonlyMap<string, string>;
}

/** Shows everything that is wrong with a table in Problems, and says so in a message. Returns at once. */
export function showStudyProblems(
  context: Pick<CommandContext, 'log'>,
  error: StudyError,
  { table, templates }: StudyFilesOnDisk,
): void {
  context.log.failed(error);
  problems ??= new StudyProblems();
  problems.show(error.problems, table, templates);
  const name = path.basename(table);
  const [first] = error.problems;
  const text =
    error.problems.length === 1 && first !== undefined
      ? vscode.l10n.t(
          '“{0}”, {1}: {2} Nothing was created.',
          name,
          describeStudyPlace(first),
          describeStudyProblem(first),
        )
      : vscode.l10n.t('“{0}” has {1} problems. Nothing was created.', name, error.problems.length);
  const run = async () => {
    await vscode.commands.executeCommand('workbench.actions.view.problems');
  };
  void showWithButtons('error', text, [{ label: vscode.l10n.t('Show Problems'), run }]);
}

/** To be called when a table turns out to be right. */
export function clearStudyProblems(): void {
  problems?.clear();
}
