import { createRequire } from 'node:module';
import { installSimulatedWorld } from './simulatedModules';

export type Engine = typeof import('./engine');

/** Loads a bundle that `buildEngine.mjs` has made. Its world must be there before it. */
export function loadEngine(file: string): Engine {
  installSimulatedWorld();
  return createRequire(file)(file) as Engine;
}
