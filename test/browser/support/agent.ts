import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../../host/testDataFolder';
import { waitFor } from '../../host/waitFor';
import { tempTree } from '../../support/tempTree';

/** A call of a tool that has not ended. */
export interface ToolCall {
  /** The result as JSON, once the call has ended; an error of VS Code under `threw`. */
  result(): Promise<Record<string, unknown>>;
  hasEnded(): boolean;
  /** Cancels the token of the call. */
  cancel(): void;
}

/**
 * An extension that stands for an agent: it calls tools as every extension can. Files carry calls and results, because
 * a page has no way to an extension.
 */
export class Agent {
  #calls = 0;

  private constructor(
    /** The packaged extension. */
    readonly vsix: string,
    readonly folder: string,
  ) {}

  static async create(): Promise<Agent> {
    const folder = await tempTree({});
    const sources = await tempTree({
      'package.json': JSON.stringify({
        name: 'agent',
        publisher: 'test',
        version: '1.0.0',
        engines: { vscode: '^1.106.0' },
        main: './main.js',
        activationEvents: ['onStartupFinished'],
        repository: 'none',
      }),
      'main.js': readFileSync(path.join(repositoryRoot(), 'test/browser/support/agentProgram.cjs'), 'utf8'),
      'folder.txt': folder,
      'README.md': 'Calls tools.',
    });
    const vsix = path.join(folder, 'agent.vsix');
    const program = path.join(repositoryRoot(), 'node_modules/@vscode/vsce/vsce');
    const flags = [
      '--no-dependencies',
      '--skip-license',
      '--allow-missing-repository',
      '--no-rewrite-relative-links',
    ];
    execFileSync(process.execPath, [program, 'package', ...flags, '--out', vsix], {
      cwd: sources,
      stdio: 'ignore',
    });
    return new Agent(vsix, folder);
  }

  begin(name: string, input: unknown = {}): ToolCall {
    return this.#begin(name, { name, input });
  }

  /** Begins to run a command, as an input of a task can. */
  beginCommand(command: string, ...args: readonly unknown[]): ToolCall {
    return this.#begin(command, { command, args });
  }

  #begin(name: string, call: object): ToolCall {
    const file = path.join(this.folder, String(++this.#calls));
    writeFileSync(`${file}.new`, JSON.stringify(call));
    renameSync(`${file}.new`, `${file}.call`);
    const hasEnded = () => existsSync(`${file}.done`);
    return {
      hasEnded,
      result: async () => {
        await waitFor(`the end of ${name}`, hasEnded);
        return JSON.parse(readFileSync(`${file}.done`, 'utf8')) as Record<string, unknown>;
      },
      cancel: () => writeFileSync(`${file}.cancel`, ''),
    };
  }

  async call(name: string, input: unknown = {}): Promise<Record<string, unknown>> {
    return await this.begin(name, input).result();
  }
}
