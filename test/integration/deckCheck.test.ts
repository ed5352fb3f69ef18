import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands, settings as keys } from '../../src/contributions';
import { waitFor } from '../host/waitFor';
import { operations } from '../support/service';
import {
  answerUntilDone,
  live,
  restoreWindow,
  run,
  setSetting,
  useNewService,
  workspaceFile,
} from './support/live';

describe('The settings of the deck check', () => {
  const update = (key: string, value: unknown) =>
    vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Workspace);
  const read = () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
    return [live.settings.isDeckCheckOn(folder), live.settings.deckFormats(folder)];
  };

  afterEach(async () => {
    await update(keys.deckFormats, undefined);
    await update(keys.deckCheck, undefined);
    await restoreWindow();
  });

  it('can be set by a workspace, each of them, and on different levels', async () => {
    assert.deepEqual(read(), [true, {}]);
    await update(keys.deckFormats, { '*.dat': 'nastran', '*.inp': 1 });
    assert.deepEqual(read(), [true, { '*.dat': 'nastran' }]);
    await update(keys.deckFormats, undefined);
    await update(keys.deckCheck, 'off');
    assert.deepEqual(read(), [false, {}]);
    await setSetting(keys.deckFormats, { '*.dat': 'nastran' });
    await update(keys.deckCheck, 'warn');
    assert.deepEqual(read(), [true, { '*.dat': 'nastran' }]);
  });
});

