import { isApiKeyHeaderAllowed } from '../client/authentication';
import { isObject } from '../client/core/json';
import { sanitizeText } from '../client/text/sanitizeText';
import type { Omission } from './omission';
import { type OpenApiReferences, readOwnText } from './openApiReferences';

type Described = Readonly<Record<string, unknown>>;

export interface FoundAuthentication {
  readonly entry: Readonly<Record<string, string>>;
  readonly omissions: readonly Omission[];
}

/** Limit for the words about one way of signing in; characters. */
const maxTypeLength = 60;

/** Limit for the requirements of one operation. */
const maxRequirements = 20;

/**
 * Finds how users sign in: the first way that is supported and that all operations accept. Where nothing is required, the
 * only way that is described.
 */
export function findAuthentication(
  { components, security }: Described,
  operations: readonly Described[],
  references: OpenApiReferences,
): FoundAuthentication {
  const given = isObject(components) ? references.resolve(components['securitySchemes']) : undefined;
  const schemes = isObject(given) ? given : {};
  const stated = operations.map((operation) => operation['security'] ?? security).filter(Array.isArray);
  const required = stated
    .map((one) =>
      one
        .filter(isObject)
        .slice(0, maxRequirements)
        .map((ways) => Object.keys(ways)),
    )
    .map((ways) => ways.filter((names) => names.length > 0));
  const requiring = required.filter((ways) => ways.length > 0);
  if (requiring.length === 0 && stated.length > 0)
    return { entry: { authentication: 'none' }, omissions: [] };
  const all = Object.keys(schemes).slice(0, maxRequirements);
  const ways = requiring.length > 0 ? requiring.flat() : all.map((name) => [name]);
  const types = new Set<string>();
  let isOneSupported = false;
  for (const names of ways) {
    const described = names.map((name) => {
      const scheme = Object.hasOwn(schemes, name) ? references.resolve(schemes[name]) : undefined;
      return isObject(scheme) ? scheme : {};
    });
    const [scheme] = described;
    const isForAll = requiring.every((some) => some.some((way) => way.length === 1 && way[0] === names[0]));
    const isOnly = requiring.length > 0 ? isForAll && names.length === 1 : all.length === 1;
    const entry = names.length === 1 && scheme !== undefined ? toAuthenticationFields(scheme) : undefined;
    if (isOnly && entry !== undefined) return { entry, omissions: [] };
    isOneSupported ||= entry !== undefined;
    const said = described.map((one, index) => nameScheme(one) || (names[index] ?? ''));
    types.add(sanitizeText(said.join(' + '), maxTypeLength));
  }
  const omissions: Omission[] = isOneSupported
    ? [{ kind: 'severalAuthentications', types: [...types].join(', ') }]
    : [...types].map((type) => ({ kind: 'authentication', type }));
  return { entry: {}, omissions };
}

/** Such as `http digest`, or `apiKey in query key`: a key is supported in a header alone. */
function nameScheme(described: Described): string {
  const place = readOwnText(described, 'in');
  return [
    readOwnText(described, 'type'),
    readOwnText(described, 'scheme'),
    ...(place === '' ? [] : ['in', place, readOwnText(described, 'name')]),
  ]
    .filter((word) => word !== '')
    .join(' ');
}

function toAuthenticationFields(described: Described): Readonly<Record<string, string>> | undefined {
  const { type, in: place, name } = described;
  const scheme = readOwnText(described, 'scheme').toLowerCase();
  if (type === 'http' && (scheme === 'bearer' || scheme === 'basic')) return { authentication: scheme };
  // A token that another program has got is used like any other one.
  if (type === 'oauth2' || type === 'openIdConnect') return { authentication: 'bearer' };
  if (type === 'apiKey' && place === 'header' && typeof name === 'string' && isApiKeyHeaderAllowed(name))
    return { authentication: 'apiKey', apiKeyHeader: name };
  return undefined;
}
