import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { listSuites } from '../suites';
import { networkEnvironment } from '../support/networkEnvironment';
import { copyOfSample } from '../support/sampleWorkspace';
import { removeTempTrees } from '../support/tempTree';
import { repositoryRoot } from './testDataFolder';
import { vscodeVersions } from './vscodeVersions';

/** Runs the suites of the extension host in desktop versions of VS Code, which it downloads. */
async function main(): Promise<void> {
  const root = repositoryRoot();
  for (const { version } of vscodeVersions) {
    const workspace = await copyOfSample();
    try {
      await runTests({
        version,
        extensionDevelopmentPath: root,
        extensionTestsPath: path.join(root, 'out/test/integration/index.js'),
        extensionTestsEnv: { ...(await networkEnvironment()), TEST_SUITES: listSuites('integration').join() },
        launchArgs: [workspace.folder, '--disable-extensions', '--disable-workspace-trust'],
      });
    } finally {
      await workspace.remove();
      await removeTempTrees();
    }
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
