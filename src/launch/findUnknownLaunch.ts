import { stringifyExactly } from '../client/core/exactJson';
import type { ModelId } from '../client/core/types';
import type { ServiceAddressRef } from './journalEntry';
import type { Launch } from './launch';
import { getProjectName } from './launchRecord';

/** A launch as a person tells it from others: its files may have been written again since. */
export interface ComparedLaunch {
  readonly service: Pick<ServiceAddressRef, 'origin' | 'basePath'>;
  readonly projectName: string | undefined;
  readonly model: { readonly id: ModelId } | { readonly name: string };
  readonly simulate: boolean;
}

/** Finds the launch with this content of which it is unknown whether it took effect, before it is launched again. */
export function findUnknownLaunch(launches: readonly Launch[], content: ComparedLaunch): Launch | undefined {
  const wanted = stringifyContent(content);
  return launches.find(({ state, record }) => {
    const { service, model, simulate, study } = record.plan;
    // The rows of a study are compared with those of others, by all of their cells.
    if (state !== 'unknown' || study !== undefined) return false;
    return stringifyContent({ service, projectName: getProjectName(record), model, simulate }) === wanted;
  });
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
