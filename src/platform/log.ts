import * as vscode from 'vscode';
import { type LogEntry, logWithoutSecrets } from './output';

export interface Log {
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  /** Logs an error, but its message only if it is one of this extension's own. */
  failed(error: unknown): void;
  show(): void;
  dispose(): void;
}

/** Opens the log of this window. Lines are written without secrets. */
export function openLog(name: string): Log {
  const channel = vscode.window.createOutputChannel(name, { log: true });
  const write = (entry: LogEntry) => logWithoutSecrets(channel, entry);
  return {
    debug: (text) => write({ level: 'debug', text }),
    info: (text) => write({ level: 'info', text }),
    warn: (text) => write({ level: 'warn', text }),
    failed: (error) => write({ level: 'error', error }),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}
