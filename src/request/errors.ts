import { errorOfKind } from '../errors';
import type { RequestProblem } from './requestProblem';

/** A launch request with problems, all of them at once. Nothing was created. */
export class LaunchRequestError extends errorOfKind('launchRequest') {
  constructor(readonly problems: readonly RequestProblem[]) {
    super(`launch request: ${problems.map(({ kind }) => kind).join(', ')}`);
  }
}

/** A model whose files cannot be described by a request. */
export class FilesNotDescribableError extends errorOfKind('filesNotDescribable') {
  /** @param reason they are in no workspace folder together; or the settings exclude some, which the user has selected */
  constructor(readonly reason: 'folder' | 'excluded' = 'folder') {
    super(`the files of the launch cannot be described: ${reason}`);
  }
}
