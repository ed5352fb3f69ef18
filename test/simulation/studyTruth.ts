import { stringifyExactly } from '../../src/client/core/exactJson';
import type { SimulatedProcess } from './hosts';
import type { LaunchTruth, Sent } from './oracle';
import type { Id } from './service';

/** Contents of the files of a launch or row at the time of the plan, by their names in the model. */
export type PlannedContents = ReadonlyMap<string, { readonly path: string; readonly content: Buffer }>;

/** The values of a row of a table. */
export interface RowValues {
  /** The model that it uses, if that exists; its files and how it was made do not matter then. */
  readonly existing: Id | undefined;
  /** Absolute path of the folder of its files. */
  readonly folder: string;
  /** Sent when its model is created. */
  readonly material: string;
  /** Sent when its model is finalised. */
  readonly mesh: string;
  /** Sent with the simulation. */
  readonly load: string;
}

/** The truth about a row of a study, whatever the engine believes. */
export interface RowTruth extends RowValues {
  readonly study: StudyTruth;
  /** From 1. */
  readonly row: number;
  readonly name: string;
  /** The release in the body for its simulation that the user has seen last for this row; see {@link World.release}. */
  release: number;
  /** All that the user has seen for its study. */
  readonly releases: Set<number>;
  readonly files: PlannedContents;
  /** Oldest first. */
  readonly launches: LaunchTruth[];
  /** Its last launch was damaged or deleted, and nobody has said since what became of it. */
  isLost: boolean;
}

/** The requests that have left for the row, oldest launch first. */
export function listSent({ launches }: RowTruth): Sent[] {
  return launches.flatMap(({ sent }) => sent);
}

/** Whether two rows of studies send the same, with the release that was seen last. */
export function isSameContent(one: RowTruth, other: RowTruth): boolean {
  return contentOf(one) === contentOf(other);
}

function contentOf({ study, existing, name, material, mesh, load, files, release }: RowTruth): string {
  const contents = [...files].map(([file, { content }]) => [file, content.toString('base64')]);
  const made = existing === undefined ? [material, mesh, contents.sort()] : [existing];
  return stringifyExactly([study.project.id, name, load, release, made]);
}

/** A study in a window that believes to be running it. */
export interface StudyRun {
  /** The row that begins, until it has a client. */
  row?: number;
  /** The launch that it runs. */
  launch?: LaunchTruth;
  /** The user has stopped it. */
  stoppedAt?: number;
}

export interface StudyTruth {
  /** Set when it begins. */
  number: number;
  readonly project: { readonly id: Id; readonly name: string };
  readonly rows: RowTruth[];
  /** The rows of other studies that the last question for it has named, as `study row` in the journal. */
  shown: ReadonlySet<string>;
  /** Those of them that had begun then. */
  shownBegun: ReadonlySet<string>;
  /** The rows of other studies for which one of its own is left out, by the word of a question. */
  readonly replacedBy: Set<string>;
  /** Files of its rows that may have changed since it was prepared. */
  readonly preparedAt: number;
  /** Id in the journal. Known once it is frozen, or seen in a list. */
  id: string | undefined;
  /** Its record is flushed: no power cut may lose it. */
  isFrozen: boolean;
  /** The user has tried to remove it. */
  isRemoved: boolean;
  isDamaged: boolean;
  readonly runs: Map<SimulatedProcess, StudyRun>;
}
