import type { ComparisonLabels } from '../../../../src/launch/launchComparison';

export const comparisonLabels: ComparisonLabels = {
  model: 'model',
  project: 'project',
  service: 'service',
  commit: 'commit',
  files: 'files',
  dirty: 'dirty',
};
