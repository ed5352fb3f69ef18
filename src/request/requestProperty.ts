/** The properties of a request as a user writes it, for example in a task. */
export const requestProperties = [
  ...(['files', 'exclude', 'model', 'project', 'createProject', 'environment', 'answers'] as const),
  'simulate',
] as const;

/** The properties of a task: those of a request, and a table that has many of them. */
export const taskProperties = [...requestProperties, 'study'] as const;

export type RequestProperty = (typeof taskProperties)[number];
