import type { BaseUrlProblem } from '../client/url/baseUrl';
import type { settings } from '../contributions';
import { errorOfKind } from '../errors';

/** No service is configured, or the configured address is invalid. */
export class NotConnectedError extends errorOfKind('notConnected') {
  constructor(
    readonly problem: 'notConfigured' | 'unknownEnvironment' | BaseUrlProblem,
    /** The name of the selected environment. A workspace may have selected it. */
    readonly environment?: string,
  ) {
    super(`no usable service: ${problem}`);
  }
}

/** A setting has an invalid value. A value is never guessed instead. */
export class SettingError extends errorOfKind('setting') {
  constructor(
    readonly setting: (typeof settings)[keyof typeof settings],
    /** The environment whose entry is invalid and the field, which may be empty. */
    readonly entry?: { readonly environment: string; readonly field: string },
  ) {
    super(`the setting ${setting} cannot be used`);
  }
}
