import type { BodyOperation } from '../core/types';

/** The settings that define what the interface leaves open, by their names after `simulationService.`. */
export type MappingSetting =
  | `requests.${BodyOperation}`
  | 'requestHeaders'
  | 'uploadHeaders'
  | 'responses'
  | 'pathPrefix'
  | 'simulationStatus';

export type MappingErrorReason =
  /** The setting, or an entry of it, has the wrong type. */
  | 'type'
  /** The key is unknown. */
  | 'entry'
  /** The placeholder is unknown in this body. */
  | 'placeholder'
  /** A brace that does not begin a placeholder. */
  | 'brace'
  /** A file placeholder outside an array that is repeated for each file. */
  | 'noFileHere'
  /** The declaration of a prompt is invalid. */
  | 'prompt'
  /** A previously planned launch has no answer to a prompt. */
  | 'noAnswer'
  /** A planned launch's answer no longer fits any prompt. */
  | 'unfitAnswer'
  /** The name of a header is invalid or occurs twice. */
  | 'headerName'
  /** A header that settings must not set. */
  | 'reservedHeader'
  | 'headerValue'
  /** The type of request bodies is no JSON type. */
  | 'contentType'
  /** Not a JSON pointer. */
  | 'pointer'
  | 'pathPrefix'
  /** Not a path below the root of the service with the identifier of a simulation. */
  | 'statusPath'
  /** A word that ends a simulation has no known meaning. */
  | 'statusEnd';

/** The settings' description of the service is invalid. Nothing was sent. */
export class MappingError extends Error {
  override readonly name = 'MappingError';
  readonly kind = 'mapping';

  constructor(
    readonly setting: MappingSetting,
    readonly reason: MappingErrorReason,
    /** The placeholder, prompt, header or key in question; empty for the whole setting. Never a value. */
    readonly entry = '',
    /** The environment whose description has the setting; absent for the plain settings. */
    readonly environment?: string,
  ) {
    super(`the setting ${setting} cannot be used: ${reason}${entry === '' ? '' : ` ${entry}`}`);
  }
}
