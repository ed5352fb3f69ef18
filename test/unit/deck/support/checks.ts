import path from 'node:path';
import { checkDecks } from '../../../../src/deck/checkDecks';
import type { DeckCheckOrder, DeckReport } from '../../../../src/deck/finding';
import { toSlashes } from '../../../../src/files/paths';
import { planUpload } from '../../../../src/upload/planUpload';
import { type FileTree, tempTree } from '../../../support/tempTree';
import { selection } from '../../upload/support/plans';

/** Keywords with which nothing but an input file of Abaqus begins, and then includes. */
export const deckOf = (...names: readonly string[]): string =>
  ['*HEADING', ...names.map((name) => `*INCLUDE, INPUT=${name}`), '*STEP', ''].join('\n');

interface Options {
  /** The selected files, relative to the root; all of it unless given. */
  readonly items?: readonly string[];
  readonly exclude?: readonly string[];
  /** Formats that the user has chosen, by paths relative to the root. */
  readonly formats?: Readonly<Record<string, string>>;
  /** The workspace folder, relative to the root; the root itself unless given. */
  readonly workspace?: string;
}

/** The order for the files of a plan. */
export async function orderFor(root: string, options: Options = {}): Promise<DeckCheckOrder> {
  const { items = [''], exclude = [], formats = {}, workspace = '' } = options;
  const plan = await planUpload([selection(root, items, exclude)]);
  return {
    files: plan.files.map(({ name, path: file }) => ({ name, path: file })),
    excluded: plan.excluded,
    roots: [path.join(root, workspace)],
    formats: new Map(Object.entries(formats).map(([name, format]) => [path.join(root, name), format])),
  };
}

/** The result of a check of the files of a plan. */
export async function check(root: string, options: Options = {}): Promise<string[]> {
  return summarise(root, checkDecks(await orderFor(root, options)));
}

/** As {@link check}, of a new folder. */
export async function checkTree(tree: FileTree, options?: Options): Promise<string[]> {
  return await check(await tempTree(tree), options);
}

/** A line for each finding, with paths relative to the root, as users see them. */
export function summarise(root: string, { findings, partlyRead }: DeckReport): string[] {
  const show = (file: string) => toSlashes(path.relative(root, file));
  return [
    ...findings.map(({ deck, line, name, kind, state, ...rest }) =>
      [
        `${show(deck.path)}:${line} ${name} ${kind} ${state}`,
        rest.actual === undefined ? '' : `, actual ${rest.actual}`,
        rest.readAs === undefined ? '' : `, read as ${rest.readAs}`,
        rest.hasBackslashes === true ? ', has backslashes' : '',
        rest.pattern === undefined ? '' : `, by ${rest.pattern}`,
        rest.target === undefined ? '' : `, could add ${show(rest.target)}`,
      ].join(''),
    ),
    ...partlyRead.map(({ deck, line }) => `${show(deck.path)} read to line ${line}`),
  ];
}
