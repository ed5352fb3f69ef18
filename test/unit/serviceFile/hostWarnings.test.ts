import assert from 'node:assert/strict';
import { findHostWarnings } from '../../../src/serviceFile/hostWarnings';

const there = [
  { name: 'Wing', baseUrl: 'https://sim.example.com/api' },
  { name: 'Broken', baseUrl: 'nowhere' },
  { name: 'Flow', baseUrl: 'https://flowy.example' },
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
    ['https://sim.example.community', 'New'],
    ['https://new.sim.example.com', 'New'],
    ['http://127.0.0.1:8080', 'New'],
  ] as const)
    it(`${baseUrl} is none to look at twice for ${name}`, () =>
      assert.deepEqual(warningsFor(baseUrl, name), []));

  for (const baseUrl of [
    'https://other.example.net',
    'https://sim.example.com:8443',
    // It also reads like the one before, which is said once.
    'https://sim.examp1e.com',
  ])
    it(`is another one than before: ${baseUrl}`, () =>
      assert.deepEqual(warningsFor(baseUrl, 'Wing'), [{ kind: 'otherHost', host: 'sim.example.com' }]));

  for (const [wasProtected, isProtected, expected] of [
    [true, false, [{ kind: 'unprotected' }]],
    [true, true, []],
    [false, false, []],
  ] as const)
    it(`${wasProtected ? 'was' : 'was not'} and ${isProtected ? 'is' : 'is not'} protected`, () => {
      const baseUrl = 'https://sim.example.com';
      const service = { name: 'Wing', baseUrl: new URL(baseUrl), isProtected };
      const others = [
        { name: 'Wing', baseUrl, isProtected: wasProtected },
        { name: 'Other', baseUrl, isProtected: true },
      ];
      assert.deepEqual(findHostWarnings(service, others), expected);
    });

  it('is the known one without encryption', () =>
    assert.deepEqual(warningsFor('http://sim.example.com'), [
      { kind: 'similarHost', name: 'Wing', address: 'https://sim.example.com' },
      { kind: 'notEncrypted' },
    ]));

  for (const baseUrl of [
    'https://sim.example.com:8443',
    'https://slm.example.com',
    'https://sim.examp1e.com',
    'https://sim-example.com',
    'https://sim.exarnple.com',
    'https://sim.exxample.com',
    'https://sim.example.c0m',
    'https://sim.example.com.evil.example',
    'https://s1m.example.com-evil.example',
  ])
    it(`${baseUrl} looks like a known one`, () =>
      assert.deepEqual(warningsFor(baseUrl), [
        { kind: 'similarHost', name: 'Wing', address: 'https://sim.example.com' },
      ]));

  it('looks like that of the plain settings', () =>
    assert.deepEqual(warningsFor('https://p1ain.example'), [
      { kind: 'similarHost', name: '', address: 'https://plain.example' },
    ]));

  for (const host of [
    's\u0456m.example.com',
    's\u0131m.example.com',
    's\u00edm.example.com',
    '\u0455im.example.com',
    'sim.\u0435xample.com',
    'sim.e\u0445ample.com',
    'sim.ex\u0430mple.com',
    'sim.exam\u0440le.com',
    'sim.example.\u0441om',
    'sim.example.c\u043em',
    'sim.example.c\u03bfm',
  ])
    it(`is written with letters that look like others: ${host}`, () =>
      assert.deepEqual(warningsFor(`https://${host}`), [
        { kind: 'similarHost', name: 'Wing', address: 'https://sim.example.com' },
        { kind: 'foreignLetters', host },
      ]));

  it('has two letters that look like one', () =>
    assert.deepEqual(
      [warningsFor('https://flovvy.example'), warningsFor('https://flow\u0443.example')[0]],
      [
        [{ kind: 'similarHost', name: 'Flow', address: 'https://flowy.example' }],
        { kind: 'similarHost', name: 'Flow', address: 'https://flowy.example' },
      ],
    ));

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
    const twice = warningsOf({
      project: 'https://a.example/{project_id}',
      model: 'https://a.example/{model_id}',
    });
    assert.deepEqual(twice, [{ kind: 'pageHost', host: 'a.example' }]);
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
