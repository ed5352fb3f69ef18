/** Environment variable with the file into which the figures of an upload in an extension host are written, as JSON. */
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
