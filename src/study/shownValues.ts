import { toPromptName } from '../client/mapping/prompts';
import type { StudyRow } from './study';

/**
 * What a person sees of the cells of a row, by name: the answers in its requests, exactly as they are sent, and the cells of
 * all other columns.
 * @param columns the names of the columns
 * @param cells the cells of the row, as they are filled in where that is known
 * @param elsewhere columns that the person sees elsewhere
 */
export function listShownValues(
  { answers = {} }: Pick<StudyRow, 'answers'>,
  columns: readonly string[],
  cells: readonly string[],
  elsewhere: readonly string[] = [],
): readonly (readonly [name: string, value: string])[] {
  const given = Object.entries(answers).flatMap(([operation, ofBody]) =>
    Object.entries(ofBody).map(([placeholder, value]) => {
      const key = toPromptName(placeholder);
      return { names: [key, `${operation}.${key}`], shown: [key, String(value)] as const };
    }),
  );
  const isShown = new Set([...elsewhere, ...given.flatMap(({ names }) => names)]);
  const others = columns.flatMap((column, index) =>
    column === '' || isShown.has(column) ? [] : [[column, cells[index] ?? ''] as const],
  );
  return [...given.map(({ shown }) => shown), ...others];
}
