import assert from 'node:assert/strict';
import {
  allAccepted,
  foreignFiles,
  foreignFolders,
  foreignHashes,
  launchElsewhere,
} from '../support/foreignLaunch';
import { removeTempTrees } from '../support/tempTree';
import { apache, nginx, startWebServer, stopWebServers } from '../support/webServers';

describe('An installed web server', () => {
  afterEach(async () => {
    await stopWebServers();
    await removeTempTrees();
  });

  for (const server of [nginx, apache]) {
    it(`stores the files byte for byte: ${server.name}`, async () => {
      const running = await startWebServer(server, foreignFolders);
      const linkTo = (name: string) =>
        `${running.origin}/${name.split('/').map(encodeURIComponent).join('/')}?sig=${name.length}`;
      assert.deepEqual(await launchElsewhere({ linkTo, now: new Date() }, foreignFiles), allAccepted);
      assert.deepEqual(await running.stored(), foreignHashes);
    });
  }
});
