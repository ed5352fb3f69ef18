const form = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The time in a header such as `Date`, in ms since the epoch; undefined when it is missing or malformed. */
export function parseHttpDate(header: string | undefined): number | undefined {
  // Date.parse alone accepts nearly everything as a date, even `-1`.
  const time = header !== undefined && form.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(time) ? undefined : time;
}
