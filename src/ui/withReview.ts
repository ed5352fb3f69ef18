import pLimit from 'p-limit';
import type * as vscode from 'vscode';
import type { Documents } from '../views/documents';
import type { HarmlessButton, HarmlessLabel } from './askModally';
import { withInterruption } from './quickInput';
import { untilHidden } from './untilHidden';

export interface ReviewOptions {
  readonly label?: HarmlessLabel;
  /** The title of the editor. */
  readonly name: string;
  readonly text: () => string | Promise<string>;
  /** Ends the review, and with it the question. */
  readonly signal?: AbortSignal;
}

/** A document with everything that a question is about, to be read before the answer. */
export interface Review {
  /** For the question, which comes back when the document is closed. */
  readonly reviewButton: HarmlessButton;
  readonly open: () => Promise<vscode.Uri>;
}

/** What somebody has just reviewed must be what the next yes is for, and all launches have the same document. */
const limit = pLimit(1);

/**
 * Asks questions that have a review, once all others with a review are answered. Its document is closed after them,
 * however they end. Must not be called within itself.
 */
export async function withReview<T>(
  documents: Documents,
  options: ReviewOptions,
  ask: (review: Review) => Promise<T>,
): Promise<T> {
  return await limit(() => askWithReview(documents, options, ask));
}

async function askWithReview<T>(
  documents: Documents,
  { label = 'review', name, text, signal }: ReviewOptions,
  ask: (review: Review) => Promise<T>,
): Promise<T> {
  let shown: vscode.Uri | undefined;
  const open = async () => {
    shown = await documents.show(await text(), name);
    return shown;
  };
  const show = async () => {
    await withInterruption(async () => await untilHidden(await open(), signal));
    return signal?.aborted === true ? 'leave' : 'again';
  };
  try {
    return await ask({ reviewButton: { label, show }, open });
  } finally {
    if (shown !== undefined) await documents.close(shown);
  }
}
