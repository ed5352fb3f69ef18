import type * as vscode from 'vscode';
import type { LinkStore } from './launch/runLaunch';
import type { Redactor } from './secrets/redactor';

/**
 * Signed upload links in VS Code's SecretStorage, under the launch that they belong to. Where there is no
 * keyring they live as long as the window.
 */
export function secretLinks(
  secrets: vscode.SecretStorage,
  redactor: Redactor,
  log: (line: string) => void,
): LinkStore {
  const inMemory = new Map<string, ReadonlyMap<string, string>>();
  return {
    async get(launch) {
      const kept = inMemory.get(launch);
      if (kept !== undefined) return kept;
      try {
        const stored = await secrets.get(keyOf(launch));
        if (stored === undefined) return undefined;
        const links = new Map(JSON.parse(stored) as [string, string][]);
        redactor.addLinks(launch, links.values());
        return links;
      } catch {
        return undefined;
      }
    },
    async put(launch, links) {
      inMemory.set(launch, links);
      redactor.addLinks(launch, links.values());
      try {
        await secrets.store(keyOf(launch), JSON.stringify([...links]));
      } catch {
        log('The upload links could not be stored. This upload can be resumed only in this window.');
      }
    },
    async delete(launch) {
      inMemory.delete(launch);
      redactor.forgetLinks(launch);
      try {
        await secrets.delete(keyOf(launch));
      } catch {
        // What could not be stored does not have to be deleted.
      }
    },
  };
}

function keyOf(launch: string): string {
  return `links ${launch}`;
}
