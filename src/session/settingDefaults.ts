/**
 * Defaults for settings, or entries of an environment, without a valid value. package.json has the same values,
 * which a test verifies.
 */
export const settingDefaults = {
  variant: 'variant_b',
  authentication: 'bearer',
  apiKeyHeader: 'X-API-Key',
  parallelFiles: 'auto',
  keepLaunches: 200,
  maxStudyRows: 500,
  typeAbove: 20,
} as const;
