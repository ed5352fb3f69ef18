/** The properties of a request as a user writes it, for example in a task. */
export const requestProperties = [
  ...(['files', 'exclude', 'model', 'project', 'createProject', 'environment', 'answers'] as const),
  'simulate',
] as const;

export type RequestProperty = (typeof requestProperties)[number];
