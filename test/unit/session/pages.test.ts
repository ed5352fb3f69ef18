import assert from 'node:assert/strict';
import { findPages, parseEnvironments } from '../../../src/session/environments';
import {
  findPageProblem,
  getPageUrl,
  hasPage,
  type PageIds,
  type Pages,
  parsePages,
} from '../../../src/session/pages';
import { contributedSettings } from '../../support/manifest';

const portal = 'https://portal.example.com';
const pages: Pages = {
  project: `${portal}/p/{project_id}`,
  model: `${portal}/m/{model_id}?of={project_id}`,
  simulation: `${portal}/#/runs/{simulation_id}`,
};

describe('The page of an object', () => {
  const cases: readonly (readonly [name: string, ids: PageIds, url: string | undefined])[] = [
    ['a project', { project: 1001 }, `${portal}/p/1001`],
    ['a model without a project, whose page names one', { model: 7 }, undefined],
    ['a model, if the page of the project names it only', { project: 1, model: 7 }, `${portal}/m/7?of=1`],
    ['a simulation', { project: 1, model: 7, simulation: 'r 1' }, `${portal}/#/runs/r%201`],
    ['a launch without a simulation', { project: 'a/b', model: 'm' }, `${portal}/m/m?of=a%2Fb`],
    ['an identifier of more than 53 bits', { project: 2n ** 64n }, `${portal}/p/18446744073709551616`],
    ['another host', { project: '//evil.example' }, `${portal}/p/%2F%2Fevil.example`],
    ['user info', { project: '@evil.example' }, `${portal}/p/%40evil.example`],
    ['a fragment and a query', { project: '#?a=b&c' }, `${portal}/p/%23%3Fa%3Db%26c`],
    ['another placeholder', { project: '{model_id}', model: undefined }, `${portal}/p/%7Bmodel_id%7D`],
    ['an identifier that is encoded', { project: '%2e%2e' }, `${portal}/p/%252e%252e`],
    ['a step up', { project: '..' }, undefined],
    ['a character that nobody sees', { project: 'a\u202eb' }, undefined],
    ['nothing', {}, undefined],
  ];
  for (const [name, ids, url] of cases)
    it(`has its identifiers encoded: ${name}`, () =>
      assert.deepEqual([getPageUrl({ pages }, ids), hasPage({ pages }, ids)], [url, url !== undefined]));

  it('is absent without its address', () =>
    assert.equal(getPageUrl({ pages: { project: '  ' } }, { project: 1 }), undefined));

  it('is refused with the environment whose address is wrong', () => {
    const environment = 'Production';
    const wrong = { pages: { project: 'file:///x' }, environment };
    assert.equal(hasPage(wrong, { project: 1 }), true);
    const refusal = { name: 'PageError', page: 'project', problem: 'scheme', environment };
    assert.throws(() => getPageUrl(wrong, { project: 1 }), refusal);
  });
});

/** Whether the editor of settings accepts a value, as VS Code decides it. */
function createCheck(): (page: string) => boolean {
  const { properties = {} } = contributedSettings['simulationService.pages']!;
  const patterns = new Set(Object.values(properties).map(({ pattern }) => pattern));
  assert.equal(patterns.size, 1);
  const [pattern = ''] = patterns;
  return (page) => new RegExp(pattern, 'u').test(page);
}

