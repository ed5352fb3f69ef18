/** The URI schemes of the documents that the extension shows. */
export const schemes = {
  /** Launches as documents. */
  launch: 'simulation-service-launch',
  /** Request bodies. */
  requests: 'simulation-service-requests',
  /** The results of a connection check. */
  check: 'simulation-service-check',
} as const;
