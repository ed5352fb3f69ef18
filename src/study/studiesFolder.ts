/** The folder of the studies, in the folder of the journal of launches. */
export const studiesFolder = 'studies';
