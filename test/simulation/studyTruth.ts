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
  readonly number: number;
  readonly project: { readonly id: Id; readonly name: string };
  readonly rows: RowTruth[];
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
