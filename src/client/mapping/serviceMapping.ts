import type { CustomHeaders } from '../core/types';
import { hasDotSegment } from '../url/parseUrl';
import { parseHeaders } from './customHeaders';
import { MappingError, type MappingSetting } from './mappingError';
import { parseTemplate, type RequestTemplates } from './requestBodies';
import { parsePointers, type ResponsePointers } from './responsePointers';
import { parseStatusMapping, type StatusMapping } from './simulationStatus';

/**
 * The parts that the interface leaves open and each service decides (src/client/README.md, Unspecified), as data:
 * fields of requests, locations in responses, additional headers and the prefix of all paths.
 */
export interface ServiceMapping {
  readonly templates: RequestTemplates;
  /** Sent with each request to the service, never to a file server. */
  readonly requestHeaders: CustomHeaders;
  /** Sent with each file upload only. */
  readonly uploadHeaders: CustomHeaders;
  readonly responses: ResponsePointers;
  /** Where the service says what became of a simulation; absent where nothing may be asked. */
  readonly simulationStatus?: StatusMapping;
  /** Replaces the variant's prefix; may be empty. */
  readonly pathPrefix?: string;
  /** The name of the environment that says all this; absent for the plain settings. */
  readonly environment?: string;
}

export const defaultMapping: ServiceMapping = {
  templates: {},
  requestHeaders: {},
  uploadHeaders: {},
  responses: {},
};

/** Unparsed values of the settings, by setting name. */
export type RawMapping = Readonly<Partial<Record<MappingSetting, unknown>>>;

/**
 * @param environment the name of the one that has these settings, for errors; none for the plain settings
 * @throws {MappingError}
 */
export function parseMapping(given: RawMapping, environment?: string): ServiceMapping {
  try {
    const mapping = parsePlainMapping(given);
    return environment === undefined ? mapping : { ...mapping, environment };
  } catch (error) {
    if (environment === undefined || !(error instanceof MappingError)) throw error;
    throw new MappingError(error.setting, error.reason, error.entry, environment);
  }
}

function parsePlainMapping(given: RawMapping): ServiceMapping {
  const templates = {
    createProject: parseTemplate(given['requests.createProject'], 'createProject'),
    createModel: parseTemplate(given['requests.createModel'], 'createModel'),
    finaliseModel: parseTemplate(given['requests.finaliseModel'], 'finaliseModel'),
    createSimulation: parseTemplate(given['requests.createSimulation'], 'createSimulation'),
  };
  const pathPrefix = parsePathPrefix(given.pathPrefix);
  const simulationStatus = parseStatusMapping(given.simulationStatus);
  return {
    templates: Object.fromEntries(Object.entries(templates).filter(([, template]) => template)),
    requestHeaders: parseHeaders(given.requestHeaders, 'requestHeaders'),
    uploadHeaders: parseHeaders(given.uploadHeaders, 'uploadHeaders'),
    responses: parsePointers(given.responses),
    ...(pathPrefix !== undefined && { pathPrefix }),
    ...(simulationStatus && { simulationStatus }),
  };
}

/** @returns the prefix without a trailing slash, or undefined when the setting is empty */
function parsePathPrefix(given: unknown): string | undefined {
  if (given === undefined || given === '') return undefined;
  // Allows only paths that all parsers read alike: no query, escaped slash, dot segment or empty segment.
  const isPath = typeof given === 'string' && /^(\/[\w.~!$&'()*+,;=:@-]+)*\/?$/.test(given);
  if (!isPath || hasDotSegment(given)) throw new MappingError('pathPrefix', 'pathPrefix');
  return given.replace(/\/$/, '');
}
