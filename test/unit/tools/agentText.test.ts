import assert from 'node:assert/strict';
import { toAgentId, toAgentName, toAgentText, toAgentValue } from '../../../src/tools/agentText';

describe('A text for an agent', () => {
  it('has no links', () => {
    for (const link of [
      'https://a.example/b?c=d#e',
      'HTTP://a',
      'vscode://ext/x',
      'file:///etc/passwd',
      's3://b/k',
      'www.a.example/b',
      '127.0.0.1:8080',
      '10.0.0.7/x?sig=1',
      'host.internal:8080/path?sig=abc',
    ])
      assert.equal(toAgentText(`see ${link} now`), 'see (link) now');
  });

  it('has no absolute paths', () => {
    for (const file of [
      '/home/user/deck.inp',
      '/etc',
      '~/.ssh/id_rsa',
      'C:\\Users\\me',
      'd:/data',
      '\\\\host\\share',
      '$HOME/.ssh',
      '%USERPROFILE%\\x',
      '${HOME}/x',
      '%2Fetc%2Fpasswd',
    ])
      assert.equal(toAgentText(`in ${file} it is`), 'in (path) it is');
  });

  it('keeps what only looks like a path or a link', () => {
    for (const text of [
      'a/b.inp',
      'km/h and/or',
      'ratio 1/2',
      'mesh: fine',
      'a - b',
      'Beam 1.2.3',
      '50 %',
      'w.inp: 3',
    ])
      assert.equal(toAgentText(text), text);
  });

  it('is one line of visible characters, and short', () => {
    assert.equal(toAgentText('a\n\u001b[31m\u202eb'), 'a\\u{a}\\u{1b}[31m\\u{202e}b');
    assert.equal(toAgentText('x'.repeat(1000)).length, 200);
  });

  it('keeps the relative name of a file as it is, and no other', () => {
    assert.equal(toAgentName('mesh (a)/b c.inp'), 'mesh (a)/b c.inp');
    assert.equal(toAgentName('/etc/passwd'), '(path)');
    assert.equal(toAgentName('x https://a.example/b'), 'x (link)');
    for (const name of [
      'C:\\secret.txt',
      'Z:\\Users\\Bob Smith\\x y.inc',
      "Z:\\Users\\O'Neil & Co\\x.inc",
      'c:/Users/Jürgen Groß/Eigene Dateien/x.inp',
      '\\Users\\bob\\x.inc',
      'z:Users\\bob\\x.inc',
      '\\\\host\\share x\\y',
    ])
      assert.equal(toAgentName(name), '(path)');
  });

  it('has nothing of a path that is all of a value, or stands in quotation marks', () => {
    const path = 'c:/Users/Jürgen Groß/Eigene Dateien/x.inp';
    assert.deepEqual([path, '/home/a b/c', '\\a b'].map(toAgentValue), Array(3).fill('(path)'));
    assert.deepEqual(['A: b', 'a b/c', 'x'].map(toAgentValue), ['A: b', 'a b/c', 'x']);
    assert.equal(toAgentText(`“${path}” and „\\a b“ are "/a b"`), '“(path)” and „(path)“ are "(path)"');
    assert.equal(toAgentText('“a b/c” is "/" no path'), '“a b/c” is "(path)" no path');
  });

  it('has an identifier unchanged or not at all', () => {
    assert.deepEqual(
      [toAgentId('p-1'), toAgentId(7), toAgentId(123456789012345678901n), toAgentId(undefined)],
      ['p-1', '7', '123456789012345678901', undefined],
    );
    for (const id of ['https://a.example/1', 'x\u202ey', 'x'.repeat(201), '/p/1'])
      assert.equal(toAgentId(id), undefined);
  });
});
