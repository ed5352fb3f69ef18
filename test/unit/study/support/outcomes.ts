import { describeOddities } from '../../../../src/messages/studies';
import { StudyError } from '../../../../src/study/studyProblem';
import { prepareTrial, type Trial } from './sentRows';

/** What becomes of a table: where and why it is refused; or what the question says of it, and what its rows fill in. */
export interface Outcome {
  readonly refused?: readonly string[];
  readonly said?: readonly string[];
  readonly filled?: readonly string[];
}

/** Tries a table of which the columns fill in a template. @param columns those that do */
export async function tryColumns(
  table: string | Buffer,
  columns: readonly string[],
  trial: Trial = {},
): Promise<Outcome> {
  const template = columns.map((name) => `{{ ${name} }}`).join('|');
  try {
    const { study, rows } = await prepareTrial(table, { files: { 'deck.inp.template': template }, ...trial });
    return {
      said: describeOddities(study),
      filled: rows.map(({ files }) => files['deck.inp'] ?? ''),
    };
  } catch (error) {
    if (!(error instanceof StudyError)) throw error;
    return {
      refused: error.problems.map((one) => {
        const place = 'row' in one ? `${one.row}:${one.column}` : `${one.line}:${one.column}`;
        return `${place} ${one.kind}${'text' in one ? ` ${one.text}` : ''}`;
      }),
    };
  }
}
