import assert from 'node:assert/strict';
import { linkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkDecks } from '../../../src/deck/checkDecks';
import { DeckCheckThread } from '../../../src/deck/deckCheckThread';
import type { DeckCheckOrder } from '../../../src/deck/finding';
import { waitFor } from '../../host/waitFor';
import { needs } from '../../support/capabilities';
import { listOpenFiles } from '../../support/openFiles';
import { rejectionOf } from '../../support/rejections';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { check, deckOf, orderFor, summarise } from './support/checks';

const never = new AbortController().signal;

/** Decks that take minutes to read, on any computer. */
async function createLongOrder(): Promise<DeckCheckOrder> {
  const root = await tempTree({});
  const first = path.join(root, 'd0.inp');
  writeFileSync(first, deckOf('a.inc') + 'generate, a=b,\n'.repeat(4_000_000));
  for (let index = 1; index < 100; index++) linkSync(first, path.join(root, `d${index}.inp`));
  return await orderFor(root);
}

/** Whether this process, of which the thread is a part, has a file of the selection open. */
const isReading = ({ roots }: DeckCheckOrder): boolean => listOpenFiles(...roots).length > 0;

describe('A thread that checks decks', () => {
  afterEach(removeTempTrees);

  it('reports the same as a check without it', async () => {
    const root = await tempTree({
      'main.inp': deckOf('mesh.inc', 'MESH.inc', 'l\u00f6.inc', 'a\\b.inc', 'old/x.bak', '<p>', 'none.inc'),
      'b.txt': "include 'mesh.inc'\n",
      'c.inp': '\0',
      'mesh.inc': '',
      'lo\u0308.inc': '',
      'a/b.inc': '',
      'old/x.bak': '',
    });
    const exclude = ['*.bak'];
    const formats = { 'b.txt': 'nastran', 'c.inp': 'apdl' };
    const planned = await orderFor(root, { items: ['main.inp', 'b.txt', 'c.inp', 'old'], exclude, formats });
    const order = { ...planned, exclude: new Map([[root, exclude]]) };
    const report = await new DeckCheckThread(never).check(order);
    assert.deepEqual(report, checkDecks(order));
    assert.deepEqual([report.findings.length, report.partlyRead.length], [8, 1]);
  });

  needs('anyNames').it('reports names with any characters as they are', async () => {
    const name = 'a\u202e\u0007\ud83d\ude00$(x)\u2028.inp';
    const root = await tempTree({ [name]: deckOf('b\u200b.inc') });
    const order = { ...(await orderFor(root)), files: [{ name, path: path.join(root, name) }] };
    assert.deepEqual(summarise(root, await new DeckCheckThread(never).check(order)), [
      `${name}:2 b\u200b.inc deck missing`,
    ]);
    assert.deepEqual(await check(root, { items: [name] }), []);
  });

  needs('descriptors').it('ends at once when it is cancelled, in the middle of a file', async () => {
    const order = await createLongOrder();
    const cancelled = new AbortController();
    const report = new DeckCheckThread(cancelled.signal).check(order);
    await waitFor('a deck that is being read', () => isReading(order));
    const reason = new Error('cancelled');
    cancelled.abort(reason);
    assert.equal(await rejectionOf(report), reason);
    // A thread that goes on closes one file to open the next one.
    let closed = 0;
    const hasEnded = () => (closed = isReading(order) ? 0 : closed + 1) === 10;
    await waitFor('the end of the thread', hasEnded, { timeoutMs: 15_000 });
  });

  it('ends when it is cancelled before there is an order', async () => {
    const cancelled = new AbortController();
    const thread = new DeckCheckThread(cancelled.signal);
    const reason = new Error('cancelled');
    cancelled.abort(reason);
    const root = await tempTree({ 'main.inp': deckOf('a.inc') });
    assert.equal(await rejectionOf(thread.check(await orderFor(root))), reason);
    assert.throws(() => new DeckCheckThread(cancelled.signal), reason);
  });

  it('keeps no error to itself', async () => {
    const root = await tempTree({ 'main.inp': deckOf('a.inc') });
    const order = { ...(await orderFor(root)), formats: null } as unknown as DeckCheckOrder;
    const error = await rejectionOf(new DeckCheckThread(never).check(order));
    assert.ok(error instanceof TypeError, String(error));
  });
});
