import { isDeepStrictEqual } from 'node:util';
import { stringifyExactly } from '../client/core/exactJson';
import type { ModelId } from '../client/core/types';
import type { PlannedLaunch, ServiceAddressRef } from './journalEntry';
import { type Launch, type LaunchPlan, summariseModel } from './launch';
import { getProjectName } from './launchRecord';
import { isRunning } from './launchState';

/** A launch as a person tells it from others: its files may have been written again since. */
export interface ComparedLaunch {
  readonly service: Pick<ServiceAddressRef, 'origin' | 'basePath'>;
  readonly projectName: string | undefined;
  readonly model: { readonly id: ModelId } | { readonly name: string };
  readonly simulate: boolean;
}

/** Finds the launch with this content of which it is unknown whether it took effect, before it is launched again. */
export function findUnknownLaunch(launches: readonly Launch[], content: ComparedLaunch): Launch | undefined {
  return launches.find((launch) => launch.state === 'unknown' && hasContent(launch, content));
}

/**
 * Finds the launch that runs and does the same, with the same files and answers. Others may run at the same time, such
 * as those of an optimiser.
 */
export function findRunningLaunch(
  launches: readonly Launch[],
  planned: ComparedLaunch & Pick<LaunchPlan, 'model' | 'answers'>,
): Launch | undefined {
  const wanted = [summariseModel(planned.model), listAnswers(planned)];
  return launches.find(
    (launch) =>
      isRunning(launch.state) &&
      hasContent(launch, planned) &&
      isDeepStrictEqual([launch.record.plan.model, listAnswers(launch.record.plan)], wanted),
  );
}

/** The answers of a launch but those for its project, which it may have created in the meantime. */
function listAnswers({ answers }: Pick<PlannedLaunch, 'answers'>) {
  return { ...answers, createProject: undefined };
}

/** The rows of a study are compared with those of others, by all of their cells. */
function hasContent({ record }: Launch, content: ComparedLaunch): boolean {
  const { service, model, simulate, study } = record.plan;
  if (study !== undefined) return false;
  const own = { service, projectName: getProjectName(record), model, simulate };
  return stringifyContent(own) === stringifyContent(content);
}

function stringifyContent({
  service: { origin, basePath },
  projectName,
  model,
  simulate,
}: ComparedLaunch): string {
  const named = 'id' in model ? { id: model.id } : { name: model.name };
  return stringifyExactly([origin, basePath, projectName ?? null, named, simulate]);
}
