import type { BodyOperation, Identifier } from '../client/core/types';
import type { RejectedEntry } from '../upload/uploadPlan';
import type { RequestProperty } from './requestProperty';

/** Why a launch request cannot be prepared. Texts of the request are short and without invisible characters. */
export type RequestProblem =
  | { readonly kind: 'notAnObject' }
  | { readonly kind: 'unknownProperty'; readonly property: string }
  | {
      readonly kind: 'wrongType';
      readonly property: RequestProperty;
      readonly expected: 'textList' | 'boolean' | 'name' | 'nameOrId' | 'answers';
    }
  | { readonly kind: 'missing'; readonly property: 'files' | 'model' | 'project' }
  /** Blank, too long, or with characters that cannot be seen. */
  | { readonly kind: 'unfitText'; readonly property: RequestProperty; readonly text: string }
  | { readonly kind: 'tooMany'; readonly property: RequestProperty; readonly max: number }
  /** The property has no meaning beside this value of the other one. */
  | { readonly kind: 'conflict'; readonly property: RequestProperty; readonly other: RequestProperty }
  | { readonly kind: 'outsideFolder'; readonly entry: string }
  /** A relative path, while nobody has said in which of several folders it begins. */
  | { readonly kind: 'noFolder'; readonly entry: string }
  /** An entry of `files` with a backslash between names, on a system where a name may contain one. */
  | { readonly kind: 'backslash'; readonly entry: string }
  /** An entry of `files` that no file matches, or only excluded ones. */
  | {
      readonly kind: 'noMatch';
      readonly entry: string;
      /** It was read as a pattern with a bracket, which may have been meant as part of a name. */
      readonly hasBracket?: boolean;
    }
  /** Meant, but impossible to upload: a model that silently lacks a file is worse than none. */
  | { readonly kind: 'refusedFile'; readonly file: RejectedEntry }
  | { readonly kind: 'unknownProject'; readonly project: string; readonly others: readonly string[] }
  /** The service has listed only some of its projects, so that a name may mean none, one or several. */
  | { readonly kind: 'unsureProject'; readonly project: string }
  | { readonly kind: 'ambiguousProject'; readonly name: string; readonly ids: readonly Identifier[] }
  | { readonly kind: 'unknownModel'; readonly model: string }
  | { readonly kind: 'unknownAnswer'; readonly key: string }
  /** A number that may have lost digits when its JSON was read. */
  | { readonly kind: 'inexactAnswer'; readonly key: string }
  | {
      readonly kind: 'missingAnswer' | 'unfitAnswer';
      readonly key: string;
      readonly operation: BodyOperation;
    }
  /** A simulation needs a finalised model, and the user's setting leaves models unfinalised. */
  | { readonly kind: 'notFinalised' };
