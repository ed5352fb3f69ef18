import type { BodyOperation, Operation } from '../client/core/types';

/** A part of a document that could not be taken, and is left to the settings. */
export type Omission =
  /** The document has no such operation. */
  | { readonly kind: 'operation'; readonly operation: Operation }
  /** Requests go to the path of the interface, but the document has another spelling: `/models/{id}/finalize`. */
  | { readonly kind: 'path'; readonly operation: Operation; readonly path: string }
  /** A parameter that the document requires, and that is not sent: `X-Tenant`, in a header or the query. */
  | { readonly kind: 'parameter'; readonly operation: Operation; readonly parameter: string }
  /** A reference to a parameter that leads out of the document, or nowhere: `common.json#/Tenant`. It may be required. */
  | { readonly kind: 'parameterElsewhere'; readonly operation: Operation; readonly reference: string }
  /**
   * A required property that fits neither a placeholder nor a question: `steps[].solver`. `project_id` or `model_id` where
   * the body of a simulation has no property for it.
   */
  | { readonly kind: 'property'; readonly operation: BodyOperation; readonly property: string }
  /** The body has conditions that are not read: properties that need others, or a number of them. */
  | { readonly kind: 'condition'; readonly operation: BodyOperation }
  /** The request goes to other servers than those of the others. */
  | { readonly kind: 'otherServers'; readonly operation: Operation }
  /** Addresses that cannot be used, and servers or paths that are more than a person could look through. */
  | { readonly kind: 'servers' | 'prefixes'; readonly count: number }
  /** The body, or the response, has several forms, no schema, or more than a person could look through. */
  | { readonly kind: 'body' | 'response'; readonly operation: Operation }
  /** The body goes as another type of JSON, because one header is for all requests. */
  | { readonly kind: 'mediaType'; readonly operation: Operation; readonly type: string }
  /** Ways of signing in of which some are supported, but none is said to be for all requests. */
  | { readonly kind: 'severalAuthentications'; readonly types: string }
  /** How users sign in is described in a way that is not supported, by its type. */
  | { readonly kind: 'authentication'; readonly type: string };
