/** Environment variable with the file into which the figures of an extension host are written, as JSON. */
export const figuresVariable = 'SIMULATION_SERVICE_FIGURES';

/** Figures of one upload, from the last answer of the user to the end of the command. */
export interface HostFigures {
  readonly seconds: number;
  /** Delay of the event loop, with the 1 ms that the loop is asked to sleep; ms. */
  readonly p99: number;
  readonly max: number;
  /** Peak memory of the process minus the memory before; bytes. */
  readonly memoryBytes: number;
}

/** Environment variables with the origin of the service and the number of rows of a study. */
export const originVariable = 'SIMULATION_SERVICE_ORIGIN';
export const rowsVariable = 'SIMULATION_SERVICE_ROWS';

/** Figures of a study that goes on in an extension host. */
export interface StudyHostFigures extends Pick<HostFigures, 'p99' | 'max'> {
  /** For each row; ms. */
  readonly rowMs: number;
}

/** The longest pause of the event loop of an extension host for one input each; ms. */
export type HostPauses = Readonly<
  Record<
    | 'response'
    | 'longestResponse'
    | 'longestList'
    | 'manyFiles'
    | 'table'
    | 'errorsInTable'
    | 'template'
    | 'task'
    | 'journal',
    number
  >
>;
