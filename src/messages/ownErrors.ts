import type * as clientErrors from '../client/core/errors';
import type * as shapeErrors from '../client/mapping/mappingError';
import type * as connectionErrors from '../session/connection';
import type * as launchErrors from '../launch/errors';
import type * as journalErrors from '../launch/journal';
import type * as lineErrors from '../launch/journalFormat';
import type * as lockErrors from '../launch/launchLock';
import type * as sampleErrors from '../platform/sampleModel';
import type * as settingErrors from '../session/settings';
import type * as trustErrors from '../platform/trust';
import type * as fileErrors from '../upload/errors';

/** The classes of errors among what a module exports, so that a new one needs to be named nowhere. */
type ErrorsOf<Module> = {
  [Name in keyof Module]: Module[Name] extends new (...args: never) => infer Made
    ? Made extends Error
      ? Made
      : never
    : never;
}[keyof Module];

/** The errors that keep a launch from going on, apart from those of the service and of the files that it sends. */
export type LaunchError =
  | ErrorsOf<typeof launchErrors>
  | ErrorsOf<typeof journalErrors>
  | ErrorsOf<typeof lineErrors>
  | ErrorsOf<typeof lockErrors>;

/** Every error that this extension makes and a user may be told of. Its `kind` decides what is said. */
export type OwnError =
  | LaunchError
  | ErrorsOf<typeof clientErrors>
  | ErrorsOf<typeof shapeErrors>
  | ErrorsOf<typeof connectionErrors>
  | ErrorsOf<typeof sampleErrors>
  | ErrorsOf<typeof settingErrors>
  | ErrorsOf<typeof trustErrors>
  | ErrorsOf<typeof fileErrors>;
