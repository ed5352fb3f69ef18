import { isObject } from '../core/json';
import type { CustomHeaders } from '../core/types';
import { MappingError, type MappingSetting } from './mappingError';

/** Headers users must not set: connection management and authentication. */
const reserved =
  /^(host|content-length|transfer-encoding|connection|keep-alive|expect|upgrade|te|trailer|proxy-.*|cookie2?|authorization)$/;

/** This client says what it can unpack. */
const reservedForService = 'accept-encoding';

/** The bodies of requests are JSON in UTF-8, which a service may call by a name of its own. */
const jsonType = /^[\w.+-]+\/([\w.-]+\+)?json *(; *(?!charset=)[\w.-]+=("[^"]*"|[\w.:+-]+) *)*$/i;

/**
 * Parses the headers of a setting, an object from name to value. Allows only printable ASCII and tabs, so that no
 * value can inject another header.
 * @throws {MappingError} `type`, `headerName`, `reservedHeader`, `headerValue` or `contentType`
 */
export function parseHeaders(
  given: unknown,
  setting: Extract<MappingSetting, 'requestHeaders' | 'uploadHeaders'>,
): CustomHeaders {
  if (given === undefined || given === null) return {};
  if (!isObject(given)) throw new MappingError(setting, 'type');
  const headers = new Map<string, string>();
  for (const [written, value] of Object.entries(given)) {
    const name = written.toLowerCase();
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || headers.has(name)) {
      throw new MappingError(setting, 'headerName', written);
    }
    const isOfService = setting === 'requestHeaders';
    if (reserved.test(name) || (isOfService && name === reservedForService)) {
      throw new MappingError(setting, 'reservedHeader', written);
    }
    if (typeof value !== 'string' || !/^[\t\x20-\x7e]*$/.test(value)) {
      throw new MappingError(setting, 'headerValue', written);
    }
    if (isOfService && name === 'content-type' && !jsonType.test(value)) {
      throw new MappingError(setting, 'contentType', written);
    }
    headers.set(name, value);
  }
  return Object.fromEntries(headers);
}

/** Merges two sets of headers. For names that are equal in any letter case, the second wins. */
export function mergeHeaders(first: CustomHeaders, second: CustomHeaders): CustomHeaders {
  const names = new Set(Object.keys(second).map((name) => name.toLowerCase()));
  const others = Object.entries(first).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...second };
}
