// Makes good two faults of Wine 8 that Windows does not have. Loaded into every Node.js before its first module.
const fs = require('node:fs');
const { open } = require('node:fs/promises');
const { Socket } = require('node:net');

// It cannot set when the first probe of an idle connection is sent, and fails.
Socket.prototype.setKeepAlive = function () {
  return this;
};

// It forgets the volume of an open file that is renamed. All files here are on one.
function withOneVolume(stats, isBigInt) {
  stats.dev = isBigInt ? 1n : 1;
  return stats;
}

for (const name of ['stat', 'lstat']) {
  const original = fs.promises[name];
  fs.promises[name] = async (path, options) =>
    withOneVolume(await original(path, options), options?.bigint === true);
}

void (async () => {
  const handle = await open(__filename);
  const prototype = Object.getPrototypeOf(handle);
  const original = prototype.stat;
  prototype.stat = async function (options) {
    return withOneVolume(await original.call(this, options), options?.bigint === true);
  };
  await handle.close();
})();
