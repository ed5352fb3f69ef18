/** The properties of a task as a user writes it: those of a request, and a table that has many of them. */
export const taskProperties = [
  'files',
  'exclude',
  'model',
  'project',
  'createProject',
  'environment',
  'answers',
  'simulate',
  'study',
] as const;

export type RequestProperty = (typeof taskProperties)[number];
