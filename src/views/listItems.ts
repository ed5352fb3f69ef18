import * as vscode from 'vscode';
import type { Fields, Identifier } from '../client/core/types';
import { stringifyExactly } from '../client/response/exactJson';
import { escapeInvisible } from '../client/text/visibleText';
import { contextValues } from '../contributions';
import { textWithoutSecrets, withoutSecrets } from '../platform/output';
import { createLaunchItem } from './launchItems';
import type { ListNode } from './listNodes';

/** The only place that decides the appearance, accessible name and commands of a row. */
export function createListItem(node: ListNode): vscode.TreeItem {
  return withoutSecrets(createPlainItem(node));
}

function createPlainItem(node: ListNode): vscode.TreeItem {
  switch (node.kind) {
    case 'project': {
      const { id, name, fields } = node.project;
      const label = vscode.l10n.t('Project {0}', name);
      const item = createNamedItem({
        id,
        name,
        fields,
        label,
        icon: 'project',
        contextValue: contextValues.project,
      });
      const { launches = [] } = node;
      if (launches.length > 0) item.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
      return item;
    }
    case 'launch':
      return launchLeaf(node);
    case 'reusableModel': {
      const { id, name, fields } = node.model;
      const label = vscode.l10n.t('Reusable model {0}', name);
      return createNamedItem({
        id,
        name,
        fields,
        label,
        icon: 'package',
        contextValue: contextValues.reusableModel,
      });
    }
    case 'more':
      return noticeItem({
        id: 'more',
        text: vscode.l10n.t('Show More ({0} Not Shown)', node.count.toLocaleString(vscode.env.language)),
        icon: 'ellipsis',
      });
    case 'broken':
      return noticeItem({
        id: 'broken',
        text:
          node.count === 1
            ? vscode.l10n.t('1 entry has no valid ID and is not shown.')
            : vscode.l10n.t('{0} entries have no valid ID and are not shown.', node.count),
        icon: 'warning',
      });
    case 'failed':
      return noticeItem({
        id: 'failed',
        text: node.text,
        icon: 'error',
        contextValue: contextValues.failed,
      });
  }
}

interface NamedRow {
  readonly id: Identifier;
  readonly name: string;
  readonly fields: Fields;
  /** For screen readers, which do not announce the icon. */
  readonly label: string;
  readonly icon: string;
  readonly contextValue: string;
}

function createNamedItem(row: NamedRow): vscode.TreeItem {
  const item = new vscode.TreeItem(row.name);
  const id = String(row.id);
  item.id = `${row.contextValue}:${typeof row.id}:${id}`;
  if (row.name !== id) item.description = id;
  item.tooltip = formatFields(row.fields);
  item.iconPath = new vscode.ThemeIcon(row.icon);
  item.contextValue = `${row.contextValue} ${contextValues.hasId}`;
  item.accessibilityInformation = { label: row.label };
  return item;
}

interface Notice {
  readonly id: string;
  readonly text: string;
  readonly icon: string;
  readonly contextValue?: string;
}

function noticeItem(notice: Notice): vscode.TreeItem {
  const item = new vscode.TreeItem(notice.text);
  item.id = `notice:${notice.id}`;
  item.tooltip = notice.text;
  item.iconPath = new vscode.ThemeIcon(notice.icon);
  if (notice.contextValue !== undefined) item.contextValue = notice.contextValue;
  return item;
}

/** Limit for the lines of a tooltip; more are not readable there. */
const maxLines = 40;

/** Limit for the part of a line that is processed; characters. */
const maxLineLength = 65_536;

/** Formats fields as plain text, one per line: values from the service are shown, never interpreted. */
function formatFields(fields: Fields): string {
  return (
    Object.entries(fields)
      .slice(0, maxLines)
      .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : stringifyExactly(value)}`)
      // Redact before truncating: a truncated secret would not be recognised. A field may be a signed URL.
      .map((line) => escapeInvisible(textWithoutSecrets(line.slice(0, maxLineLength))))
      .join('\n')
  );
}

/** In the tree of projects, a launch has no details; the Launches view shows them. */
function launchLeaf(node: Extract<ListNode, { kind: 'launch' }>): vscode.TreeItem {
  const item = createLaunchItem(node);
  item.collapsibleState = vscode.TreeItemCollapsibleState.None;
  return item;
}
