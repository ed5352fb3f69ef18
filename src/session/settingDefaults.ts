/**
 * The values that count where a setting, or an entry of an environment, says nothing that can be used. The same
 * values stand in package.json, as a test makes sure.
 */
export const settingDefaults = {
  variant: 'variant_b',
  authentication: 'bearer',
  apiKeyHeader: 'X-API-Key',
  parallelFiles: 4,
  keepLaunches: 200,
} as const;
