/** Runs in VS Code: makes each call in the folder once, in the first window, and writes its result beside it. */
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');

const folder = fs.readFileSync(path.join(__dirname, 'folder.txt'), 'utf8');
const intervalMs = 100;

/** By the names of the calls. */
const sources = new Map();

function look() {
  for (const name of fs.readdirSync(folder)) {
    const [id, kind] = name.split('.');
    if (kind === 'cancel') sources.get(id)?.cancel();
    if (kind === 'call' && !sources.has(id)) begin(id);
  }
}

function begin(id) {
  const source = new vscode.CancellationTokenSource();
  sources.set(id, source);
  const {
    name,
    input,
    command,
    args = [],
  } = JSON.parse(fs.readFileSync(path.join(folder, `${id}.call`), 'utf8'));
  const end = (result) => {
    fs.writeFileSync(path.join(folder, `${id}.made`), JSON.stringify(result));
    fs.renameSync(path.join(folder, `${id}.made`), path.join(folder, `${id}.done`));
  };
  if (command !== undefined) {
    vscode.commands.executeCommand(command, ...args).then(
      () => end({ ran: command }),
      (error) => end({ threw: String(error) }),
    );
    return;
  }
  vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, source.token).then(
    ({ content }) => end(JSON.parse(content.map(({ value }) => value).join(''))),
    (error) => end({ threw: String(error) }),
  );
}

/** Every window has an extension host, which lives on for a while when the window has been closed. */
function isFirstWindow() {
  try {
    fs.writeFileSync(path.join(folder, 'first'), '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

exports.activate = () => {
  if (isFirstWindow()) setInterval(look, intervalMs);
};
