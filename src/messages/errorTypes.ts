import type * as clientErrors from '../client/core/errors';
import type * as mappingErrors from '../client/mapping/mappingError';
import type * as journalErrors from '../journal/errors';
import type * as lineErrors from '../journal/recordLines';
import type * as lockErrors from '../journal/recordLock';
import type * as launchErrors from '../launch/errors';
import type * as outputErrors from '../platform/output';
import type * as sampleErrors from '../platform/sampleModel';
import type * as taskErrors from '../platform/tasksFile';
import type * as trustErrors from '../platform/trust';
import type * as requestErrors from '../request/errors';
import type * as sessionErrors from '../session/errors';
import type * as pageErrors from '../session/pages';
import type * as studyErrors from '../study/studyProblem';
import type * as fileErrors from '../upload/errors';

/** The error classes that a module exports, so that a new one need not be listed. */
type ErrorsOf<Module> = {
  [Name in keyof Module]: Module[Name] extends new (...args: never) => infer Made
    ? Made extends Error
      ? Made
      : never
    : never;
}[keyof Module];

/** The errors that stop a launch, except those of the service and of the files. */
export type LaunchError =
  | ErrorsOf<typeof launchErrors>
  | ErrorsOf<typeof requestErrors>
  | ErrorsOf<typeof journalErrors>
  | ErrorsOf<typeof lineErrors>
  | ErrorsOf<typeof lockErrors>;

/** Every error of this extension that a user may see. Its `kind` determines the text. */
export type OwnError =
  | LaunchError
  | ErrorsOf<typeof clientErrors>
  | ErrorsOf<typeof mappingErrors>
  | ErrorsOf<typeof outputErrors>
  | ErrorsOf<typeof sampleErrors>
  | ErrorsOf<typeof sessionErrors>
  | ErrorsOf<typeof pageErrors>
  | ErrorsOf<typeof studyErrors>
  | ErrorsOf<typeof taskErrors>
  | ErrorsOf<typeof trustErrors>
  | ErrorsOf<typeof fileErrors>;
