import assert from 'node:assert/strict';
import { su2 } from '../../../src/deck/formats/su2';
import { Random } from '../../simulation/random';
import { readText } from './support/readText';

const mesh = (line: number, name: string) => ({ line, name, content: 'data' });
const restart = 'RESTART_SOL= YES\nITER= 9\n';

describe('SU2', () => {
  it('the mesh is read', () => {
    for (const text of [
      'MESH_FILENAME= wing.su2',
      'MESH_FILENAME=wing.su2',
      '  mesh_filename\t=  wing.su2   % the fine one',
      'MESH_FILENAME= (wing.su2)',
      "MESH_FILENAME= 'wing.su2'",
      'MESH_FILENAME= \\\n  wing.su2',
      'MESH_FORMAT= CGNS\nMESH_FILENAME= wing.su2',
      'MESH_FILENAME= wing.su2\nMESH_FILENAME= second.su2',
      'MESH_FILENAME= wing.su2\r\nMESH_FORMAT= SU2\r\n',
    ]) {
      assert.deepEqual(
        readText(su2, text).map((item) => ('name' in item ? [item.name, item.content] : [])),
        [['wing.su2', 'data']],
        text,
      );
    }
    assert.deepEqual(readText(su2, '%\nMESH_FILENAME= ../meshes/wing.su2'), [mesh(2, '../meshes/wing.su2')]);
    assert.deepEqual(readText(su2, "MESH_FILENAME= 'my meshes/wing (1).su2'"), [
      mesh(1, 'my meshes/wing (1).su2'),
    ]);
  });

  it('the files of the zones are followed', () => {
    assert.deepEqual(readText(su2, 'CONFIG_LIST= (fluid.cfg, solid.cfg)\nMESH_FILENAME= both.su2'), [
      { line: 1, name: 'fluid.cfg', content: 'deck' },
      { line: 1, name: 'solid.cfg', content: 'deck' },
      mesh(2, 'both.su2'),
    ]);
    assert.deepEqual(readText(su2, 'CONFIG_LIST= ( a.cfg, \\ \n% not this\n b.cfg,\\\nc.cfg )\nITER= 1'), [
      { line: 1, name: 'a.cfg', content: 'deck' },
      { line: 3, name: 'b.cfg', content: 'deck' },
      { line: 4, name: 'c.cfg', content: 'deck' },
    ]);
  });

  it('a solution is read for a restart only', () => {
    const name = 'SOLUTION_FILENAME= solution_flow.dat\n';
    const zones = Array.from({ length: 10 }, (_, zone) => `solution_flow_${zone}`);
    const binary = {
      line: 1,
      name: 'solution_flow.dat',
      spellings: [
        'solution_flow.dat',
        'solution_flow.csv',
        ...zones.flatMap((zone) => [`${zone}.dat`, `${zone}.csv`]),
      ],
      content: 'data',
    };
    assert.deepEqual(readText(su2, name + restart), [binary]);
    assert.deepEqual(readText(su2, restart + name), [{ ...binary, line: 3 }]);
    assert.deepEqual(readText(su2, `${name}RESTART_SOL= yes\nEXT_ITER= 9`), [binary]);
    assert.deepEqual(readText(su2, name.replace('SOLUTION_', 'SOLUTION_FLOW_') + restart), [binary]);
    assert.deepEqual(readText(su2, `${name}${restart}READ_BINARY_RESTART= NO`), [
      {
        ...binary,
        spellings: [
          'solution_flow.csv',
          'solution_flow.dat',
          ...zones.flatMap((zone) => [`${zone}.csv`, `${zone}.dat`]),
        ],
      },
    ]);
    for (const other of ['', 'RESTART_SOL= NO', '% RESTART_SOL= YES']) {
      assert.deepEqual(readText(su2, name + other), [], other);
    }
  });

  it('the main file of several zones decides about time steps, and the file of a zone about names', () => {
    const name = 'SOLUTION_FILENAME= flow.dat\n';
    const find = (text: string) =>
      readText(su2, text).map((item) => ('name' in item ? [item.name, item.uncheckable] : []));
    assert.deepEqual(find(`${name}RESTART_SOL= YES`), [['flow.dat', 'optional']]);
    for (const single of ['ITER= 9', 'EXT_ITER= 9', 'TIME_DOMAIN= NO', 'UNSTEADY_SIMULATION= NO'])
      assert.deepEqual(find(`${name}RESTART_SOL= YES\n${single}`), [['flow.dat', undefined]], single);
    const zones = ['a.cfg', undefined];
    const main = 'CONFIG_LIST= (a.cfg)\n';
    assert.deepEqual(find(`${main}${name}${restart}`), [zones, ['flow.dat', 'optional']]);
    assert.deepEqual(find(`${main}INLET_FILENAME= in.dat\nSPECIFIED_INLET_PROFILE= YES`), [
      zones,
      ['in.dat', 'optional'],
    ]);
    // Only a mesh of all zones is certainly read.
    const both = `${main}MESH_FILENAME= both.su2\n`;
    assert.deepEqual(find(both), [zones, ['both.su2', undefined]]);
    assert.deepEqual(find(`${both}MULTIZONE_MESH= YES`), [zones, ['both.su2', undefined]]);
    assert.deepEqual(find(`${both}MULTIZONE_MESH= NO`), [zones, ['both.su2', 'optional']]);
    assert.deepEqual(find('MESH_FILENAME= one.su2\nMULTIZONE_MESH= NO'), [['one.su2', undefined]]);
  });

  it('an adjoint solution begins with the other one', () => {
    for (const problem of ['CONTINUOUS_ADJOINT', 'DISCRETE_ADJOINT', 'discrete_adjoint']) {
      const text = `SOLUTION_FILENAME= flow.dat\nMATH_PROBLEM= ${problem}\nITER= 9\n`;
      const find = (more: string) =>
        readText(su2, text + more).map((item) => ('name' in item ? [item.name, item.uncheckable] : []));
      assert.deepEqual(find(''), [['flow.dat', 'optional']], problem);
      assert.deepEqual(find('RESTART_SOL= NO'), [['flow.dat', 'optional']], problem);
      assert.deepEqual(find('RESTART_SOL= YES'), [['flow.dat', undefined]], problem);
      assert.deepEqual(find('TIME_DOMAIN= YES'), [['flow.dat', 'output']], problem);
    }
    assert.deepEqual(readText(su2, 'SOLUTION_FILENAME= flow.dat\nMATH_PROBLEM= DIRECT'), []);
  });

  it('only the run knows the names of numbered solutions', () => {
    const unknown = (name: string) => ({ line: 1, name, uncheckable: 'output', content: 'data' });
    for (const time of ['TIME_DOMAIN= YES', 'TIME_MARCHING= TIME_STEPPING', 'UNSTEADY_SIMULATION= YES']) {
      assert.deepEqual(readText(su2, `SOLUTION_FILENAME= flow\n${restart}${time}`), [unknown('flow')], time);
    }
    for (const steady of ['TIME_DOMAIN= NO', 'TIME_MARCHING= NO', 'UNSTEADY_SIMULATION= NO']) {
      const [item] = readText(su2, `SOLUTION_FILENAME= flow.dat\n${restart}${steady}`);
      assert.equal(item !== undefined && 'uncheckable' in item, false, steady);
    }
    const adjoint = `SOLUTION_ADJ_FILENAME= adjoint\n${restart}`;
    assert.deepEqual(readText(su2, `${adjoint}MATH_PROBLEM= DISCRETE_ADJOINT`), [unknown('adjoint')]);
    assert.deepEqual(readText(su2, `${adjoint}MATH_PROBLEM= DIRECT`), []);
  });

  it('the extension is that of the file name, not that of a folder', () => {
    const [item] = readText(su2, `SOLUTION_FILENAME= ../run.1/flow\n${restart}`);
    assert.deepEqual(item !== undefined && 'spellings' in item && item.spellings.slice(0, 3), [
      '../run.1/flow.dat',
      '../run.1/flow.csv',
      '../run.1/flow',
    ]);
  });

  it('other inputs are read if they are asked for', () => {
    const zones = (stem: string, extension: string) =>
      Array.from({ length: 10 }, (_, zone) => `${stem}_${zone}${extension}`);
    const cases: [text: string, condition: string, rest: object][] = [
      [
        'INLET_FILENAME= in.dat',
        'SPECIFIED_INLET_PROFILE= YES',
        { spellings: ['in.dat', ...zones('in', '.dat')] },
      ],
      ['ACTDISK_FILENAME= disk.dat', 'ACTDISK_TYPE= VARIABLE_LOAD', {}],
      ['BEM_PROP_FILENAME= blade.txt', 'ACTDISK_TYPE= BLADE_ELEMENT', {}],
      ['FILENAMES_INTERPOLATOR= table.drg', 'FLUID_MODEL= FLUID_FLAMELET', {}],
      [
        'PRESTRETCH_FILENAME= pre.dat',
        'PRESTRETCH= YES',
        { spellings: ['pre.dat', ...zones('pre', '.dat')] },
      ],
      [
        'REFERENCE_GEOMETRY_FILENAME= ref.dat',
        'REFERENCE_GEOMETRY= YES',
        { spellings: ['ref.csv', 'ref.dat', ...zones('ref', '.csv')] },
      ],
      ['DV_FILENAME= surface.dat', 'DV_KIND= SURFACE_FILE', { uncheckable: 'optional' }],
    ];
    for (const [text, condition, rest] of cases) {
      const name = text.split('= ')[1];
      assert.deepEqual(readText(su2, `${text}\n${condition}`), [{ line: 1, name, ...rest, content: 'data' }]);
      assert.deepEqual(readText(su2, text), [], text);
      assert.deepEqual(readText(su2, `${text}\n${condition.replace(/=.*/, '= NO')}`), [], text);
    }
    const optional = (name: string) => ({ line: 1, name, uncheckable: 'optional', content: 'data' });
    assert.deepEqual(readText(su2, 'FEA_FILENAME= element.dat'), [optional('element.dat')]);
    assert.deepEqual(readText(su2, 'MULTIPOINT_MESH_FILENAME= (a.su2, b.su2)'), [
      optional('a.su2'),
      optional('b.su2'),
    ]);
  });

  it('nothing else is a reference', () => {
    for (const text of [
      '% MESH_FILENAME= a.su2',
      '  %MESH_FILENAME= a.su2',
      'MESH_FILENAME= % a.su2',
      'MESH_FILENAME a.su2',
      'MESH_FILENAME=',
      'MESH_FILENAME= NONE',
      'MESH_OUT_FILENAME= a.su2',
      'MY_MESH_FILENAME= a.su2',
      'MESH_FILENAME_2= a.su2',
      'RESTART_FILENAME= a.dat\nRESTART_SOL= YES',
      'RESTART_ADJ_FILENAME= a.dat\nRESTART_SOL= YES\nMATH_PROBLEM= DISCRETE_ADJOINT',
      'VOLUME_FILENAME= a',
      'SURFACE_FILENAME= a',
      'CONV_FILENAME= a',
      'BREAKDOWN_FILENAME= a.dat',
      'GRAD_OBJFUNC_FILENAME= a.dat',
      'DV_SENS_FILENAME= a.dat\nDV_KIND= SURFACE_FILE',
      'TABULAR_FORMAT= CSV',
      // The mesh is made by SU2 itself.
      'MESH_FORMAT= BOX\nMESH_FILENAME= a.su2',
      'MESH_FILENAME= a.su2\nMESH_FORMAT= RECTANGLE',
      // SU2 refuses several names, and ignores text after a backslash.
      'MESH_FILENAME= my mesh.su2',
      'MESH_FILENAME= C:/meshes/a.su2',
      'MESH_FILENAME= meshes\\a.su2',
      // The template ends its list like this.
      'CONFIG_LIST= (...)',
      'OPT_OBJECTIVE= DRAG\nDEFINITION_DV= ( 1, 1.0 | MESH_FILENAME | 0, 0.05 ); ( MESH_FILENAME= 1 )',
    ]) {
      assert.deepEqual(readText(su2, text), [], text);
    }
  });

  it('a name that a script is yet to write cannot be checked', () => {
    for (const name of [
      ...['__MESH__', '{mesh}.su2', '%(mesh)s', '@MESH@', '$MESH', '${MESH}.su2', '{{ mesh }}.su2'],
      ...['meshes/__MESH_FILE__.su2', "'{mesh} 1.su2'"],
    ]) {
      assert.deepEqual(
        readText(su2, `MESH_FILENAME= ${name} % the mesh`),
        [{ ...mesh(1, name.replaceAll("'", '')), uncheckable: 'variable' }],
        name,
      );
    }
    for (const name of ['a__b.su2', 'a@b.su2']) {
      assert.deepEqual(readText(su2, `MESH_FILENAME= {${name}}`), [mesh(1, name)]);
    }
  });

  it('a list ends with an empty line, and where another option begins', () => {
    const list = 'CONFIG_LIST= (a.cfg, \\\n';
    const first = { line: 1, name: 'a.cfg', content: 'deck' };
    assert.deepEqual(readText(su2, `${list}\nb.cfg)`), [first]);
    assert.deepEqual(readText(su2, `${list}MESH_FILENAME= b.su2\nc.cfg)`), [first, mesh(2, 'b.su2')]);
  });

  it('a name is found in all of its spellings', () => {
    const random = new Random(2);
    const noise = [
      [
        '% comment MESH_FILENAME= no.su2',
        'SOLVER= EULER',
        'MARKER_FAR= ( far )',
        'MESH_OUT_FILENAME= out.su2',
      ],
      [
        '',
        '   ',
        '%',
        'CFL_NUMBER= 5.0 % 10',
        'RESTART_FILENAME= restart.dat',
        'MARKER_EULER= ( wing, \\',
        'tail )',
      ],
    ].flat();
    for (let round = 0; round < 400; round++) {
      const blank = () => random.pick(['', ' ', '  ', '\t']);
      const name = `${random.pick(['', './', '../up/', 'a-b/'])}m${random.hex(8)}.${random.pick(['su2', 'cgns'])}`;
      const spelled = random.pick([name, `'${name}'`, `(${name})`, `{ ${name} }`]);
      const key = random.pick(['MESH_FILENAME', 'mesh_filename', 'Mesh_Filename']);
      const comment = random.pick(['', ' % a mesh', '% MESH_FILENAME= no.su2']);
      const before = Array.from({ length: random.below(6) }, () => random.pick(noise));
      const after = Array.from({ length: random.below(6) }, () => random.pick(noise));
      const end = random.pick(['\n', '\r\n']);
      const statement = `${blank()}${key}${blank()}=${blank()}${spelled}${blank()}${comment}`;
      const text = [...before, statement, ...after].join(end);
      assert.deepEqual(readText(su2, text), [mesh(before.length + 1, name)], text);
    }
  });

  it('decks are recognised', () => {
    const deck = [
      '%%%%%%%%%%%%%%%%%%%%',
      '% Case: a wing       %',
      '%%%%%%%%%%%%%%%%%%%%',
      'SOLVER= EULER',
      'MATH_PROBLEM= DIRECT',
      'MARKER_FAR= ( far, \\',
      '  far_2 )',
      '',
      'MESH_FILENAME= wing.su2 % the mesh',
    ];
    assert.equal(su2.recognise(deck.join('\n')), 'certain');
    assert.equal(su2.recognise(deck.join('\r\n')), 'certain');
    assert.equal(su2.recognise(`${deck.join('\n')}\nMARKER_SYM= ( \\\n  side, \\\n  base\n)\n`), 'certain');
    assert.equal(su2.recognise('CONFIG_LIST= (a.cfg, b.cfg)'), 'possible');
    assert.equal(su2.recognise('MESH_FILENAME= wing.su2\n'), 'possible');
    assert.equal(su2.recognise('SOLVER= inc_rans\nMESH_FILENAME= wing.su2'), 'possible');
    const long = `${deck.join('\n')}\n${'CFL_NUMBER= 1\n'.repeat(6000)}`.slice(0, 65_530);
    assert.equal(su2.recognise(`${long}\nOPT_OB`), 'certain');
  });

  it('files of other programs are not recognised', () => {
    for (const text of [
      '',
      '%\n% only a comment\n',
      'SOLVER= EULER',
      'SOLVER= x\nMESH_FILENAME= y',
      'MESH_FILENAME = part.obj\nTEXTURE_FILENAME = x.png',
      '[mesh]\nMESH_FILENAME= a.su2\nMATH_PROBLEM= DIRECT\nRESTART_SOL= NO',
      '# settings\nMESH_FILENAME=a.su2\nRESTART_SOL=NO\nMATH_PROBLEM=DIRECT',
      'MESH_FILENAME= a.su2\nRESTART_SOL= NO\nMATH_PROBLEM= DIRECT\nwe run this case',
      'NDIME= 2\nNELEM= 1\n5 0 1 2\nNPOIN= 3\n0 0 0',
      'Set MESH_FILENAME= to the mesh.',
      'config = {"MESH_FILENAME": "a.su2"}\nimport os',
      'MESH_FILENAME: a.su2',
      'name,MESH_FILENAME\n1,2',
      '{"MESH_FILENAME": "a.su2"}',
      '<option name="MESH_FILENAME">a.su2</option>',
      '*NODE\n1, 0., 0., 0.\n*INCLUDE, INPUT=a.inc',
      '*KEYWORD\n*INCLUDE\na.k\n*END',
      "SOL 101\nCEND\nBEGIN BULK\nINCLUDE 'a.bdf'\nENDDATA",
      'FoamFile\n{\n    version 2.0;\n}\n#include "a"',
      '#RADIOSS STARTER\n/BEGIN\n#include a.inc\n/END',
      'lc = 0.1;\nMerge "a.msh";\nPoint(1) = {0, 0, 0, lc};',
      '/PREP7\nMESH_FILENAME=1\n/INPUT,a,inp\nFINISH',
      '[TITLE]\nA network\n[JUNCTIONS]\n;ID\n J1 = 2',
      'a pin cell\n1 0 -1\n\n1 so 5\n\nmode n\nimp:n=1 0',
    ]) {
      assert.equal(su2.recognise(text), undefined, text);
    }
  });

  it('hostile files give nothing', () => {
    const long = 'x'.repeat(1_000_000);
    for (const text of [
      `MESH_FILENAME= ${long}`,
      `MESH_FILENAME= '${long}`,
      `${long}=`,
      `MESH_FILENAME= ${'( '.repeat(500_000)}`,
      `MESH_FILENAME= ${'\\'.repeat(500_000)}`,
      '='.repeat(1_000_000),
      `${' '.repeat(1_000_000)}MESH_FILENAME`,
      'MESH_FILENAME= \0',
    ]) {
      assert.deepEqual(
        readText(su2, text).filter((item) => 'name' in item && item.name !== '\0'),
        [],
      );
      assert.equal(su2.recognise(text.slice(0, 65_536)) === 'certain', false);
    }
    // A quote that never closes is a part of the name, which ends with the line.
    assert.deepEqual(readText(su2, "MESH_FILENAME= 'a\nITER= 1"), [mesh(1, "'a")]);
  });

  it('a list holds many names, but not any number', () => {
    const lines = Array.from({ length: 150_000 }, (_, zone) => `zone${zone}.cfg, \\`);
    const items = readText(su2, `CONFIG_LIST= \\\n${lines.join('\n')}`);
    assert.equal(items.length, 100_000);
    assert.deepEqual(items.at(-1), { line: 100_001, name: 'zone99999.cfg', content: 'deck' });
  });
});
