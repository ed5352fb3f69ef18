/** Environment variable with the file into which the figures of an extension host are written, as JSON. */
export const figuresVariable = 'SIMULATION_SERVICE_FIGURES';

/** Figures of one upload, from the last answer of the user to the end of the command. */
export interface HostFigures {
  readonly seconds: number;
  /** Delay of the event loop, with the 1 ms that the loop is asked to sleep; ms. */
  readonly p99: number;
  readonly max: number;
  /** Peak memory of the process minus the memory before. */
  readonly memoryMb: number;
}

/** Inputs at the limits of the software, in words. */
export const pauseInputs = {
  longestResponse: 'longest response to the creation of a model of 100000 files',
  longestList: 'longest list of projects',
  manyFiles: 'model of 99000 files',
  table: 'table of 5000 rows',
  errorsInTable: 'table with 5000 errors',
  template: 'template of 16 MB',
  task: 'task with 10000 names and 500 patterns',
  journal: '10000 launches',
  filesInJournal: '200 launches of 5000 files each',
  errorBody: 'error response of 64 KiB',
} as const;

/** The longest pause of the event loop of an extension host for one input each; ms. */
export type HostPauses = Readonly<Record<keyof typeof pauseInputs, number>>;
