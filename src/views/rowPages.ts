import * as vscode from 'vscode';
import { contextValues } from '../contributions';
import type { ServiceRef } from '../launch/journalEntry';
import type { LaunchRecord } from '../launch/launchRecord';
import { findPages } from '../session/environments';
import { getPageUrl, hasPage, type PageIds, type ServicePages } from '../session/pages';
import { getServiceAddress, type ServiceAddress } from '../session/serviceAddress';
import type { ServiceConnection } from '../session/serviceConnection';
import type { Settings } from '../session/settings';
import type { StudyPlan } from '../study/study';
import type { LaunchNode } from './launchNodes';
import type { ListNode } from './listNodes';

/** The service's own pages for the objects of rows and launches, as the settings of the user say. */
export class RowPages {
  readonly #settings: Pick<Settings, 'environments' | 'environment' | 'baseUrl' | 'variant' | 'pages'>;
  readonly #connection: Pick<ServiceConnection, 'addressOrUndefined'>;

  constructor(settings: Settings, connection: ServiceConnection) {
    this.#settings = settings;
    this.#connection = connection;
  }

  /** Lets the menu of a row offer its page, if it has one. */
  withPage(item: vscode.TreeItem, row: ListNode | LaunchNode): vscode.TreeItem {
    if (this.#has(row)) item.contextValue = `${item.contextValue ?? ''} ${contextValues.hasPage}`;
    return item;
  }

  #has(row: ListNode | LaunchNode): boolean {
    if (row.kind === 'launch') return this.hasOfLaunch(row.launch.record);
    if (row.kind === 'study') return this.hasOfStudy(row.study.record.study);
    const ids = row.kind === 'project' ? { project: row.project.id } : undefined;
    const known = row.kind === 'reusableModel' ? { model: row.model.id } : ids;
    return known !== undefined && hasPage(this.#ofService(this.#connection.addressOrUndefined), known);
  }

  hasOfLaunch(record: LaunchRecord): boolean {
    return this.hasAt(record.plan.service, idsOf(record));
  }

  /** @returns undefined when there is none. @throws PageError */
  urlOfLaunch(record: LaunchRecord): string | undefined {
    return this.urlAt(record.plan.service, idsOf(record));
  }

  /** Whether a study has a page, that of its project. */
  hasOfStudy({ service, project }: Pick<StudyPlan, 'service' | 'project'>): boolean {
    return this.hasAt(service, { project: project.id });
  }

  /** @returns and @throws as {@link urlOfLaunch} */
  urlOfStudy({ service, project }: Pick<StudyPlan, 'service' | 'project'>): string | undefined {
    return this.urlAt(service, { project: project.id });
  }

  /** Whether the service of a launch or study has a page for an object of which these identifiers are known. */
  hasAt(service: ServiceRef, ids: PageIds): boolean {
    return hasPage(this.#ofService(getServiceAddress(service)), ids);
  }

  /** The page as for {@link hasAt}. @returns and @throws as {@link urlOfLaunch} */
  urlAt(service: ServiceRef, ids: PageIds): string | undefined {
    return getPageUrl(this.#ofService(getServiceAddress(service)), ids);
  }

  /** The page of an object in the lists of the selected service. @returns and @throws as {@link urlOfLaunch} */
  urlOfListed(ids: PageIds): string | undefined {
    return getPageUrl(this.#ofService(this.#connection.addressOrUndefined), ids);
  }

  #ofService(service: ServiceAddress | undefined): ServicePages {
    return service === undefined ? { pages: {} } : findPages(service, this.#settings);
  }
}

function idsOf({ project, modelId, simulation }: LaunchRecord): PageIds {
  return { project: project?.id, model: modelId, simulation: simulation?.id };
}

/** Passes the address as a text, because VS Code would decode parts of a parsed one. VS Code asks before opening it. */
export async function openPage(url: string | undefined): Promise<void> {
  if (url !== undefined) await vscode.commands.executeCommand('vscode.open', url);
}
