import { LaunchRequestError } from '../request/errors';
import { StudyError } from '../study/studyProblem';
import { describeError } from './describeError';
import { describeRequestProblem } from './requestProblems';
import { describeStudyProblem } from './studyProblems';

/**
 * Describes an error in sentences for a terminal: one for each problem of a request or a table.
 * @param table path of the table, as the problem matcher finds it
 */
export function describeProblems(error: unknown, table: string): string[] {
  if (error instanceof LaunchRequestError) return error.problems.map(describeRequestProblem);
  if (!(error instanceof StudyError)) return [describeError(error)];
  return error.problems.map((problem) => {
    const [file, line] = 'row' in problem ? [table, problem.row] : [problem.file, problem.line];
    const text = 'row' in problem ? `${problem.column}: ` : '';
    // In this form, the problem matcher finds it.
    return `${file}:${line}:1: error: ${text}${describeStudyProblem(problem)}`;
  });
}
