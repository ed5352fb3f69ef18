// Makes good three faults of Wine 8 that Windows does not have. Loaded into every Node.js before its first module.
const { randomUUID } = require('node:crypto');
const fs = require('node:fs');
const { open } = require('node:fs/promises');
const { Socket } = require('node:net');
const path = require('node:path');
const { callbackify } = require('node:util');

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

// It keeps the name of a file that is removed until nobody has it open, and lets it be opened. NTFS frees the name at
// once. So the file first moves to where no test looks.
const trash = path.join(__dirname, 'removed');
fs.mkdirSync(trash, { recursive: true });
const { unlinkSync, rmSync } = fs;
const { unlink, rename, lstat } = fs.promises;

fs.unlinkSync = (file) => {
  const aside = path.join(trash, randomUUID());
  try {
    if (fs.lstatSync(file).isFile()) fs.renameSync(file, aside);
  } catch {
    // The removal fails for the same reason, or the file is on another volume.
  }
  unlinkSync(fs.existsSync(aside) ? aside : file);
};

fs.rmSync = (file, options) => {
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isFile()) fs.unlinkSync(file);
  else rmSync(file, options);
};

fs.promises.unlink = async (file) => {
  const aside = path.join(trash, randomUUID());
  const isMoved = await lstat(file)
    .then(async (stats) => {
      if (stats.isFile()) await rename(file, aside);
      return stats.isFile();
    })
    .catch(() => false);
  await unlink(isMoved ? aside : file);
};

// The other ways to remove files use this one.
fs.unlink = callbackify(fs.promises.unlink);
