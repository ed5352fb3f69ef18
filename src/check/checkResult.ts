import type { Authentication } from '../client/authentication';
import type { VariantName } from '../client/core/apiVariant';
import type { NetworkError, ServiceError } from '../client/core/errors';
import type { PartialListing, ProxySource } from '../client/core/types';
import type { Certificate } from './certificate';

/** The checks on the route to one server, in this order. */
export type RouteCheck = 'proxy' | 'name' | 'connection' | 'certificate';

export type ListCheck = 'projects' | 'reusableModels';

export type CheckName = 'settings' | RouteCheck | 'clock' | 'authentication' | ListCheck | 'fileServer';

export interface CheckedServer {
  readonly role: 'service' | 'fileServer';
  /** Host, with its port unless it is the default one. */
  readonly host: string;
}

/** The outcome of one check, with the facts shown to the user. Holds no secret and no URL. */
export type CheckResult = SettingsResult | RouteResult | ServiceResult | SkippedResult;

export type CheckOutcome = CheckResult['outcome'];

export type SettingsResult =
  | { readonly check: 'settings'; readonly outcome: 'ok' }
  /** The error is what reading the settings threw. */
  | { readonly check: 'settings'; readonly outcome: 'failed'; readonly error: unknown };

export type RouteResult =
  | (About<'proxy'> & {
      readonly outcome: 'ok';
      /** Absent for a direct connection. */
      readonly proxy?: { readonly host: string; readonly source: ProxySource };
    })
  | (About<'name'> & {
      readonly outcome: 'ok';
      /** Host name of the server, or of the proxy, which then resolves the server's name. */
      readonly name: string;
      readonly addresses: readonly string[];
      readonly byProxy: boolean;
    })
  | (About<'connection'> & {
      readonly outcome: 'ok';
      /**
       * The proxy that is connected to. `isThrough`: the connection goes through it to the server; false when it
       * forwards each request.
       */
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
      /** The certificate that was refused, if known. */
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
      /** Milliseconds by which this computer's clock is ahead. */
      readonly differenceMs: number;
    }
  | {
      readonly check: 'authentication';
      readonly outcome: 'ok' | 'failed' | 'warning';
      readonly host: string;
      readonly scheme: Authentication['scheme'];
      readonly secret: CredentialUse;
      /** The words of the service about its refusal. */
      readonly serverMessage?: string;
    }
  | ListResult;

/**
 * Whether credentials were sent: none exist, they were sent, or they were withheld because the connection is not
 * encrypted.
 */
export type CredentialUse = 'none' | 'sent' | 'withheld';

/** A request that was sent for a list. */
export interface ListRequest {
  /** The whole address; a base URL has neither credentials nor a query. */
  readonly address: string;
  /** HTTP status; absent when no response came. */
  readonly status?: number;
}

/** `isSet`: whether the list belongs to the configured variant rather than to the other one. */
export type ListResult = {
  readonly check: ListCheck;
  readonly variant: VariantName;
  readonly host: string;
  readonly request?: ListRequest;
} & (
  | {
      readonly outcome: 'ok';
      readonly isSet: boolean;
      readonly entries: number;
      /** Entries without a usable identifier. */
      readonly skipped: number;
      /** Present when the service has more. */
      readonly partial?: PartialListing;
    }
  /** The other variant is expected to be missing. */
  | { readonly outcome: 'ok'; readonly isSet: false; readonly error: ServiceError }
  | {
      readonly outcome: 'failed';
      readonly isSet: true;
      readonly error: ServiceError;
      /** The other variant, if the service has that one. */
      readonly matchingVariant?: VariantName;
      /** Set when neither variant exists at this path, which includes the path prefix of the settings, if any. */
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
  /** The host is an IP address, so there is no name to look up. */
  | 'address'
  | 'notEncrypted'
  | 'noResponse'
  /** No response had a `Date` header. */
  | 'noDate'
  /** A configured path prefix replaces the prefixes by which the variants differ. */
  | 'pathPrefix'
  /** No launch has recorded where files are uploaded. */
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
  /** Whether the proxy, rather than the server, is given as an IP address. */
  readonly byProxy?: boolean;
  /** Absent until a server is known. */
  readonly server?: CheckedServer;
  readonly variant?: VariantName;
  /** Present where the response says nothing new. */
  readonly request?: ListRequest;
}
