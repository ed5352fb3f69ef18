import { createRequire } from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';

/** Timeout; a proxy script may have to be downloaded first; ms. */
const timeoutMs = 5000;

type Resolve = (url: string) => Promise<unknown>;

/**
 * Asks VS Code for the proxy of an origin by the settings of the system, which may name a script. VS Code offers
 * this API only to its own parts, so any failure means no proxy. After one timeout, it is not asked again.
 */
export function createSystemProxyLookup(): (origin: URL) => Promise<string | undefined> {
  let isSilent = false;
  return async ({ href }) => {
    if (isSilent) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        isSilent = true;
        resolve(undefined);
      }, timeoutMs);
    });
    try {
      const proxy = await Promise.race([findResolver()?.(href), late]);
      return typeof proxy === 'string' ? proxy : undefined;
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };
}

function findResolver(): Resolve | undefined {
  const require = createRequire(path.join(vscode.env.appRoot, 'package.json'));
  for (const folder of ['node_modules.asar', 'node_modules']) {
    try {
      const agent: unknown = require(path.join(vscode.env.appRoot, folder, '@vscode', 'proxy-agent'));
      if (isResolver(agent)) return (url) => agent.resolveProxyURL(url);
    } catch {
      // It is in the other folder, or in none.
    }
  }
  return undefined;
}

function isResolver(agent: unknown): agent is { readonly resolveProxyURL: Resolve } {
  return (
    typeof agent === 'object' && agent !== null && typeof (agent as never)['resolveProxyURL'] === 'function'
  );
}
