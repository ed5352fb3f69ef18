/** Exit codes of a task, and of the command line. They are documented, because scripts depend on them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  /** The user said no, or it was cancelled. */
  cancelled: 2,
  /** It is not known whether a request took effect. */
  unknown: 3,
  /** Nothing was created or uploaded. */
  refused: 4,
} as const;

/** How a task or a command ended. */
export type CommandEnd = keyof typeof exitCodes;
