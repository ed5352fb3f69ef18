import type { CommandContext } from '../context';
import type { RunLaunch } from '../launch/launchResult';
import { withLaunchProgress } from './launchProgress';
import { observeLaunch } from './observeLaunch';
import { type ResultContext, showLaunchResult } from './showResult';

/** What a launch needs from its start to its end. */
export type WorkflowContext = ResultContext & Pick<CommandContext, 'choices' | 'projects'>;

/** Carries out a launch. Its end is shown without being waited for: a message may stand there for long. */
export async function followLaunch(context: WorkflowContext, title: string, run: RunLaunch): Promise<void> {
  showLaunchResult(context, await observeLaunch(context, run, (task) => withLaunchProgress(title, task)));
}
