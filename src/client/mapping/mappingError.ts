import type { BodyOperation } from '../core/types';

/** The settings that say what the interface leaves open, by their names behind `simulationService.`. */
export type MappingSetting =
  `requests.${BodyOperation}` | 'requestHeaders' | 'uploadHeaders' | 'responses' | 'pathPrefix';

export type MappingErrorReason =
  /** The setting, or an entry of it, is of another type. */
  | 'type'
  /** There is no such entry. */
  | 'entry'
  /** There is no such placeholder in this body. */
  | 'placeholder'
  /** A brace that begins no placeholder. */
  | 'brace'
  /** A placeholder of a single file that does not stand in an array which is repeated for each file. */
  | 'noFileHere'
  /** The declaration of a prompt cannot be used. */
  | 'prompt'
  /** A launch that was planned before has no answer to a prompt. */
  | 'noAnswer'
  /** An answer that a launch was planned with fits no prompt any more. */
  | 'unfitAnswer'
  /** A header cannot have this name, or has it twice. */
  | 'headerName'
  /** A header that is not for settings to decide. */
  | 'reservedHeader'
  | 'headerValue'
  /** Not a JSON pointer. */
  | 'pointer'
  | 'pathPrefix';

/** The description of the service in the settings cannot be used. Nothing was sent. */
export class MappingError extends Error {
  override readonly name = 'ShapeError';
  readonly kind = 'shape';

  constructor(
    readonly setting: MappingSetting,
    readonly reason: MappingErrorReason,
    /** The placeholder, prompt, header or entry in question, empty for the whole setting. Never a value. */
    readonly entry = '',
  ) {
    super(`the setting ${setting} cannot be used: ${reason}${entry === '' ? '' : ` ${entry}`}`);
  }
}
