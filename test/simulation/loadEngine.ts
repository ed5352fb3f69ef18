import { createRequire } from 'node:module';
import { installSimulatedWorld } from './simulatedModules';

export type Engine = typeof import('./engine');

/** Loads a bundle made by `buildEngine.mjs`. The simulated world must be installed before. */
export function loadEngine(file: string): Engine {
  installSimulatedWorld();
  return createRequire(file)(file) as Engine;
}
