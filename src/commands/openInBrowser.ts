import type { CommandContext } from '../context';
import { openPage } from '../views/rowPages';
import { parseListEntry } from './launch/commandArguments';
import { findLaunch, findStudy } from './launch/launchRows';

/**
 * Opens the service's own page for the object of a row.
 * @throws PageError
 */
export async function openInBrowser(
  context: Pick<CommandContext, 'launches' | 'launchesView' | 'pages'>,
  node: unknown,
): Promise<void> {
  const listed = parseListEntry(node);
  if (listed !== undefined) {
    await openPage(context.pages.urlOfListed({ [listed.kind]: listed.item.id }));
    return;
  }
  const study = await findStudy(context, node);
  if (study !== undefined) {
    await openPage(context.pages.urlOfStudy(study.record.study));
    return;
  }
  const launch = await findLaunch(context, node);
  await openPage(launch && context.pages.urlOfLaunch(launch.record));
}
