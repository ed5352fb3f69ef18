import * as vscode from 'vscode';
import { load } from '../load';
import type { LogEntry } from './output';

export interface Log {
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  /** Logs an error, but its message only if it is one of this extension's own. */
  failed(error: unknown): void;
  show(): void;
  dispose(): void;
}

/** Opens the log of this window. Lines are written a moment later, in order, and without secrets. */
export function openLog(name: string): Log {
  const channel = vscode.window.createOutputChannel(name, { log: true });
  const write = (entry: LogEntry) => {
    load()
      .then((parts) => parts.logWithoutSecrets(channel, entry))
      .catch(() => channel.error('a line that could not be redacted is left out'));
  };
  return {
    debug: (text) => write({ level: 'debug', text }),
    info: (text) => write({ level: 'info', text }),
    warn: (text) => write({ level: 'warn', text }),
    failed: (error) => write({ level: 'error', error }),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}
