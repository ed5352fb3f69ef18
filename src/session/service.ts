import type { Authentication } from '../client/authentication';
import { variants } from '../client/core/apiVariant';
import type { ServiceMapping } from '../client/mapping/serviceMapping';
import type { ServiceClient } from '../client/serviceClient';
import { serverOf, simplifyPath } from '../client/url/addressSpelling';
import type { ServiceAddressRef, ServiceRef } from '../launch/journalEntry';
import {
  type AccountName,
  createAccountFingerprint,
  isOtherAccount,
  isSameAccount,
} from '../secrets/accountName';
import { hasFingerprint, makeFingerprint } from '../secrets/fingerprint';
import type { DefinedEnvironment } from './environments';
import type { ServiceAddress } from './serviceAddress';

export type { ServiceAddress } from './serviceAddress';

/** A service with everything that requests to it depend on. A flow takes it once, at its start, and keeps it. */
export interface ServiceSnapshot extends ServiceAddress {
  readonly environment: string;
  readonly mapping: ServiceMapping;
  readonly finaliseAfterUpload: boolean;
  readonly authentication: Authentication;
  /** Equal for two services only if requests to both are the same, so that identifiers mean the same. */
  readonly key: string;
  /** Equal for two services at the same address, however that is written and whoever signs in: what is created is there. */
  readonly place: string;
  /** The environment that requires confirmation before something is created, as defined when this was taken. */
  readonly protection: DefinedEnvironment | undefined;
}

export interface ConnectedService extends ServiceSnapshot {
  readonly client: ServiceClient;
  /** The account that was signed in when this was taken. */
  readonly account: AccountName | undefined;
}

/** The reference to a service by its address alone. */
export function toAddressRef({ baseUrl, variant }: ServiceAddress): ServiceAddressRef {
  return { origin: baseUrl.origin, basePath: basePathOf(baseUrl.pathname), variant };
}

/** Trailing slashes make no difference to requests. */
function basePathOf(pathname: string): string {
  return pathname.replace(/\/+$/, '') || '/';
}

/** The reference to its service that a launch records. */
export function toServiceRef(service: ServiceSnapshot, account: AccountName | undefined): ServiceRef {
  return {
    ...toAddressRef(service),
    settingsFingerprint: makeFingerprint(stringifyRequestSettings(service)),
    environment: service.environment,
    descriptionFingerprint: makeFingerprint(stringifyDescription(service)),
    ...(account && { account: createAccountFingerprint(account) }),
  };
}

/** Whether data recorded for a service is valid for this one: same requests and same account. */
export function isSameService(ref: ServiceRef, service: ConnectedService): boolean {
  return isPossiblySameService(ref, service) && isSameAccount(ref.account, service.account);
}

/** Whether a launch may belong to this service: nothing recorded says otherwise. */
export function isPossiblySameService(ref: ServiceRef, service: Omit<ConnectedService, 'client'>): boolean {
  const { origin, basePath, variant } = toAddressRef(service);
  const isSameAddress = ref.origin === origin && ref.basePath === basePath && ref.variant === variant;
  return (
    isSameAddress &&
    hasFingerprint(stringifyRequestSettings(service), ref.settingsFingerprint) &&
    (isSameDescription(ref, service) || (ref.environment ?? service.environment) === service.environment) &&
    !isOtherAccount(ref.account, service.account)
  );
}

/** Whether a launch was made with these bodies, places in responses and headers of uploads, whatever their names are now. */
export function isSameDescription(
  { descriptionFingerprint }: ServiceRef,
  service: Pick<ServiceSnapshot, 'mapping'>,
): boolean {
  return (
    descriptionFingerprint !== undefined &&
    hasFingerprint(stringifyDescription(service), descriptionFingerprint)
  );
}

/** How a service describes its requests and responses, besides what {@link stringifyRequestSettings} says. */
function stringifyDescription({ mapping }: Pick<ServiceSnapshot, 'mapping'>): string {
  const { templates, responses, uploadHeaders } = mapping;
  return JSON.stringify([templates, responses, uploadHeaders]);
}

/** Everything besides the address by which a service may distinguish tenants. */
export function stringifyRequestSettings({
  mapping,
  variant,
}: Pick<ServiceSnapshot, 'mapping' | 'variant'>): string {
  const headers = Object.entries(mapping.requestHeaders).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([mapping.pathPrefix ?? variants[variant].prefix, headers]);
}

/** See {@link ServiceSnapshot.place}. */
export function placeOf(service: Pick<ServiceSnapshot, 'baseUrl' | 'variant' | 'mapping'>): string {
  const { baseUrl } = service;
  return JSON.stringify([
    serverOf(baseUrl),
    simplifyPath(baseUrl.pathname),
    stringifyRequestSettings(service),
  ]);
}

/** See {@link ServiceSnapshot.key}. */
export function getServiceKey(service: Omit<ServiceSnapshot, 'key' | 'place' | 'protection'>): string {
  const { origin, basePath, variant } = toAddressRef(service);
  return JSON.stringify([
    origin,
    basePath,
    variant,
    stringifyRequestSettings(service),
    service.authentication,
    // Several may describe the service at one address. What they say may change meanwhile, as that of the plain settings.
    service.mapping.environment ?? '',
  ]);
}
