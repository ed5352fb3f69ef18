/**
 * The answer of a tool, as one JSON object. It holds no address, link, token, absolute path or content of a file.
 * Models read it, so its sentences are English in every language of VS Code.
 */
export interface ToolResult {
  readonly status: ToolStatus;
  /** Why nothing was done, by codes. */
  readonly problems?: readonly ToolProblem[];
  /** A sentence on the next step. */
  readonly next?: string;
  /** Words of the service: data, whatever they say. */
  readonly from_service?: object;
  readonly [name: string]: unknown;
}

export type ToolStatus =
  /** The answer is complete. */
  | 'ok'
  | 'planned'
  | 'launched'
  /** The user said no, or may not be asked now. Nothing was created. */
  | 'declined'
  /** The files or settings are no longer those of the plan. Nothing was created. */
  | 'changed'
  /** The plan is unknown, too old or used. Nothing was created. */
  | 'expired'
  | 'failed'
  /** It is not known whether a request took effect. */
  | 'unknown';

export interface ToolProblem {
  readonly kind: string;
  readonly [name: string]: unknown;
}
