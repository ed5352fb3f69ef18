import path from 'node:path';
import type { DeckFormat, DeckItem, Reference } from './core/deckFormat';
import { DeckFiles } from './deckFiles';
import type { DeckCheckOrder, DeckFile, DeckReport, Finding, FindingState, PartlyRead } from './finding';
import { knownFormats } from './knownFormats';
import { recogniseFormat } from './recogniseFormat';
import { type NameResolution, NameResolver, SearchPlaces } from './resolveName';

/** Names in one main file and everything that it includes, or names and folders in one file; further ones are not read. */
const maxReferences = 2000;

/** Names in all main files, each counted as often as it is checked. */
const maxReferencesInAll = 100_000;

/** How deep files may include each other, the main file not counted. */
const maxDepth = 9;

/** Files of one kind in one folder that are no decks, after which the others are not looked at. */
const maxUnrecognised = 100;

/** Matches what a script replaces by a value before the solver reads the deck, in the languages of templates. */
const placeholder = /\{[^{}]*\}|<[^<>]+>|@\w+@|%\w+%|#\w+#|\$\w|__\w+__/;

const formatsById: ReadonlyMap<string, DeckFormat> = new Map(
  knownFormats.map((format) => [format.id, format]),
);

interface DeckContents {
  readonly items: readonly DeckItem[];
  /** The last line that was read; undefined if all were. */
  readonly readTo: number | undefined;
}

interface Resolved {
  readonly reference: Reference;
  readonly resolution: NameResolution;
}

/** The results for the names in one main file and in all that it includes. */
interface MainReport extends Omit<DeckReport, 'decks'> {
  /** The paths of the files that they stand for, without the main file. */
  readonly named: ReadonlySet<string>;
}

/**
 * Finds the files that decks name, and what became of them. Every selected file that has a known format and that no
 * other one includes is a main file; what it includes is followed, selected or not.
 */
export function checkDecks(order: DeckCheckOrder): DeckReport {
  return new DeckCheck(order).run();
}

class DeckCheck {
  readonly #order: DeckCheckOrder;
  readonly #files: DeckFiles;
  readonly #resolver: NameResolver;
  readonly #contents = new Map<string, DeckContents>();
  #referencesLeft = maxReferencesInAll;

  constructor(order: DeckCheckOrder) {
    const { files, roots } = order;
    this.#order = order;
    const byPath = new Map(files.map((file) => [file.path, file]));
    this.#files = new DeckFiles(byPath, roots);
    this.#resolver = new NameResolver(this.#files, byPath, order);
  }

