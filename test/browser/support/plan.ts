import type { QuickInputState } from '../../host/quickInput';

/** A row of a plan as tests compare it. */
type PlanRow = readonly [heading: string, name: string, description: string, ticked: boolean | undefined];

/**
 * The rows of a plan, in their order: the heading above a row, which is empty for all but the first one below it, its
 * name, its size or the place that names it, with the reason why it is not uploaded, and its tick. A value that a test cannot know, such as an age, is
 * to be taken out of the description here.
 */
export function rowsOfPlan({ items }: Pick<QuickInputState, 'items'>): PlanRow[] {
  return items.map(({ separator, label, description, detail, checked }) => [
    separator,
    label,
    detail === '' ? description : `${description}: ${detail}`,
    checked,
  ]);
}
