import { createHash } from 'node:crypto';
import { stringifyExactly, stringifyValues } from '../client/core/exactJson';
import type { BodyOperation } from '../client/core/types';
import { previewBody } from '../client/mapping/requestBodies';
import type { ServiceMapping } from '../client/mapping/serviceMapping';
import type { StudyRow } from './study';

type Templates = Pick<ServiceMapping, 'templates'>;

/** Whether a row creates its model, or has one that exists. */
export type ModelOrigin = 'new' | 'existing';

/** The requests of a row; the last one is for its simulation. */
export function listRowOperations(model: ModelOrigin): readonly BodyOperation[] {
  return model === 'new' ? ['createModel', 'finaliseModel', 'createSimulation'] : ['createSimulation'];
}

/** The bodies that a row sends, as far as they are known, in the order of its requests. */
export function previewRowBodies(
  { name, answers = {} }: Pick<StudyRow, 'name' | 'answers'>,
  model: ModelOrigin,
  mapping: Templates,
  stringify: (body: unknown) => string = stringifyExactly,
): readonly string[] {
  return listRowOperations(model).map((operation) =>
    stringify(previewBody(operation, mapping, { name }, answers[operation] ?? {}) ?? null),
  );
}

/**
 * The content of a row: see {@link StudyRow.contentHash}. Numbers in its bodies count by their values, because a spreadsheet that
 * saves a table again makes `1.5` of `1.50`.
 */
export function hashRow(
  row: Pick<StudyRow, 'modelHash' | 'name' | 'answers'>,
  model: ModelOrigin,
  mapping: Templates,
): string {
  return hashOf([row.modelHash, ...previewRowBodies(row, model, mapping, stringifyValues)]);
}

/** @returns SHA-256 in hex */
export function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(stringifyExactly(parts)).digest('hex');
}
