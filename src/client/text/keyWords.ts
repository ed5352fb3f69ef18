/** Limit for the part of a key that is looked at; characters. */
const maxKeyLength = 100;

/** Splits `project_id`, `projectID` and `ProjectId` into `project` and `id`. */
export function wordsOf(key: string): string[] {
  const spaced = key
    .slice(0, maxKeyLength)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return (spaced.match(/\p{L}+/gu) ?? []).map((word) => word.toLowerCase());
}
