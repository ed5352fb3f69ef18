import type { StudySource } from '../../src/study/prepareStudy';
import type { Id, Service } from './service';
import type { PlannedContents, RowValues } from './studyTruth';
import type { World } from './world';

/** A table that the user may start studies with, once or several times. */
export interface Table {
  /** The folder of the workspace. */
  readonly root: string;
  readonly path: string;
  text: string;
  readonly model: StudySource;
  readonly project: { readonly id: Id; readonly name: string };
  /** By line from the second. */
  rows: readonly RowValues[];
}

const models = '/home/user/models';

/** Another program saves a table with a new row, which may stand before all others. */
export function editTable(table: Table, isFirst: boolean): void {
  const [header = '', ...lines] = table.text.trimEnd().split('\n');
  const load = String(100 + lines.length);
  const model = isFirst ? 0 : lines.length - 1;
  const line = [...lines[model]!.split(',').slice(0, -1), load].join(',');
  const values = { ...table.rows[model]!, load };
  table.text = [header, ...(isFirst ? [line, ...lines] : [...lines, line]), ''].join('\n');
  table.rows = isFirst ? [values, ...table.rows] : [...table.rows, values];
}

/** The folders that rows have their files from; those with a template have files of their own for other values. */
const folders = ['plain', 'twin', 'withMaterial', 'withLoad'] as const;

/** Writes tables and the files of their rows. */
export class TableMaker {
  constructor(
    readonly world: World,
    readonly service: Service,
  ) {}

  /** @param number of the table */
  make(number: number): Table {
    const { random } = this.world;
    const root = `${models}/table ${number}`;
    this.#writeFiles(root, number);
    const existing = random.chance(0.1) ? this.service.addModel() : undefined;
    const isPerRow = existing === undefined && random.chance(0.75);
    // Otherwise their models are named after their folders.
    const isNamed = isPerRow && random.chance(0.5);
    const common = random.pick(folders);
    const rows: RowValues[] = [];
    for (let count = 1 + random.below(5); count > 0; count--) {
      const values = {
        existing: existing?.id,
        folder: `${root}/${isPerRow ? random.pick(folders) : common}`,
        material: random.pick(['steel', 'steel', 'wood']),
        mesh: random.pick(['fine', 'fine', 'coarse']),
        load: String(rows.length + 1),
      };
      // Some rows are the same, and nevertheless are two.
      rows.push(rows.length > 0 && random.chance(0.1) ? rows.at(-1)! : values);
    }
    const cellsOf = ({ folder, material, mesh, load }: RowValues) => ({
      ...(isPerRow && { files: folder.slice(root.length + 1) }),
      ...(isNamed && { name: 'case' }),
      ...(existing === undefined && { material, mesh }),
      load,
    });
    const lines = rows.map((row) => Object.values(cellsOf(row)).join(','));
    const { id, name } = random.pick(this.service.projects);
    return {
      root,
      path: `${root}/cases.csv`,
      rows,
      project: { id, name },
      text: [Object.keys(cellsOf(rows[0]!)).join(','), ...lines, ''].join('\n'),
      model:
        existing !== undefined
          ? { id: existing.id, name: existing.name }
          : isPerRow
            ? { perRow: true, exclude: [], name: 'case' }
            : { files: [common], exclude: [], name: 'case' },
    };
  }

  /** The files of a row as they are now. @returns undefined if one is missing */
  filesOf({ existing, folder, material, load }: RowValues): PlannedContents | undefined {
    if (existing !== undefined) return new Map();
    const { disk } = this.world;
    const found = new Map<string, { readonly path: string; readonly content: Buffer }>();
    if (disk.find(folder) === undefined) return undefined;
    for (const file of disk.namesIn(folder)) {
      const path = `${folder}/${file}`;
      const { data } = disk.get(path, 'open');
      const template = /^(.+)\.template$/.exec(file);
      const [, name = file] = template ?? [];
      const content =
        template === null
          ? data
          : Buffer.from(
              data.toString().replaceAll('{{ material }}', material).replaceAll('{{ load }}', load),
            );
      found.set(name, { path, content });
    }
    return found.size === 0 ? undefined : found;
  }

  #writeFiles(root: string, number: number): void {
    const { random, disk } = this.world;
    const write = (file: string, text: string) => disk.put(`${root}/${file}`, Buffer.from(text));
    const deck = (folder: string) => `${folder} of table ${number} ${random.hex(6)} `;
    const plain = deck('plain');
    write('plain/main.inp', plain);
    // Equal files are other files nevertheless: one of them may change.
    write('twin/main.inp', random.chance(0.5) ? plain : deck('twin'));
    write('withMaterial/main.inp', deck('withMaterial'));
    write('withMaterial/deck.inp.template', `material {{ material }} ${random.hex(6)}\n`);
    write('withLoad/deck.inp.template', `load {{ load }} ${random.hex(6)}\n`);
  }
}
