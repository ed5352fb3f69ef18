import assert from 'node:assert/strict';
import { findHostWarnings } from '../../../src/serviceFile/hostWarnings';

const there = [
  { name: 'Wing', baseUrl: 'https://sim.example.com/api' },
  { name: 'Broken', baseUrl: 'nowhere' },
  { name: '', baseUrl: 'https://plain.example' },
];

function warningsFor(baseUrl: string, name = 'New') {
  return findHostWarnings({ name, baseUrl: new URL(baseUrl) }, there);
}

describe('The host of a service that somebody else describes', () => {
  for (const [baseUrl, name] of [
    ['https://sim.example.com/api', 'Wing'],
    ['https://sim.example.com/other', 'New'],
    ['https://other.example.com', 'New'],
    ['http://127.0.0.1:8080', 'New'],
  ] as const)
    it(`${baseUrl} is none to look at twice for ${name}`, () =>
      assert.deepEqual(warningsFor(baseUrl, name), []));

  it('is another one than before', () =>
    assert.deepEqual(warningsFor('https://other.example.net', 'Wing'), [
      { kind: 'otherHost', host: 'sim.example.com' },
    ]));

  for (const baseUrl of [
    'https://sim.example.com:8443',
    'https://slm.example.com',
    'https://sim.examp1e.com',
    'https://sim-example.com',
    'https://sim.exarnple.com',
    'https://sim.exxample.com',
  ])
    it(`${baseUrl} looks like a known one`, () =>
      assert.deepEqual(warningsFor(baseUrl), [
        { kind: 'similarHost', name: 'Wing', address: 'https://sim.example.com' },
      ]));

  it('looks like that of the plain settings', () =>
    assert.deepEqual(warningsFor('https://p1ain.example'), [
      { kind: 'similarHost', name: '', address: 'https://plain.example' },
    ]));

  it('is written with letters that look like others', () =>
    assert.deepEqual(warningsFor('https://sіm.example.com'), [
      { kind: 'similarHost', name: 'Wing', address: 'https://sim.example.com' },
      { kind: 'foreignLetters', host: 'sіm.example.com' },
    ]));

  it('is reached without encryption', () =>
    assert.deepEqual(warningsFor('http://other.example'), [{ kind: 'notEncrypted' }]));

  it('is not where its pages are', () => {
    const warningsOf = (pages: Readonly<Record<string, string>>) =>
      findHostWarnings({ name: 'New', baseUrl: new URL('https://other.example'), pages }, there);
    const pages = {
      project: 'https://other.\u0435xample/{project_id}',
      model: 'http://127.0.0.1/{model_id}',
      simulation: 'https://other.example:8443/s?id={simulation_id}',
    };
    assert.deepEqual(
      [warningsOf(pages), warningsOf({ project: 'https://OTHER.example/{project_id}' })],
      [
        [
          { kind: 'pageHost', host: 'other.xn--xample-2of' },
          { kind: 'pageHost', host: '127.0.0.1' },
          { kind: 'pageHost', host: 'other.example:8443' },
        ],
        [],
      ],
    );
  });
});
