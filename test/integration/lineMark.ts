/** Begins each line that tests inside the extension host write. */
export const lineMark = '[test] ';
