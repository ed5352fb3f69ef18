import assert from 'node:assert/strict';
import { MappingError } from '../../../../src/client/mapping/mappingError';

/** What a function returns, or the setting, the reason and the entry of its error. */
export function mappingOutcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    assert.ok(error instanceof MappingError);
    return [error.setting, error.reason, error.entry];
  }
}
