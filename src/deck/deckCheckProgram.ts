/** The program of the thread that checks decks: does one {@link DeckCheckOrder} and posts its {@link DeckReport}. */
import { parentPort } from 'node:worker_threads';
import { checkDecks } from './checkDecks';
import { type PackedOrder, unpackOrder } from './deckOrderMessage';

parentPort?.once('message', (order: PackedOrder) => parentPort?.postMessage(checkDecks(unpackOrder(order))));
