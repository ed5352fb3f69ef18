import { isObject } from '../client/core/json';
import type { SimulationEnd } from '../client/core/types';
import { operations } from '../client/operations';
import type { Omission } from './omission';
import { readResponseSchema } from './openApiMedia';
import { listRequiredParameters, nameServers } from './openApiOperations';
import { hasType, type JsonSchema, OpenApiReferences } from './openApiReferences';

export interface StatusProposal {
  /** The setting for the statuses of simulations; absent where the document describes none. */
  readonly simulationStatus?: Readonly<Record<string, unknown>>;
  readonly omissions: readonly Omission[];
}

/** Words whose meaning is plain. Others are left to a person. */
const ends: readonly (readonly [RegExp, SimulationEnd])[] = [
  [/^(done|succeeded|completed|finished)$/i, 'success'],
  [/^(failed|error)$/i, 'failure'],
  [/^(cancelled|canceled|aborted)$/i, 'neutral'],
];

/** Limits for the words of a status; characters. */
const maxWords = 100;
const maxWordLength = 60;

/**
 * Proposes where a service says what became of a simulation: by the `GET` of one below the path that creates it, whose
 * response has one text `status` or `state`.
 * @param place the prefix and the servers of the operations that the service has
 */
export function proposeStatus(
  document: JsonSchema,
  place: { readonly prefix: string; readonly servers: unknown },
): StatusProposal {
  const references = new OpenApiReferences(document);
  const path = place.prefix + operations.createSimulation.path;
  for (const [found, given] of Object.entries(document['paths'] ?? {})) {
    const [, end] = found.startsWith(`${path}/`)
      ? (/^\/\{[^{}/]{1,100}\}(\/?)$/.exec(found.slice(path.length)) ?? [])
      : [];
    const item = end === undefined ? undefined : references.resolve(given);
    const described = isObject(item) ? references.resolve(item['get']) : undefined;
    if (!isObject(item) || !isObject(described)) continue;
    const servers = described['servers'] ?? item['servers'] ?? document['servers'];
    if (nameServers(servers) !== nameServers(place.servers)) continue;
    const { names, unread } = listRequiredParameters(
      [item['parameters'], described['parameters']],
      references,
    );
    const status = names.length + unread.length > 0 ? undefined : findStatus(described, references);
    if (status === undefined || references.isExhausted) return unclear;
    const ended = status.words.flatMap((word) => {
      const [meaning] = ends.flatMap(([pattern, one]) => (pattern.test(word) ? [one] : []));
      return meaning === undefined ? [] : [[word, meaning] as const];
    });
    return {
      simulationStatus: {
        path: `${operations.createSimulation.path}/{simulation_id}${end}`,
        state: `/${status.name}`,
        ended: Object.fromEntries(ended),
      },
      omissions: ended.length > 0 ? [] : unclear.omissions,
    };
  }
  return { omissions: [] };
}

const unclear: StatusProposal = { omissions: [{ kind: 'response', operation: 'readSimulation' }] };

/** The one property for a status, one with a list of its words before others. */
function findStatus(
  described: JsonSchema,
  references: OpenApiReferences,
): { readonly name: string; readonly words: readonly string[] } | undefined {
  const schema = references.resolveSchema(readResponseSchema(described, references));
  const properties = isObject(schema?.['properties']) ? schema['properties'] : {};
  const found = ['status', 'state'].flatMap((name) => {
    const property = Object.hasOwn(properties, name) ? references.resolveSchema(properties[name]) : undefined;
    if (property === undefined) return [];
    const words = listWords(property);
    return words.length > 0 || hasType(property, 'string') ? [{ name, words }] : [];
  });
  const listed = found.filter(({ words }) => words.length > 0);
  const [only, ...others] = listed.length > 0 ? listed : found;
  return others.length > 0 ? undefined : only;
}

function listWords({ enum: words }: JsonSchema): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(words) && words.length <= maxWords ? words : [];
  return listed.filter((word) => typeof word === 'string').filter((word) => word.length <= maxWordLength);
}
