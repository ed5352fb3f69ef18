/**
 * The part of the extension that the simulator drives. Built separately, so that it runs in the simulated
 * world.
 */
export { variants } from '../../src/client/core/apiVariant';
export { systemClock } from '../../src/client/core/clock';
export { NetworkError } from '../../src/client/core/errors';
export { parseMapping } from '../../src/client/mapping/serviceMapping';
export { ServiceClient } from '../../src/client/serviceClient';
export { launchActions } from '../../src/launch/launchActions';
export { applyEntry, isUnknown, launchState, createRecord } from '../../src/launch/launchRecord';
export { needsAttention } from '../../src/launch/launchState';
export { LaunchRunner } from '../../src/launch/launchRunner';
export { findNewProjects } from '../../src/launch/newProjects';
export { runLaunch } from '../../src/launch/runLaunch';
export { createUploadUrlStore } from '../../src/platform/uploadUrlStorage';
export { Redactor } from '../../src/secrets/redactor';
export { findChangedBodies, fingerprintBodies, updateBodies } from '../../src/launch/agreedBodies';
export { prepareStudy } from '../../src/study/prepareStudy';
export { pruneList } from '../../src/study/pruneList';
export { RowGate } from '../../src/study/rowGate';
export { countContents, findSameRows, matchSameRows } from '../../src/study/sameRows';
export { StudyRunner } from '../../src/study/studyRunner';
