import * as vscode from 'vscode';
import type { ServiceRef } from '../launch/journalEntry';
import { toAddressRef } from '../session/service';
import { getServiceAddress, type ServiceAddress } from '../session/serviceAddress';
import type { ServiceConnection } from '../session/serviceConnection';

/** Where a launch or study is, as its row shows it. */
export interface RowPlace {
  /** The name of its environment; the host for a service without a name. */
  readonly name: string;
  /** Whether the environment is protected, or may be because its entry is invalid. */
  readonly isProtected: boolean;
  /** Whether it is the service that is selected. */
  readonly isSelected: boolean;
}

/** The environments of launches and studies, as the settings of the user name them. */
export class RowPlaces implements vscode.Disposable {
  /** Finding one parses settings, and a list has hundreds of rows of few services. */
  readonly #known = new Map<string, RowPlace>();
  readonly #connection: ServiceConnection;
  readonly #subscription: vscode.Disposable;

  constructor(connection: ServiceConnection) {
    this.#connection = connection;
    this.#subscription = connection.onDidChange(() => this.#known.clear());
  }

  placeOf(service: ServiceRef): RowPlace {
    const { origin, basePath, variant, environment } = service;
    const key = JSON.stringify([origin, basePath, variant, environment]);
    const place = this.#known.get(key) ?? this.#find(service);
    this.#known.set(key, place);
    return place;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #find(service: ServiceRef): RowPlace {
    const address = getServiceAddress(service);
    const { addressOrUndefined: selected } = this.#connection;
    const found = this.#serviceAt(service);
    const named = found?.environment ?? service.environment ?? '';
    const name = this.#connection.isOverride(address)
      ? vscode.l10n.t('local emulator')
      : named || address.baseUrl.host;
    return {
      name,
      isProtected: found === undefined || found.protection !== undefined,
      isSelected: selected !== undefined && isAt(service, selected) && named === (selected.environment ?? ''),
    };
  }

  /** @returns undefined where the settings for it are invalid */
  #serviceAt(service: ServiceRef): ReturnType<ServiceConnection['serviceAt']> | undefined {
    try {
      return this.#connection.serviceAt(getServiceAddress(service));
    } catch {
      return undefined;
    }
  }
}

function isAt(service: ServiceRef, address: ServiceAddress): boolean {
  const { origin, basePath, variant } = toAddressRef(address);
  return origin === service.origin && basePath === service.basePath && variant === service.variant;
}