  run(): DeckReport {
    const reports = new Map<DeckFile, MainReport>();
    const named = new Set<string>();
    const unrecognised = new Map<string, number>();
    // Files that others include are often in folders, and need not be recognised once they are known.
    const byDepth: DeckFile[][] = [];
    for (const file of this.#order.files) (byDepth[file.name.split('/').length] ??= []).push(file);
    for (const file of byDepth.flat()) {
      const kind = toKind(file.path);
      const count = unrecognised.get(kind) ?? 0;
      const chosen = formatsById.get(this.#order.formats.get(file.path) ?? '');
      if (named.has(file.path) || (chosen === undefined && count >= maxUnrecognised)) continue;
      const format = chosen ?? this.#recognise(file);
      if (format === undefined) {
        unrecognised.set(kind, count + 1);
        continue;
      }
      const report = this.#checkMain(file, format);
      reports.set(file, report);
      for (const one of report.named) named.add(one);
    }
    const mains = this.#order.files.filter((file) => reports.has(file) && !named.has(file.path));
    return { decks: mains, ...mergeReports(mains.flatMap((main) => reports.get(main) ?? [])) };
  }

  #recognise({ path: file }: DeckFile): DeckFormat | undefined {
    const head = this.#files.readHead(file);
    return head === undefined ? undefined : recogniseFormat(file, head);
  }

  #checkMain(main: DeckFile, format: DeckFormat): MainReport {
    const findings: Finding[] = [];
    const partlyRead: PartlyRead[] = [];
    const named = new Set<string>();
    const visited = new Set<string>();
    const tooDeep = new Set<DeckFile>();
    const places = new SearchPlaces(format, main, this.#files);
    let left = maxReferences;
    const visit = (deck: DeckFile, depth: number, own: DeckFormat): void => {
      visited.add(deck.path);
      const { items, readTo } = this.#read(deck, own);
      let end = readTo;
      for (const item of items) {
        if (!isReference(item)) {
          places.add(item);
          continue;
        }
        if (left === 0 || this.#referencesLeft === 0) {
          end = item.line - 1;
          break;
        }
        left--;
        this.#referencesLeft--;
        for (const { reference, resolution } of this.#resolve(item, deck, main, places)) {
          const { file, ...found } = resolution;
          const { line, name, content, uncheckable, spellings = [name] } = reference;
          const isTemplate =
            found.state === 'missing' && spellings.every((spelling) => placeholder.test(spelling));
          const result = isTemplate
            ? ({ kind: 'variable', state: 'cannotCheck' } as const)
            : { kind: uncheckable ?? content, ...found };
          findings.push({ deck, line, name, ...result });
          if (file === undefined || file.path === main.path) continue;
          named.add(file.path);
          if (content === 'data' || visited.has(file.path)) continue;
          if (depth < maxDepth) visit(file, depth + 1, formatsById.get(reference.format ?? '') ?? own);
          else tooDeep.add(file);
        }
      }
      if (end !== undefined) partlyRead.push({ deck, line: end });
    };
    visit(main, 0, format);
    // It may be included on another level as well.
    for (const deck of tooDeep) if (!visited.has(deck.path)) partlyRead.push({ deck, line: 0 });
    return { findings, partlyRead, named };
  }

  /** The files that a reference stands for: one, found or not, unless it is a series or named after the deck. */
  #resolve(reference: Reference, deck: DeckFile, main: DeckFile, places: SearchPlaces): Resolved[] {
    const { series = [], afterDeck, name } = reference;
    const resolve = (one: Reference): Resolved => ({
      reference: one,
      resolution: this.#resolver.resolve(one, deck, places),
    });
    if (afterDeck !== undefined) {
      const stem = path.parse(main.path).name;
      if (!stem.endsWith(afterDeck.ending)) return [];
      const own = resolve({
        ...reference,
        name: stem.slice(0, stem.length - afterDeck.ending.length) + name,
      });
      const { file } = own.resolution;
      // The solver may be started with another file in mind: only one that lies beside the deck is surely meant.
      if (file !== undefined && path.dirname(file.path) === path.dirname(main.path)) return [own];
      const { line, content } = reference;
      return afterDeck.statement === undefined
        ? []
        : [resolve({ line, name: afterDeck.statement, uncheckable: 'earlierJob', content })];
    }
    const found = resolve(reference);
    const isOne = (file: string, names: readonly string[]) =>
      names.some((one) => path.posix.basename(one) === path.basename(file));
    const first = found.resolution.file?.path;
    if (first === undefined || !series.some((names) => isOne(first, names))) return [found];
    const members = series.flatMap((spellings) => {
      const member = resolve({ ...reference, spellings });
      const { file } = member.resolution;
      const own = file && (spellings.find((one) => isOne(file.path, [one])) ?? spellings[0]);
      return own === undefined ? [] : [{ ...member, reference: { ...member.reference, name: own } }];
    });
    return members.length > 1 ? members : [found];
  }

  #read(deck: DeckFile, format: DeckFormat): DeckContents {
    const key = `${format.id} ${deck.path}`;
    const known = this.#contents.get(key);
    if (known !== undefined) return known;
    const items: DeckItem[] = [];
    const folders = new Set<string>();
    let readTo: number | undefined;
    const lines = this.#files.readLines(deck.path, {
      hint: format.hint,
      isEnough: () => readTo !== undefined,
      onStop: (line) => (readTo = line),
    });
    format.read(lines, (item) => {
      if (!isReference(item)) {
        if (folders.has(item.folder)) return;
        folders.add(item.folder);
      }
      // A part of a text would keep the whole of it in memory.
      if (items.length < maxReferences) items.push(structuredClone(item));
      else readTo ??= item.line - 1;
    });
    const contents = { items, readTo };
    this.#contents.set(key, contents);
    return contents;
  }
}

/** A file that several decks include is looked at from each of them: the worst result for each of its names counts. */
function mergeReports(reports: readonly MainReport[]): Omit<DeckReport, 'decks'> {
  const findings = new Map<string, Finding>();
  const partlyRead = new Map<string, PartlyRead>();
  for (const report of reports) {
    for (const finding of report.findings) {
      const key = JSON.stringify([finding.deck.path, finding.line, finding.name]);
      const known = findings.get(key);
      if (known === undefined || rank(finding.state) > rank(known.state)) findings.set(key, finding);
    }
    for (const part of report.partlyRead) {
      const known = partlyRead.get(part.deck.path);
      if (known === undefined || part.line < known.line) partlyRead.set(part.deck.path, part);
    }
  }
  return { findings: [...findings.values()], partlyRead: [...partlyRead.values()] };
}

/** The folder of a file with its extension. */
function toKind(file: string): string {
  return path.join(path.dirname(file), path.extname(file));
}

function isReference(item: DeckItem): item is Reference {
  return 'name' in item;
}

const bestFirst: readonly FindingState[] = [
  'found',
  'backslashes',
  'nameDiffers',
  'encodingDiffers',
  'caseDiffers',
  'notSelected',
  'excluded',
  'absolutePath',
  'cannotCheck',
  'outside',
  'notRegular',
  'missing',
];

function rank(state: FindingState): number {
  return bestFirst.indexOf(state);
}
