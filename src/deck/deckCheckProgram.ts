/** The program of the thread that checks decks: does one {@link DeckCheckOrder} and posts its {@link DeckReport}. */
import { parentPort } from 'node:worker_threads';
import { checkDecks } from './checkDecks';
import type { DeckCheckOrder } from './finding';

parentPort?.once('message', (order: DeckCheckOrder) => parentPort?.postMessage(checkDecks(order)));
