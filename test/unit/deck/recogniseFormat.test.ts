import assert from 'node:assert/strict';
import { knownFormats } from '../../../src/deck/knownFormats';
import { recogniseFormat } from '../../../src/deck/recogniseFormat';
import { foreignTexts } from './support/foreignTexts';

const recognise = (file: string, head: string) => recogniseFormat(file, head)?.id;

describe('The format of a file', () => {
  it('is that of its content, whatever the extension is', () => {
    const formats = ['abaqus', 'lsDyna', 'nastran', 'radioss', 'openFoam', 'gmsh', 'apdl'];
    for (const format of formats) {
      const head = foreignTexts[format] ?? '';
      for (const file of [`/a/b.x`, '/a/b', '/a/b.INP', '/a/b.k', '/a/b.geo', '/a/b.cfg'])
        assert.equal(recognise(file, head), format, `${format} in ${file}`);
    }
  });

  for (const format of knownFormats)
    it(`is not ${format.id} for decks of other formats, nor for files that people have beside their decks`, () => {
      const others = Object.entries(foreignTexts).filter(
        ([name]) => !name.toLowerCase().startsWith(format.id.toLowerCase()),
      );
      assert.ok(others.length > 30);
      for (const [name, text] of others) assert.equal(format.recognise(text), undefined, name);
    });

  it('is that of the extension if the content leaves two possible', () => {
    // Both have a keyword of this name, and both have comments like this.
    const nodes = '*NODE\n1, 0., 0., 0.\n';
    assert.equal(recognise('/a/mesh.inp', nodes), 'abaqus');
    assert.equal(recognise('/a/mesh.k', nodes), 'lsDyna');
    assert.equal(recognise('/a/MESH.K', nodes), 'lsDyna');
    assert.equal(recognise('/a/mesh.inc', nodes), undefined);
    assert.equal(recognise('/a/mesh', nodes), undefined);
    assert.equal(recognise('/a/mesh.geo', nodes), undefined);
  });

  it('is the only possible one if the extension says nothing', () => {
    const head = 'MESH_FILENAME= wing.su2\n';
    assert.equal(recognise('/a/wing.cfg', head), 'su2');
    assert.equal(recognise('/a/wing.txt', head), 'su2');
    assert.equal(recognise('/a/wing.ini', head), undefined);
    assert.equal(recognise('/a/wing', head), 'su2');
    assert.equal(recognise('/a/steps.script', 'Merge "a.pos";\n'), 'gmsh');
    // An extension of another format is a doubt.
    assert.equal(recognise('/a/wing.inp', head), undefined);
  });

  it('is none for copies, logs and settings, whatever they contain', () => {
    for (const { id: format } of knownFormats) {
      const head = foreignTexts[format] ?? '';
      const names = [
        'b.inp~',
        'b~',
        '#b.k#',
        '.#b.k',
        'b.inp.bak',
        'b.BAK',
        'b.backup',
        'b.old',
        'b.sav',
        'b.save',
        'b.log',
        'b.ini',
        'b.tmp',
        'b.k.swp',
        'b.k.swo',
        'b.rej',
      ];
      for (const name of names)
        assert.equal(recognise(`/a/${name}`, head), undefined, `${format} in ${name}`);
      for (const name of ['/a.bak/b', '/a~/b', '/a/#b', '/a/b.old.inp', '/a/bak'])
        if (format !== 'su2') assert.equal(recognise(name, head), format, `${format} in ${name}`);
      // OpenFOAM reads such a file itself.
      const expected = format === 'openFoam' ? format : undefined;
      assert.equal(recognise('/a/U.orig', head), expected, format);
    }
  });

  it('is none for an empty text and for numbers', () => {
    for (const head of ['', '\n', '1.0E+00, 2e5\n'.repeat(5000), '+1 -2 .5 3%'])
      assert.equal(recognise('/a/b.inp', head), undefined);
  });
});
