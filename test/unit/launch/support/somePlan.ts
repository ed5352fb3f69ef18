import type { LaunchContext, LaunchPlan } from '../../../../src/launch/launch';

/** A new project, a model without files, and a simulation of it. */
export const somePlan: LaunchPlan & LaunchContext = {
  service: {
    origin: 'https://service.example',
    basePath: '/',
    variant: 'variant_b',
    settingsFingerprint: '',
  },
  project: { newName: 'Study' },
  model: { name: 'deck', files: [] },
  finalise: true,
  simulate: true,
  bodies: {},
};
