import assert from 'node:assert/strict';
import { findVariantPath, type VariantPath } from '../../../src/client/url/variantPath';

describe('The path of a variant in a base URL', () => {
  const b = { variant: 'variant_b', baseUrl: 'https://sim.example.com' } as const;
  const found: readonly (readonly [url: string, path: VariantPath | undefined])[] = [
    ['https://sim.example.com/variant_b/v7', b],
    ['https://sim.example.com/variant_b/v7/', b],
    ['https://sim.example.com/variant_b/v7/projects', b],
    ['https://sim.example.com//variant_b/v7', b],
    ['https://sim.example.com/variant_a/v1', { ...b, variant: 'variant_a' }],
    ['https://sim.example.com/gw/variant_b/v7', { ...b, baseUrl: 'https://sim.example.com/gw' }],
    [
      'https://sim.example.com:8443/a/b/variant_b/v7/models',
      { ...b, baseUrl: 'https://sim.example.com:8443/a/b' },
    ],
    ['http://[::1]:8080/variant_b/v7', { ...b, baseUrl: 'http://[::1]:8080' }],
    ['https://sim.example.com/gw', undefined],
    ['https://sim.example.com/variant_b', undefined],
    ['https://sim.example.com/variant_b/v70', undefined],
    ['https://sim.example.com/variant_b/v1', undefined],
    ['https://sim.example.com/my_variant_b/v7', undefined],
    ['https://variant_b/v7', undefined],
  ];
  for (const [url, path] of found) {
    it(`is ${path === undefined ? 'not found' : `found, and leaves ${path.baseUrl}`}: ${url}`, () => {
      assert.deepEqual(findVariantPath(new URL(url)), path);
    });
  }
});