describe('The address of pages', () => {
  const isAccepted = createCheck();

  for (const page of [
    ...Object.values(pages),
    portal,
    `${portal}:8443/a/{project_id}/{model_id}`,
    `${portal}?run={simulation_id}`,
    'http://localhost:3000/{project_id}',
    'http://127.0.0.1/{project_id}',
    'HTTPS://Portal.example.com/{project_id}',
  ])
    it(`is used: ${page}`, () =>
      assert.deepEqual(
        [findPageProblem(page), isAccepted(page.replace(/^HTTPS/, 'https'))],
        [undefined, true],
      ));

  const refused = {
    'javascript:alert({project_id})': 'scheme',
    'javascript:alert(1)': 'scheme',
    'javascript:alert(1)//{project_id}': 'scheme',
    'command:workbench.action.quit?{project_id}': 'scheme',
    'https:\\\\portal.example.com\\{project_id}': 'address',
    'https://portal.example.com/\u202e{project_id}': 'hidden',
    'https://portal.example.com/\u200b{project_id}': 'hidden',
    'https://portal.example.com/\u00ad#{project_id}': 'hidden',
    'file:///etc/passwd': 'scheme',
    'vscode://extension/{project_id}': 'scheme',
    '{project_id}': 'host',
    '{project_id}://portal.example.com': 'host',
    'https://{project_id}': 'host',
    'https://portal.example.com{project_id}': 'host',
    'https://{project_id}@portal.example.com/': 'host',
    'https://portal.example.com:{project_id}/': 'host',
    'https://user:password@portal.example.com/': 'credentials',
    'https://portal.example.com@evil.example/{project_id}': 'credentials',
    'https://portal.example.com/{run_id}': 'placeholder',
    'https://portal.example.com/{project_id': 'placeholder',
    'https://portal.example.com/%7Bproject_id}': 'placeholder',
    '//evil.example/{project_id}': 'address',
    'portal.example.com/{project_id}': 'address',
    'https:/portal.example.com/{project_id}': 'address',
    'https:///{project_id}': 'address',
    'https://portal.example.com\\@evil.example/': 'address',
    'https://portal.example.com/a b': 'address',
    'https://portal.example.com/\u0000': 'hidden',
    'https://portal%2eexample.com/': 'address',
    'https://0x7f.1/{project_id}': 'address',
    'http://portal.example.com/{project_id}': 'scheme',
  } as const;
  for (const [page, problem] of Object.entries(refused))
    it(`is refused: ${JSON.stringify(page)}`, () => assert.equal(findPageProblem(page), problem));

  it('is refused in the editor of settings where that can tell', () =>
    assert.deepEqual(Object.keys(refused).filter(isAccepted), [
      'https://portal.example.com/\u202e{project_id}',
      'https://portal.example.com/\u200b{project_id}',
      'https://portal.example.com/\u00ad#{project_id}',
      'https://portal.example.com/\u0000',
      'https://portal%2eexample.com/',
      'https://0x7f.1/{project_id}',
    ]));
});

describe('The pages of a service', () => {
  const environments = parseEnvironments({
    Production: { baseUrl: 'https://one.example', pages: { project: `${portal}/one` } },
    Silent: { baseUrl: 'https://two.example' },
    Broken: { baseUrl: 'https://three.example', pages: { run: portal } },
  });
  const settings = {
    environments,
    baseUrl: 'https://four.example/api',
    environment: '',
    pages,
    variant: 'variant_b',
  } as const;
  const pagesAt = (url: string) => findPages({ baseUrl: new URL(url), variant: 'variant_b' }, settings);

  it('are those of its environment, even if it has none', () => {
    assert.deepEqual(pagesAt('https://one.example'), {
      pages: { project: `${portal}/one` },
      environment: 'Production',
    });
    assert.deepEqual(pagesAt('https://two.example'), { pages: {}, environment: 'Silent' });
    assert.deepEqual(pagesAt('https://three.example'), { pages: {}, environment: 'Broken' });
  });

  it('are those of the plain settings at their own origin only', () => {
    assert.deepEqual(pagesAt('https://four.example/api'), { pages });
    assert.deepEqual(pagesAt('https://five.example'), { pages: {} });
  });

  it('have texts by the kind of their object', () => {
    const parsed = [pages, {}, { run: portal }, { project: 1 }, portal].map(parsePages);
    assert.deepEqual(parsed, [pages, {}, undefined, undefined, undefined]);
    assert.equal('invalidField' in environments[2]! && environments[2].invalidField, 'pages');
  });
});
