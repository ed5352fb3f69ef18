import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { minimatch } from 'minimatch';
import * as ids from '../../src/contributions';
import type { LaunchAction } from '../../src/launch/launchActions';
import { type Setting, settingTable } from '../../src/settingTable';
import { tablePattern } from '../../src/study/readTableFile';
import { maxParallelFiles } from '../../src/upload/parallelFiles';
import type { StudyAction } from '../../src/views/studyItems';
import { contributedSettings, manifest, manifestTexts } from '../support/manifest';

/** Every word that launchActions can produce. */
const launchActionWords: readonly string[] = [
  'resume',
  'retry',
  'finalise',
  'simulate',
  'recreate',
  'resolve',
  'cancel',
  'copyIds',
  'reveal',
  'compare',
  'saveAsTask',
  'note',
  'remove',
] satisfies LaunchAction[];

/** Every word that listStudyActions can produce. */
const studyActionWords: readonly string[] = [
  'resumeStudy',
  'stop',
  'tryFailedAgain',
  'resolveRows',
  'exportTable',
  'remove',
] satisfies StudyAction[];

const text = readFileSync('package.json', 'utf8');
const { contributes } = manifest;
const commandIds: readonly string[] = Object.values(ids.commands);

const sorted = (values: Iterable<string>) => [...new Set(values)].sort();

describe('The ids in package.json and contributions.ts', () => {
  it('name the same commands, tools and settings', () => {
    const { commands, languageModelTools } = contributes;
    assert.deepEqual(sorted(commands.map(({ command }) => command)), sorted(commandIds));
    assert.deepEqual(sorted(languageModelTools.map(({ name }) => name)), sorted(Object.values(ids.tools)));
    assert.deepEqual(sorted(Object.keys(contributedSettings)), sorted(Object.values(ids.settings)));
  });

  it('name the same views and container', () => {
    const [container] = contributes.viewsContainers.activitybar;
    assert.deepEqual(
      [Object.keys(contributes.views), container?.id],
      [[ids.extensionPrefix], ids.extensionPrefix],
    );
    const views = contributes.views[ids.extensionPrefix]!.map(({ id }) => id);
    assert.deepEqual(sorted(views), sorted(Object.values(ids.views)));
  });

  it('say the same of who may set a setting, and of its default', () => {
    const rows: readonly Setting<unknown>[] = Object.values(settingTable);
    for (const { key, scope, fallback, parse } of rows) {
      const { scope: contributedScope, default: value } = contributedSettings[key]!;
      assert.equal(contributedScope, scope, key);
      // What means nothing switches the tools for agents off, although they are on by default.
      if (fallback === undefined || key === ids.settings.agentTools) continue;
      assert.deepEqual([value, parse(value)], [fallback, fallback], key);
    }
    assert.equal(settingTable.parallelFiles.parse(Number.MAX_SAFE_INTEGER), maxParallelFiles);
  });

  it('say the same of the defaults of environments', () => {
    const entry = contributedSettings[ids.settings.environments]?.additionalProperties?.properties;
    assert.deepEqual(
      [entry?.['variant']?.default, entry?.['authentication']?.default, entry?.['apiKeyHeader']?.$ref],
      [
        settingTable.variant.fallback,
        settingTable.authentication.fallback,
        `#/properties/${ids.settings.apiKeyHeader}`,
      ],
    );
  });

  it('use no other context key in conditions', () => {
    const used = text.match(/simulationService\.[A-Za-z.]+(?= ==|(?= &&)|(?=")|(?= \|\|))/g) ?? [];
    const groups: object[] = [ids.commands, ids.views, ids.settings, ids.contextKeys];
    const known = groups.flatMap((group) => Object.values(group) as string[]);
    const unknown = sorted(used).filter((id) => !known.includes(id));
    assert.deepEqual(unknown, []);
    for (const key of Object.values(ids.contextKeys)) assert.ok(text.includes(key), `${key} is used`);
  });

  it('match only words of context values that the trees set', () => {
    const matched = [...text.matchAll(/viewItem =~ \/([^/]+)\//g)].flatMap(([, pattern = '']) =>
      pattern.replace(/\\\\b|[()]/g, '').split('|'),
    );
    const known = [...Object.values(ids.contextValues), ...launchActionWords, ...studyActionWords];
    assert.deepEqual(sorted(matched), sorted(known));
  });

  it('offer in menus and keybindings only commands that exist', () => {
    const offered = [...Object.values(contributes.menus).flat(), ...contributes.keybindings];
    const unknown = offered.filter(({ command }) => !commandIds.includes(command));
    assert.deepEqual(unknown, []);
  });

  it('are in the menu of a tab as in that of the Explorer', () => {
    const entriesOf = (menu: string) =>
      contributes.menus[menu]!.map(({ when, ...entry }) => ({
        ...entry,
        // A tab shows no folder.
        when: when
          ?.replace('explorerResourceIsFolder || resourceExtname', 'resourceExtname')
          .replace(/[()]/g, ''),
      }));
    assert.deepEqual(entriesOf('editor/title/context'), entriesOf('explorer/context'));
  });

  // https://github.com/giuspen/cherrytree/issues/1475: a key of a tree fired while somebody typed in its Find box.
  it('leave the keys to the Find box of a view while it has the focus', () => {
    const others = contributes.keybindings.filter(({ when }) => !/\blistFocus && !inputFocus\b/.test(when));
    assert.deepEqual(others, []);
  });

  // https://github.com/tobysmith568/run-in-powershell/issues/33: `.PS1` had none of what `.ps1` has.
  it('know a table by its extension in any case, in the menu of the Explorer as in the list of tables', () => {
    const [entry] = contributes.menus['explorer/context']!.filter(
      ({ command }) => command === ids.commands.createFromTable,
    );
    const [, source = '', flags] = /resourceExtname =~ \/(.+?)\/(\w*) /.exec(entry?.when ?? '') ?? [];
    const menu = new RegExp(source, flags);
    for (const [name, isTable] of [
      ['cases.csv', true],
      ['CASES.CSV', true],
      ['Cases.Csv', true],
      ['cases.csvx', false],
      ['casescsv', false],
    ] as const) {
      assert.equal(menu.test(path.extname(name)), isTable, name);
      assert.equal(minimatch(`a/${name}`, tablePattern), isTable, name);
    }
  });
});

describe('User-facing texts', () => {
  it('of package.json are all in package.nls.json', () => {
    const used = [...text.matchAll(/"%([^%"]+)%"/g)].map(([, key = '']) => key);
    assert.deepEqual(sorted(used), sorted(Object.keys(manifestTexts)));
  });

  it('contain the ellipsis as one character', () => {
    const dotted = Object.entries(manifestTexts).filter(([, value]) => value.includes('...'));
    assert.deepEqual(dotted, []);
  });

  it('link only to commands that exist', () => {
    const texts = Object.values(manifestTexts).join('\n');
    const linked = [...texts.matchAll(/\(command:([^)]+)\)/g)].map(([, command = '']) => command);
    const known = [...commandIds, ...Object.values(ids.views).map((view) => `${view}.focus`)];
    assert.ok(linked.length > 0);
    const unknown = linked.filter((command) => !known.includes(command));
    assert.deepEqual(unknown, []);
  });
});