describe('Check Deck', () => {
  const deck = () => workspaceFile('cantilever/cantilever.inp');
  let original: Uint8Array;

  const rowsOf = (uri: vscode.Uri) =>
    vscode.languages
      .getDiagnostics(uri)
      .map(({ range, severity, message, source }) => [
        range.start.line + 1,
        vscode.DiagnosticSeverity[severity],
        message,
        source,
      ]);
  const waitForRows = (count: number) =>
    waitFor(`${count} rows`, () => vscode.languages.getDiagnostics(deck()).length === count, {
      state: () => JSON.stringify(rowsOf(deck())),
      timeoutMs: 20_000,
    });
  const named = ['mesh/nodes.inc', 'mesh/elements.inc', 'mesh/sets.inc', 'materials/steel.inc', 'loads.inc'];
  const notSelected = (line: number, name: string) => [
    line,
    'Information',
    `“${name}” is in the workspace, but not selected.`,
    'Simulation Service',
  ];
  const missing = (line: number, name: string) => [
    line,
    'Warning',
    `“${name}” is missing: there is no such file in the workspace.`,
    'Simulation Service',
  ];
  const fiveRows = [4, 5, 6, 7, 15].map((line, index) => notSelected(line, named[index]!));

  /** The texts in the ranges of the problems of the deck. */
  async function underlined(): Promise<string[]> {
    const document = await vscode.workspace.openTextDocument(deck());
    return vscode.languages.getDiagnostics(deck()).map(({ range }) => document.getText(range));
  }

  async function edit(change: (text: string) => string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(deck());
    const saved = Buffer.from(await vscode.workspace.fs.readFile(deck())).toString();
    // A document that is still open from an earlier test follows its file some time later.
    await waitFor('the document to be as its file', () => document.getText() === saved);
    const changes = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    changes.replace(deck(), whole, change(document.getText()));
    await vscode.workspace.applyEdit(changes);
    return document;
  }

  const withoutIncludes = (text: string) => text.replace(/^\*INCLUDE.*\n/gm, '');

  before(async () => {
    original = await vscode.workspace.fs.readFile(deck());
  });

  afterEach(async () => {
    await run('workbench.action.revertAndCloseActiveEditor');
    await vscode.workspace.fs.writeFile(deck(), original);
    await run(commands.checkDeck, workspaceFile('cantilever/materials/steel.inc'));
    await run('notifications.clearAll');
    await restoreWindow();
  });

  it('lists the files that a deck names and that are not selected, with the names underlined', async () => {
    await run(commands.checkDeck, deck());
    assert.deepEqual(rowsOf(deck()), fiveRows);
    await vscode.window.showTextDocument(deck());
    await waitFor('the names to be underlined', async () => (await underlined()).join() === named.join(), {
      timeoutMs: 20_000,
    });
    // If a document is open already, the place of a name in it is known at once.
    await run(commands.checkDeck, deck());
    assert.deepEqual(await underlined(), named);
  });

  it('lists what a new selection leaves out, instead of the earlier rows', async () => {
    await run(commands.checkDeck, deck());
    const files = [deck(), workspaceFile('cantilever/mesh'), workspaceFile('cantilever/loads.inc')];
    await run(commands.checkDeck, files[0], files);
    assert.deepEqual(rowsOf(deck()), [notSelected(7, 'materials/steel.inc')]);
    await run(commands.checkDeck, workspaceFile('cantilever'));
    assert.deepEqual(rowsOf(deck()), []);
  });

  it('checks the file of the active editor if nothing is selected, also where decks are not checked', async () => {
    await setSetting(keys.deckCheck, 'off');
    await vscode.window.showTextDocument(deck());
    await run(commands.checkDeck);
    assert.deepEqual(rowsOf(deck()), fiveRows);
  });

  it('takes the format from the settings where the content does not decide', async () => {
    const file = workspaceFile('undecided/model.dat');
    const text = "nothing here says which solver\nINCLUDE 'mesh.bdf'\n";
    await vscode.workspace.fs.writeFile(file, Buffer.from(text));
    await vscode.workspace.fs.writeFile(workspaceFile('undecided/mesh.bdf'), Buffer.from('GRID,1\n'));
    await run(commands.checkDeck, file);
    assert.deepEqual(rowsOf(file), []);
    await setSetting(keys.deckFormats, { '*.dat': 'nastran' });
    await run(commands.checkDeck, file);
    const rows = rowsOf(file);
    await vscode.workspace.fs.delete(workspaceFile('undecided'), { recursive: true });
    assert.deepEqual(rows, [notSelected(2, 'mesh.bdf')]);
  });

  it('shows names inertly and no secret, and warns of what is missing, not of what cannot be checked', async () => {
    live.redactor.addSecret('a-secret-of-a-service');
    const names = ['absent\u202e.inc', 'a-secret-of-a-service', '$CASE/a.inc'];
    const text = names.map((name) => `*INCLUDE, INPUT=${name}\n`).join('');
    await vscode.workspace.fs.writeFile(deck(), Buffer.from(text));
    await run(commands.checkDeck, deck());
    assert.deepEqual(rowsOf(deck()), [
      missing(1, 'absent\\u{202e}.inc'),
      missing(2, '[secret]'),
      [3, 'Information', '“$CASE/a.inc” cannot be checked: it contains a variable.', 'Simulation Service'],
    ]);
  });

  it('asks for a folder if no file is open', async () => {
    await run('workbench.action.closeAllEditors');
    await vscode.workspace.fs.writeFile(deck(), Buffer.from('*INCLUDE, INPUT=absent.inc\n'));
    await answerUntilDone('Enter', run(commands.checkDeck));
    assert.deepEqual(rowsOf(deck()), [missing(1, 'absent.inc')]);
  });

  it('forgets the rows of a deck as soon as it is right and saved', async () => {
    await run(commands.checkDeck, deck());
    await waitForRows(5);
    const document = await edit((text) => text.replace('*INCLUDE, INPUT=mesh/nodes.inc\n', ''));
    assert.equal(vscode.languages.getDiagnostics(deck()).length, 5);
    await document.save();
    await waitForRows(4);
    await edit(withoutIncludes);
    await document.save();
    await waitForRows(0);
  });

  it('forgets the rows of a deck that was put right by another program once it is closed', async () => {
    await run(commands.checkDeck, deck());
    await vscode.window.showTextDocument(deck());
    await vscode.workspace.fs.writeFile(
      deck(),
      Buffer.from(withoutIncludes(Buffer.from(original).toString())),
    );
    const document = await vscode.workspace.openTextDocument(deck());
    await waitFor('the file to be read again', () => !document.getText().includes('*INCLUDE'));
    assert.equal(vscode.languages.getDiagnostics(deck()).length, 5);
    // VS Code closes a document some time after its editor, and at once when its language changes.
    await vscode.languages.setTextDocumentLanguage(document, 'ini');
    await waitForRows(0);
  });

  it('offers to upload the deck with the files that it names, and then does', async () => {
    const emulator = await useNewService();
    const text = Buffer.from(original).toString();
    await vscode.workspace.fs.writeFile(deck(), Buffer.from(`${text}*INCLUDE, INPUT=an-absent-file.inc\n`));
    await run(commands.checkDeck, deck());
    await vscode.window.showTextDocument(deck());
    const askForFixes = async (line: number) =>
      (await run(
        'vscode.executeCodeActionProvider',
        deck(),
        new vscode.Range(line, 20, line, 25),
      )) as vscode.CodeAction[];
    // VS Code cancels the question while it reads the changed file again.
    const fixesAt = async (line: number) =>
      await waitFor('an answer about quick fixes', () =>
        askForFixes(line).catch((error: unknown) => {
          if (error instanceof Error && error.name === 'Canceled') return undefined;
          throw error;
        }),
      );
    assert.deepEqual(await fixesAt(0), []);
    const [fix, ...others] = await waitFor('the quick fix', async () => {
      const found = await fixesAt(3);
      return found.length > 0 && found;
    });
    assert.deepEqual(others, []);
    // Nothing can be added for the line of a file that does not exist.
    assert.deepEqual(await fixesAt(20), []);
    assert.equal(fix?.title, 'Upload with the Files Named Here…');
    await answerUntilDone('Enter', run(fix.command!.command, ...(fix.command!.arguments as unknown[])));
    assert.equal(emulator.simulations.length, 1);
    assert.deepEqual(
      operations(emulator)
        .filter((operation) => operation.startsWith('upload'))
        .sort(),
      ['cantilever.inp', ...named].map((name) => `uploadFile ${name}`).sort(),
    );
  });
});
