import * as vscode from 'vscode';
import { formatErrorLine } from '../secrets/errorLine';
import { logWithoutSecrets } from './output';

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
  return {
    debug: (text) => logWithoutSecrets(channel, 'debug', text),
    info: (text) => logWithoutSecrets(channel, 'info', text),
    warn: (text) => logWithoutSecrets(channel, 'warn', text),
    failed: (error) => logWithoutSecrets(channel, 'error', formatErrorLine(error)),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}
