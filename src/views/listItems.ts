import * as vscode from 'vscode';
import { stringifyExactly } from '../client/core/exactJson';
import type { Fields, Identifier } from '../client/core/types';
import { cutText } from '../client/text/sanitizeText';
import { escapeInvisible } from '../client/text/visibleText';
import { commands, contextValues } from '../contributions';
import { withEllipsis } from '../messages/labels';
import { describePartialList, describeWayOn } from '../messages/partialLists';
import type { Remedy } from '../messages/remedies';
import { formatCount } from '../platform/format';
import { textWithoutSecrets, withoutSecrets } from '../platform/output';
import { findSettingsCommand } from '../platform/showSetting';
import { createLaunchItem } from './launchItems';
import type { ListNode } from './listNodes';

/** The only place that decides the appearance, accessible name and commands of a row. */
export function createListItem(node: ListNode): vscode.TreeItem {
  return withoutSecrets(createPlainItem(node));
}

function createPlainItem(node: ListNode): vscode.TreeItem {
  switch (node.kind) {
    case 'project': {
      const { launches = [] } = node;
      const item = createNamedItem(node.project, {
        ...node,
        speak: (name) => speakProject(name, launches.length),
        icon: 'project',
        contextValue: contextValues.project,
      });
      if (launches.length > 0) item.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
      return item;
    }
    case 'launch': {
      const item = createLaunchItem(node);
      // The details are in the Launches view.
      item.collapsibleState = vscode.TreeItemCollapsibleState.None;
      return item;
    }
    case 'reusableModel':
      return createNamedItem(node.model, {
        ...node,
        speak: (name) => vscode.l10n.t('{0}, reusable model', name),
        icon: 'package',
        contextValue: contextValues.reusableModel,
      });
    case 'more':
      return noticeItem({
        id: 'more',
        text: vscode.l10n.t('Show More ({0} Not Shown)', node.count.toLocaleString(vscode.env.language)),
        icon: 'ellipsis',
      });
    case 'broken':
      return noticeItem({
        id: 'broken',
        text: vscode.l10n.t('Entries without a valid ID are not shown: {0}.', node.count),
        icon: 'warning',
      });
    case 'partial':
      return partialItem(node);
    case 'failed':
      return failedItem(node);
    case 'remedy':
      return remedyItem(node.remedy);
  }
}

interface Entry {
  readonly id: Identifier;
  readonly name: string;
  readonly fields: Fields;
}

interface Look {
  readonly isNameShared?: boolean;
  readonly isPinned?: boolean;
  /** The name for screen readers, which do not announce the icon. */
  readonly speak: (name: string) => string;
  readonly icon: string;
  readonly contextValue: string;
}

/** The identifier is in the tooltip, and in the row only where nothing else tells two rows apart. */
function createNamedItem(entry: Entry, { isPinned = false, ...look }: Look): vscode.TreeItem {
  const item = new vscode.TreeItem(entry.name);
  const id = String(entry.id);
  item.id = `${look.contextValue}:${typeof entry.id}:${id}`;
  const showsId = look.isNameShared === true && entry.name !== id;
  if (showsId) item.description = id;
  item.tooltip = formatFields(entry.fields);
  item.iconPath = new vscode.ThemeIcon(isPinned ? 'pinned' : look.icon);
  item.contextValue = [
    look.contextValue,
    contextValues.hasId,
    isPinned ? contextValues.unpin : contextValues.pin,
  ].join(' ');
  const label = look.speak(showsId ? `${entry.name} ${id}` : entry.name);
  item.accessibilityInformation = { label: isPinned ? `${label}, ${vscode.l10n.t('pinned')}` : label };
  return item;
}

function speakProject(name: string, launchCount: number): string {
  if (launchCount === 0) return vscode.l10n.t('{0}, project', name);
  return vscode.l10n.t('{0}, project, launches: {1}', name, launchCount.toLocaleString(vscode.env.language));
}

/** The view shows the reason in full above this row, but a screen reader reads only the row. */
function failedItem({ offer, text }: Extract<ListNode, { kind: 'failed' }>): vscode.TreeItem {
  const retry = { command: commands.refresh, title: vscode.l10n.t('Try Again') };
  const select = {
    command: commands.selectEnvironment,
    title: withEllipsis(vscode.l10n.t('Select Environment')),
  };
  const command = offer === 'retry' ? retry : select;
  const item = noticeItem({
    id: 'failed',
    text: command.title,
    icon: offer === 'retry' ? 'refresh' : 'server-environment',
    contextValue: contextValues.failed,
  });
  item.tooltip = text;
  item.accessibilityInformation = { label: `${text} ${command.title}` };
  item.command = command;
  return item;
}

function remedyItem(remedy: Remedy): vscode.TreeItem {
  const item = noticeItem({ id: remedy.label, text: remedy.label, icon: 'tools' });
  item.command =
    'command' in remedy
      ? { command: remedy.command, title: remedy.label, arguments: [remedy.argument] }
      : { title: remedy.label, ...findSettingsCommand(remedy.setting) };
  return item;
}

/** The row says that entries are missing; its tooltip, and what a screen reader reads, also how they can be used. */
function partialItem({ entries, ...partial }: Extract<ListNode, { kind: 'partial' }>): vscode.TreeItem {
  const text = describePartialList(entries, partial, formatCount);
  const item = noticeItem({ id: 'partial', text, icon: 'info' });
  const whole = `${text} ${describeWayOn()}`;
  item.tooltip = whole;
  item.accessibilityInformation = { label: whole };
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

/** Limit for the part of a line that is read, twice what is shown of it; characters. */
const maxLineLength = 400;

/** Formats fields as plain text, one per line: values from the service are shown, never interpreted. */
function formatFields(fields: Fields): string {
  return (
    Object.entries(fields)
      .slice(0, maxLines)
      .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : stringifyExactly(value)}`)
      // Redact before truncating to what is shown. A field may be a signed URL.
      .map((line) => escapeInvisible(textWithoutSecrets(cutText(line, maxLineLength))))
      .join('\n')
  );
}
