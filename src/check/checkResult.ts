import type { VariantName } from '../client/core/apiVariant';
import type { Authentication } from '../client/authentication';
import type { NetworkError, ServiceError } from '../client/core/errors';
import type { Certificate } from './certificate';
import type { ProxySource } from '../client/core/types';

/** The checks on the way to one server, in this order. */
export type RouteCheck = 'proxy' | 'name' | 'connection' | 'certificate';

export type ListCheck = 'projects' | 'reusableModels';

export type CheckName = 'settings' | RouteCheck | 'clock' | 'authentication' | ListCheck | 'fileServer';

/** A server that requests go to. */
export interface CheckedServer {
  readonly role: 'service' | 'fileServer';
  /** Host and, unless it is the default one, port. */
  readonly host: string;
}

/** The outcome of one check, with the facts that a user is told. Holds no secret and no URL. */
export type CheckResult = SettingsResult | RouteResult | ServiceResult | SkippedResult;

export type CheckOutcome = CheckResult['outcome'];

export type SettingsResult =
  | { readonly check: 'settings'; readonly outcome: 'ok' }
  /** @see Connection.checkable for what is thrown */
  | { readonly check: 'settings'; readonly outcome: 'failed'; readonly error: unknown };

export type RouteResult =
  | (About<'proxy'> & {
      readonly outcome: 'ok';
      /** Absent when nothing is in between. */
      readonly proxy?: { readonly host: string; readonly source: ProxySource };
    })
  | (About<'name'> & {
      readonly outcome: 'ok';
      /** The name of the server, or of the proxy, which then looks up the server. */
      readonly name: string;
      readonly addresses: readonly string[];
      readonly byProxy: boolean;
    })
  | (About<'connection'> & {
      readonly outcome: 'ok';
      /** The one that it goes to, and through as far as the server unless requests are forwarded one by one. */
      readonly proxy?: { readonly host: string; readonly isThrough: boolean };
    })
  | (About<'certificate'> & {
      readonly outcome: 'ok';
      /** Such as `TLSv1.3`. */
      readonly protocol: string;
      readonly certificate: Certificate;
    })
  | (About<RouteCheck> & {
      readonly outcome: 'failed';
      readonly error: NetworkError;
      /** The one that was refused, where it can be told. */
      readonly certificate?: Certificate;
    });

interface About<C extends RouteCheck> {
  readonly check: C;
  readonly server: CheckedServer;
}

export type ServiceResult =
  | {
      readonly check: 'clock';
      readonly outcome: 'ok' | 'failed';
      readonly host: string;
      /** Milliseconds that the clock of this computer is ahead. */
      readonly difference: number;
    }
  | {
      readonly check: 'authentication';
      readonly outcome: 'ok' | 'failed' | 'warning';
      readonly host: string;
      readonly scheme: Authentication['scheme'];
      readonly secret: CredentialUse;
    }
  | ListResult;

/**
 * Whether credentials were sent: there are none, they were, or they were kept back from a connection without
 * encryption.
 */
export type CredentialUse = 'none' | 'sent' | 'withheld';

/** `isSet`: whether the variant is the one that is set, rather than the other one. */
export type ListResult = {
  readonly check: ListCheck;
  readonly variant: VariantName;
  readonly host: string;
} & (
  | {
      readonly outcome: 'ok';
      readonly isSet: boolean;
      readonly entries: number;
      /** Entries without a usable identifier. */
      readonly broken: number;
    }
  /** That the other variant is not there is as it should be. */
  | { readonly outcome: 'ok'; readonly isSet: false; readonly error: ServiceError }
  | {
      readonly outcome: 'failed';
      readonly isSet: true;
      readonly error: ServiceError;
      /** The other variant, when that one is there. */
      readonly fits?: VariantName;
      /** Where nothing is, not even the other variant; with the path prefix of the settings, where they have one. */
      readonly empty?: { readonly path: string; readonly hasPrefix: boolean };
    }
);

export type SkipReason =
  /** A list request failed on its way, so the other lists are not requested. */
  | 'connectionLost'
  /** The service asks for a sign-in, as the check of the authentication says. */
  | 'unauthorized'
  /** The list of projects is not in its place either, as its own result says. */
  | 'projectsAbsent'
  /** An address has no name to look up. */
  | 'address'
  | 'notEncrypted'
  | 'noAnswer'
  /** No answer had a date. */
  | 'noDate'
  /** The setting takes the place of what tells the variants apart. */
  | 'pathPrefix'
  /** No launch says where files go. */
  | 'noUpload';

export type SkippedResult = SkippedCheck &
  (
    | { readonly reason: SkipReason }
    /** The settings or a check of the route failed, which the other checks need. */
    | { readonly reason: 'previousFailed'; readonly failed: CheckName }
  );

interface SkippedCheck {
  readonly check: CheckName;
  readonly outcome: 'skipped';
  /** Whether the proxy, and not the server, is an address. */
  readonly byProxy?: boolean;
  /** Absent as long as no server is known. */
  readonly server?: CheckedServer;
  readonly variant?: VariantName;
}
