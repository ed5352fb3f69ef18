import { type VariantName, variants } from '../core/apiVariant';

/** A base URL that contains the path that is appended to it for a variant. */
export interface VariantPath {
  readonly variant: VariantName;
  /** The address in front of that path, without a slash at its end. */
  readonly baseUrl: string;
}

/**
 * The end of a base URL that the prefix of all paths repeats: the prefix itself, with what may follow it, or its last
 * part if that is a version, such as `/v7`. Undefined if there is none.
 */
export function findRepeatedPath({ pathname }: URL, prefix: string): string | undefined {
  const path = pathname.replace(/\/+$/, '');
  const start = prefix === '' ? -1 : `${path}/`.indexOf(`${prefix}/`);
  if (start >= 0) return path.slice(start);
  const [version] = /\/v\d[\w.]*$/i.exec(prefix) ?? [];
  return version !== undefined && path.endsWith(version) ? version : undefined;
}

/**
 * Finds the path of a variant in a base URL, which is often copied from a request or its documentation. The path of a
 * gateway in front of it belongs to the base URL.
 */
export function findVariantPath({ origin, pathname }: URL): VariantPath | undefined {
  for (const { name, prefix } of Object.values(variants)) {
    const start = `${pathname}/`.indexOf(`${prefix}/`);
    if (start >= 0) return { variant: name, baseUrl: origin + pathname.slice(0, start).replace(/\/+$/, '') };
  }
  return undefined;
}
