import assert from 'node:assert/strict';
import { findSettingText } from '../../../src/platform/settingsText';

const text = `{
  // The body of another operation stands first.
  "editor.fontSize": 14,
  "service.environments": {
    "10.0.0.1:8080": {
      "requests": { "createModel": { "name": "{name}" }, "createSimulation": { "solver": "solid" }, },
    },
  },
}`;

function read(...keys: readonly string[]): string | undefined {
  const found = findSettingText(text, keys);
  return found && text.slice(found.start, found.end);
}

describe('A value in the text of settings', () => {
  const entry = ['service.environments', '10.0.0.1:8080'];

  it('is found by the keys that lead to it, also after one of the same form', () => {
    assert.equal(read(...entry, 'requests', 'createSimulation'), '{ "solver": "solid" }');
    assert.equal(read('editor.fontSize'), '14');
  });

  it('that is missing is the place where the innermost value around it begins', () => {
    const found = findSettingText(text, [...entry, 'requests', 'finaliseModel']);
    assert.deepEqual(found, { start: text.indexOf('{ "createModel"'), end: text.indexOf('{ "createModel"') });
  });

  it('is not there without its setting, nor in a text that is none', () => {
    assert.equal(read('service.baseUrl', 'requests'), undefined);
    assert.equal(findSettingText('Refused: “payload” is missing', ['service.baseUrl']), undefined);
    assert.equal(findSettingText('', ['service.baseUrl']), undefined);
  });
});
