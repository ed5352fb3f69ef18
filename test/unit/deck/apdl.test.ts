import assert from 'node:assert/strict';
import { apdl } from '../../../src/deck/formats/apdl';
import { Random } from '../../simulation/random';
import { readText } from './support/readText';

const read = (...lines: string[]) => readText(apdl, lines.join('\n'));
const deck = (name: string, line = 1) => ({ line, name, content: 'deck' });
const data = (name: string, line = 1) => ({ line, name, content: 'data' });
/** Why each of the files can't be checked. */
const reasons = (...lines: string[]) =>
  read(...lines).map((item) => ('name' in item ? [item.name, item.uncheckable] : [item.folder]));

describe('Ansys APDL', () => {
  it('a file of commands is found in all spellings', () => {
    for (const line of [
      '/INPUT,model,inp',
      '/input,model,inp',
      '/INP,model,inp',
      '/Inpu , model , inp',
      '   /INPUT,model,inp',
      '\t/INPUT,\tmodel,\tinp',
      "/INPUT,'model','inp'",
      "/INPUT,'model',inp",
      '/INPUT,model.inp',
      "/INPUT,'model.inp'",
      '/INPUT,model,inp,,,1',
      '/INPUT,model,inp,,:START',
      '/INPUT,model,inp ! the model',
      "/INPUT,model,inp!don't",
      'FINISH $ /INPUT,model,inp $ /PREP7',
      "K,1,'$' $/INPUT,model,inp$",
      'x=(1 $ /INPUT,model,inp',
      'y=a(1,2) $ /INPUT,model,inp',
      '\ufeff/INPUT,model,inp',
    ]) {
      assert.deepEqual(read(line), [deck('model.inp')], line);
    }
  });

  it('a folder and blanks belong to the name', () => {
    assert.deepEqual(read("/INPUT,'my model','inp','../load cases/'"), [deck('../load cases/my model.inp')]);
    assert.deepEqual(read('/INPUT,model,inp,parts'), [deck('parts/model.inp')]);
    assert.deepEqual(read("/INPUT,'model','inp','parts\\'"), [deck('parts\\model.inp')]);
    assert.deepEqual(read("/INPUT,'C:\\jobs\\model','inp'"), [deck('C:\\jobs\\model.inp')]);
    assert.deepEqual(read("/INPUT,'a,b$c!d','inp'"), [deck('a,b$c!d.inp')]);
  });

  it('later versions ignore the folder of other commands', () => {
    assert.deepEqual(read('CDREAD,DB,wing,cdb,parts'), [
      { ...data('parts/wing.cdb'), spellings: ['parts/wing.cdb', 'wing.cdb'] },
    ]);
    // It is the number of lines to skip, one field too early.
    assert.deepEqual(read('*TREAD,heat,heat,csv,2'), [data('heat.csv')]);
  });

  it('the files of the other commands are read', () => {
    const cases: [line: string, ...spellings: string[]][] = [
      ['CDREAD,DB,wing,cdb', 'wing.cdb'],
      ['cdre,comb,wing,cdb', 'wing.cdb'],
      ['CDREAD,DB,wing,cdb,,tail,iges', 'wing.cdb'],
      ['CDREAD,DB,wing', 'wing', 'wing.cdb'],
      ['CDREAD,SOLID,,,,wing,iges', 'wing.iges'],
      ['*TREAD,heat,heat,csv,,2', 'heat.csv'],
      ['*VREAD,loads(1),loads,txt,,IJK,3,10', 'loads.txt'],
      ['*SREAD,names,names,txt', 'names.txt'],
      ['PARRES,CHANGE,wing,parm', 'wing.parm'],
      ['PARRES,,wing', 'wing', 'wing.parm'],
      ['RESUME,wing,db', 'wing.db'],
      ['RESU,wing', 'wing', 'wing.db'],
      ['MPREAD,steel,mp', 'steel.mp'],
      ['SECREAD,beam,sect,,MESH', 'beam.sect'],
      ['NREAD,wing,node', 'wing.node'],
      ['EREAD,wing', 'wing', 'wing.elem'],
      ['ABBRES,NEW,bar,abbr', 'bar.abbr'],
      ['IGESIN,wing,iges', 'wing.iges'],
      ['~SATIN,wing,sat', 'wing.sat'],
      ["~PARAIN,'wing','x_t','../cad/'", '../cad/wing.x_t'],
      ['*ULIB,library,mlib', 'library.mlib'],
      ['/UPF,usermat.F', 'usermat.F'],
      ["~CAT5IN,wing,CATPart,'../cad'", '../cad/wing.CATPart'],
      ['~CATIAIN,wing', 'wing', 'wing.CATPart', 'wing.CATProduct', 'wing.model'],
      ['~UGIN,wing', 'wing', 'wing.prt'],
      ['~PROEIN,wing', 'wing', 'wing.prt', 'wing.asm'],
      ['LDREAD,TEMP,1,LAST,,,thermal,rth', 'thermal.rth'],
      ['ldre,temp,,,,,thermal', 'thermal', 'thermal.rst', 'thermal.rth', 'thermal.rmg'],
      ['FILE,thermal,rth', 'thermal.rth'],
      ['file,thermal', 'thermal', 'thermal.rst', 'thermal.rth', 'thermal.rmg'],
      ['UPGEOM,1,LAST,LAST,buckling,rst', 'buckling.rst'],
    ];
    for (const [line, ...spellings] of cases) {
      const [name = ''] = spellings;
      assert.deepEqual(
        read(line, '(F8.3)'),
        [spellings.length > 1 ? { ...data(name), spellings } : data(name)],
        line,
      );
    }
    assert.deepEqual(read('*USE,load,1,inp'), [{ ...deck('load'), spellings: ['load', 'load.mac'] }]);
    assert.deepEqual(read('*USE,load.mac,x,y'), [deck('load.mac')]);
    assert.deepEqual(read('CDREAD,ALL,wing,cdb,,wing,iges'), [data('wing.cdb'), data('wing.iges')]);
  });

  it('nothing else is a reference', () => {
    for (const line of [
      '! /INPUT,a,inp',
      'FINISH ! $ /INPUT,a,inp',
      '/COM, see $ /INPUT,a,inp',
      '/COM see $ /INPUT,a,inp',
      '/TITLE, a $ /INPUT,a,inp',
      'C*** $ /INPUT,a,inp',
      '/SYS, cp a b $ /INPUT,a,inp',
      '*ABBR,GO,/INPUT,a,inp $ /INPUT,a,inp',
      '*CFWRITE,/INPUT,a,inp',
      'INPUT,a,inp',
      '//INPUT,a,inp',
      '*/INPUT,a,inp',
      '/INQUIRE,here,EXIST,a,inp',
      '/INPUT',
      '/INPUT,',
      '/INPUT,,mcom',
      '/INPUT,TERM',
      '/INPUT a.inp',
      'LDREAD,TEMP,,,,,,rth',
      'FILE,,rst',
      'FILEDISP,a,grph',
      'FILEAUX2,a,full',
      'FILE(1) = 2',
      'RESUME',
      'RESUME,,db',
      'RESUL(1,2)=3',
      "Nreac(1,3) = 'FZ1'",
      'RESUME_1 = 3',
      '*VREAD,loads(1)',
      'SAVE,a,db',
      'CDWRITE,DB,a,cdb',
      '*CFOPEN,a,mac',
      '/OUTPUT,a,out',
      'PARSAV,ALL,a,parm',
      'IGESOUT,a,iges',
      'CDREAD,SOLID,wing,cdb',
      "/INPUT,'a,inp",
      "/INPUT,a'b,inp",
      "/INPUT,'a''b',inp",
      "K,1,'$ /INPUT,a,inp'",
      ...['1,/INPUT,a,inp', '(/INPUT,a,inp)', '-1 $ /INPUT,a,inp', ',a,inp'],
    ]) {
      assert.deepEqual(read(line), [], line);
    }
  });

  it('the line after some commands is a format', () => {
    assert.deepEqual(read('*VWRITE,name', '/INPUT,%C,inp', 'FINISH'), []);
    assert.deepEqual(read('*MSG,INFO,name', 'reads &', '/INPUT,a,inp &', '/INPUT,b,inp', '/INPUT,c,inp'), [
      deck('c.inp', 5),
    ]);
    assert.deepEqual(read('*VREAD,loads(1),loads,txt', '*USE,a', '/INPUT,c,inp'), [
      data('loads.txt'),
      deck('c.inp', 3),
    ]);
  });

  it('only the solver knows the values of parameters', () => {
    assert.deepEqual(
      reasons(
        '/INPUT,load%i%,inp',
        "/INPUT,'load','inp','%folder%'",
        '/INPUT,names(2),inp',
        '/INPUT,names(1,n(2,3)),inp',
        '/INPUT,ARG1,inp',
        '*USE,AR19',
        "Part = 'wing'",
        'CDREAD,DB,part,cdb',
        "*SET,ext,'inp'",
        '/INPUT,model,EXT',
        '*DO,i,1,3',
        'RESUME,I,db',
        '*ENDDO',
        "/INPUT,'part',inp",
        "/INPUT,'part(1)',inp",
      ),
      [
        ['load%i%.inp', 'parameter'],
        ['%folder%/load.inp', 'parameter'],
        ['names(2).inp', 'parameter'],
        ['names(1,n(2,3)).inp', 'parameter'],
        ['ARG1.inp', 'parameter'],
        ['AR19', 'parameter'],
        ['part.cdb', 'parameter'],
        ['model.EXT', 'parameter'],
        ['I.db', 'parameter'],
        ['part.inp', undefined],
        ['part(1).inp', undefined],
      ],
    );
  });

  it('a parameter may come from the solver, from the system or from the user', () => {
    const inputs = ['/INPUT,jn,inp', "/INPUT,'jn',inp"];
    for (const line of ['*GET,jn,ACTIVE,0,JOBNAM', '/INQUIRE,jn,JOBNAME', '*ask,jn,Which $ one, please']) {
      assert.deepEqual(
        reasons(line, ...inputs),
        [
          ['jn.inp', 'parameter'],
          ['jn.inp', undefined],
        ],
        line,
      );
    }
  });

  it('the files of the user interface and of a user cannot be checked', () => {
    assert.deepEqual(
      reasons(
        "/INPUT,menust,tmp,'',,,,,,,1",
        '/INPUT,start115,ans',
        '/input,start,ans',
        "/INPUT,stop,ans,'C:\\apdl\\'",
        '/INPUT,starter,ans',
        '/INPUT,~/a,inp',
        "/INPUT,a,inp,'~/b'",
        '/CWD,~/runs',
        '/INPUT,c,inp',
      ),
      [
        ['menust.tmp', 'installation'],
        ['start115.ans', 'installation'],
        ['start.ans', 'installation'],
        ['C:\\apdl\\stop.ans', 'installation'],
        ['starter.ans', undefined],
        ['~/a.inp', 'variable'],
        ['~/b/a.inp', 'variable'],
        ['c.inp', 'parameter'],
      ],
    );
  });

  it('results are outputs once the solver has run the job', () => {
    const cases: [before: string[], reason: string | undefined][] = [
      [[], undefined],
      [['/FILNAME,thermal'], undefined],
      [['/FILNAME,wing', 'SOLVE'], undefined],
      [['/FILNAME,thermal', 'SOLVE', '/FILNAME,wing'], 'output'],
      [['/FILNAME,Thermal', 'LSSOLVE,1,3'], 'output'],
      // The job has the name with which the solver was started.
      [['SOLVE'], 'output'],
      [['/FILNAME,wing', '/INPUT,thermal,inp'], 'optional'],
      [['*USE,solvewing.mac'], 'optional'],
      [['RESWRITE,thermal,rth'], 'output'],
      [['/ASSIGN,RTH,thermal,rth'], 'output'],
      [['*IF,n,GT,1,THEN'], 'optional'],
    ];
    for (const [before, reason] of cases) {
      for (const line of ['LDREAD,TEMP,,,,,thermal,rth', 'FILE,thermal,rth'])
        assert.deepEqual(reasons(...before, line).at(-1), ['thermal.rth', reason], before.join(' $ '));
    }
    // The solver writes results only.
    assert.deepEqual(reasons('SOLVE', 'RESUME,wing,db'), [['wing.db', undefined]]);
  });

  it('files that the deck writes before are outputs', () => {
    const cases: [write: string, read: string, name: string][] = [
      ['*CREATE,load', '*USE,load', 'load'],
      ['*CREATE,load,mac', '*USE,LOAD', 'LOAD'],
      ['*CFOPEN,load,inp', '/INPUT,./load,inp', './load.inp'],
      ['*CFOPEN,out\\load,inp', '/INPUT,out/load,inp', 'out/load.inp'],
      ['CDWRITE,DB,wing,cdb', 'CDREAD,DB,wing,cdb', 'wing.cdb'],
      ['PARSAV,ALL,wing,parm', 'PARRES,NEW,wing,parm', 'wing.parm'],
      ['SAVE,wing,db', 'RESUME,wing,db', 'wing.db'],
      ['SAVE,wing', 'RESUME,wing', 'wing'],
      ['/OUTPUT,loads,txt', '*TREAD,loads,loads,txt', 'loads.txt'],
      ['*MWRITE,a,loads,txt', '*SREAD,loads,loads,txt', 'loads.txt'],
      ['/COPY,a,txt,,loads,txt', '*SREAD,loads,loads,txt', 'loads.txt'],
      ['/COPY,names(1,2),txt,,loads,txt', '*SREAD,loads,loads,txt', 'loads.txt'],
      ['/RENAME,a,txt,,loads,txt', '*SREAD,loads,loads,txt', 'loads.txt'],
      ['MPWRITE,steel,mp', 'MPREAD,steel,mp', 'steel.mp'],
      ['SECWRITE,beam,sect', 'SECREAD,beam,sect', 'beam.sect'],
      ['NWRITE,wing,node', 'NREAD,wing,node', 'wing.node'],
      ['EWRITE,wing,elem', 'EREAD,wing,elem', 'wing.elem'],
      ['LGWRITE,log,lgw', '/INPUT,log,lgw', 'log.lgw'],
      ['IGESOUT,wing,iges', 'IGESIN,wing,iges', 'wing.iges'],
      // Without a name, they get the name of the job.
      ['/FILNAME,wing $ SAVE', 'RESUME,wing,db', 'wing.db'],
      ['/FILNAME,wing $ CDWRITE,DB', 'CDREAD,DB,wing,cdb', 'wing.cdb'],
      ['SAVE', 'RESUME,wing,db', 'wing.db'],
      ['FINISH', '/INPUT,wing,mcom', 'wing.mcom'],
    ];
    for (const [write, line, name] of cases) {
      assert.deepEqual(reasons(write, '(F8.3)', line), [[name, 'output']], write);
    }
    for (const [write, line, name] of [
      ['SAVE,wing,db', 'RESUME,tail,db', 'tail.db'],
      ['/FILNAME,wing $ SAVE', 'RESUME,tail,db', 'tail.db'],
      ['SAVE', 'CDREAD,DB,wing,cdb', 'wing.cdb'],
      ['/COPY,loads,txt,,copy,txt', '*SREAD,loads,loads,txt', 'loads.txt'],
    ] as const) {
      assert.deepEqual(reasons(write, line), [[name, undefined]], write);
    }
    assert.deepEqual(reasons('RESUME,wing,db', 'SAVE,wing,db'), [['wing.db', undefined]]);
  });

  it('a file that is read on a condition is optional', () => {
    assert.deepEqual(
      reasons(
        '*ENDIF',
        '*IF,a,EQ,1,THEN',
        '/INPUT,a,inp',
        '*IF,a,EQ,2,OR,b,EQ,2,THEN',
        '*ELSEIF,b,EQ,1,THEN',
        '*ENDIF',
        '*ELSE',
        '/INPUT,b,inp',
        '*ENDIF',
        '/INPUT,c,inp',
        '*IF,a,EQ,1,:end',
        '/INPUT,d,inp',
        ':END',
        '/INPUT,e,inp',
        '*GO,:last',
        '/INPUT,f,inp',
        ':other',
        '/INPUT,g,inp',
        ':last',
        '*DO,i,1,3',
        '*IF,i,EQ,2,CYCLE',
        '/INPUT,h,inp',
        '*ENDDO',
      ),
      [
        ['a.inp', 'optional'],
        ['b.inp', 'optional'],
        ['c.inp', undefined],
        ['d.inp', 'optional'],
        ['e.inp', undefined],
        ['f.inp', 'optional'],
        ['g.inp', 'optional'],
        ['h.inp', undefined],
      ],
    );
  });

  it('a macro may come from a library or another file', () => {
    assert.deepEqual(reasons('*ULIB,library', '*USE,load'), [
      ['library', undefined],
      ['load', 'optional'],
    ]);
    assert.deepEqual(reasons('/INPUT,macros,inp', '*USE,load', '*USE,load.mac', '/INPUT,model,inp'), [
      ['macros.inp', undefined],
      ['load', 'optional'],
      ['load.mac', undefined],
      ['model.inp', undefined],
    ]);
    assert.deepEqual(reasons('MPREAD,steel,,,LIB'), [['steel', 'installation']]);
  });

  it('nothing follows the end of a deck', () => {
    for (const end of ['/EOF', '/EXIT,NOSAVE', '/exit', '/EOF ! done']) {
      assert.deepEqual(read('/INPUT,a,inp', end, '/INPUT,b,inp'), [deck('a.inp')], end);
    }
    assert.deepEqual(read('/EOF $ /INPUT,a,inp'), []);
    for (const lines of [
      ['*CREATE,load,mac', '/EOF', '*END'],
      ['*IF,a,EQ,1,THEN', '/EXIT', '*ENDIF'],
    ]) {
      assert.deepEqual(read(...lines, '/INPUT,b,inp'), [deck('b.inp', 4)]);
    }
    let count = 0;
    const lines = (function* () {
      for (const text of ['/EOF', '/INPUT,a,inp']) yield { number: ++count, text };
    })();
    assert.deepEqual([...apdl.read(lines)], []);
    assert.equal(count, 1);
  });

  it('the working folder and the folder of the macros are searched', () => {
    assert.deepEqual(read("/CWD,'load cases'", '/PSEARCH,macros/', '/INPUT,a,inp'), [
      { line: 1, folder: 'load cases' },
      { line: 2, folder: 'macros/' },
      deck('a.inp', 3),
    ]);
    assert.deepEqual(read('/PSEARCH,OFF', '/CWD', '/CWD,', "/CWD,'a"), []);
    for (const unknown of ["/CWD,'%folder%'", '/CWD,folders(1,2)', "folder='x' $ /CWD,folder"]) {
      assert.deepEqual(reasons(unknown, '/INPUT,a,inp'), [['a.inp', 'parameter']], unknown);
    }
  });

  it('a name is found in all of its spellings', () => {
    const random = new Random(3);
    const noise = [
      ...['/PREP7', 'ET,1,SOLID185', "/COM, it's /INPUT,no,inp", '! /INPUT,no,inp', '', '   ', 'N,1,0.5,,1'],
      ...[
        '  1 2 3 -4.5E-3',
        '*GET,count,NODE,0,COUNT',
        'x=3 $ y=4',
        'ALLSEL,ALL',
        '/TITLE, a $ /INPUT,no,inp',
      ],
    ];
    for (let round = 0; round < 400; round++) {
      const blank = () => random.pick(['', ' ', '  ', '\t']);
      const stem = `${random.pick(['', '../', 'a-b/', 'my folder/'])}m${random.hex(8)}`;
      const quote = stem.includes(' ') || random.chance(0.5) ? "'" : '';
      const name = `${quote}${stem}${quote}`;
      const command = random.pick(['/INPUT', '/input', '/INP', '/Inpu']);
      const statement = [
        random.pick(['', '', 'FINISH $', 'K,1,0,0$']),
        `${blank()}${command}${blank()},${blank()}${name}${blank()},${blank()}inp${blank()}`,
        random.pick(['', ',,,1', '! a file', '$FINISH', "$ /COM, don't"]),
      ].join('');
      const before = Array.from({ length: random.below(6) }, () => random.pick(noise));
      const after = Array.from({ length: random.below(6) }, () => random.pick(noise));
      const text = [...before, statement, ...after].join(random.pick(['\n', '\r\n']));
      assert.deepEqual(readText(apdl, text), [deck(`${stem}.inp`, before.length + 1)], text);
    }
  });

  it('decks are recognised', () => {
    const lines = ['! A plate', '/FILNAME,plate', '/PREP7', 'ET,1,SOLID185', 'MP,EX,1,2.1e5', ',NUXY,1,0.3'];
    assert.equal(apdl.recognise(lines.join('\n')), 'certain');
    assert.equal(apdl.recognise(lines.join('\r\n').toLowerCase()), 'certain');
    assert.equal(
      apdl.recognise('NBLOCK,6,SOLID\n(3i9,6e21.13e3)\n 1 0 0 0.5\nCMBLOCK,A,NODE,1\n(8i10)\n'),
      'certain',
    );
    assert.equal(apdl.recognise('*CREATE,load,mac\nf,arg1,fx,arg2\n*END'), 'possible');
    // The line behind a message is its text, whatever it looks like.
    assert.equal(apdl.recognise('/inp,a,inp\n*msg,,x,y\nof x: %G &\nof y: %G\n/inp,b,inp'), 'possible');
    assert.equal(apdl.recognise('/inp,a,inp\nof x: %G\n/inp,b,inp'), undefined);
    for (const line of ['/INPUT,a,inp', 'CDREAD,DB,a,cdb', '*USE,a.mac', "/inp,'a','inp'"]) {
      assert.equal(apdl.recognise(line), 'possible', line);
    }
    assert.equal(apdl.recognise('/BATCH\n/COM,ANSYS RELEASE 19.0\n/input,menust,tmp'), 'possible');
    const long = `${lines.join('\n')}\n${'N,1,0,0,0\n'.repeat(7000)}`.slice(0, 65_530);
    assert.equal(apdl.recognise(`${long}\nthe cut`), 'certain');
  });

  it('files of other programs are not recognised', () => {
    const script = ['/PREP7', 'ET,1,SOLID185', '/INPUT,a,inp', 'FINISH'];
    for (const text of [
      '',
      '! only a comment',
      'FINISH',
      '/input,a',
      '*USE,a ! and b.c',
      'a,b,c\n1,2,3',
      `# How to\n\nRun this:\n\`\`\`\n${script.join('\n')}\n\`\`\`\nand then wait.`,
      `import a\n\nb = a.run("""\n${`${script.join('\n')}\n`.repeat(50)}""")\n`,
      `from a import b\nb.run("""\n${script.join('\n')}\n""")\nb.exit()`,
      `#include <stdio.h>\nint main() {\n${script.map((line) => `  puts("${line}");`).join('\n')}\n}`,
      `#!/bin/sh\ncat > a <<E\n${script.join('\n')}\nE\nexport A=1`,
      '{"commands": ["/PREP7", "/SOLU"]}',
      '<deck>\n/PREP7\n/SOLU\n</deck>',
      '[solver]\ncommand=/PREP7\n; /SOLU',
      '*NODE\n1, 0., 0., 0.\n*ELEMENT, TYPE=C3D8\n*INCLUDE, INPUT=a.inc\n*END STEP',
      '*KEYWORD\n*INCLUDE\na.k\n*DEFINE_CURVE\n1,0\n*END',
      "SOL 101\nCEND\nBEGIN BULK\nGRID,1,,0.,0.,0.\nINCLUDE 'a.bdf'\nENDDATA",
      'FoamFile\n{\n    version 2.0;\n}\n#include "a"',
      '#RADIOSS STARTER\n/BEGIN\nplate\n/MAT/ELAST/1\nsteel\n#include a.inc\n/END',
      '% a wing\nSOLVER= EULER\nMESH_FILENAME= a.su2',
      'lc = 0.1;\nMerge "a.msh";\nPoint(1) = {0, 0, 0, lc};',
      '[TITLE]\nA network\n[JUNCTIONS]\n;ID\n J1 2 3',
      'a pin cell\n1 0 -1\n\n1 so 5\n\nmode n\nimp:n=1 0',
      'The file is read with\n/INPUT,a,inp',
      `The file is read with\n/INPUT,a,inp\n${'a,b\n'.repeat(50)}`,
      'It begins with\n/PREP7\nand goes on with\n/SOLU\nuntil the end.',
    ]) {
      assert.equal(apdl.recognise(text), undefined, text);
    }
  });

  it('hostile files give nothing', () => {
    const long = 'x'.repeat(1_000_000);
    for (const text of [
      `/INPUT,${long}`,
      `/INPUT,'${long}`,
      `/INPUT,'${long}','inp'`,
      `/CWD,'${long}'`,
      `/${long}`,
      `RESU${long}`,
      ','.repeat(1_000_000),
      `/INPUT${','.repeat(1_000_000)}`,
      '$'.repeat(1_000_000),
      "'".repeat(1_000_000),
      ' '.repeat(1_000_000),
      `/INPUT${' '.repeat(1_000_000)}a,inp`,
      ':'.repeat(1_000_000),
      "/INPUT,'a\nb','inp'",
      '\0\u0001\u0007/INPUT,a,inp',
    ]) {
      assert.deepEqual(readText(apdl, text), []);
      assert.equal(apdl.recognise(text.slice(0, 65_536)) === 'certain', false);
    }
    assert.deepEqual(read('/INPUT,a\0b,inp'), [deck('a\0b.inp')]);
  });

  it('many files are read', () => {
    const lines = Array.from({ length: 100_000 }, (_, number) => `/INPUT,part${number},inp`);
    const items = read(...lines);
    assert.equal(items.length, 100_000);
    assert.deepEqual(items.at(-1), deck('part99999.inp', 100_000));
  });

  it('a deck that writes very many files may write any', () => {
    const lines = Array.from({ length: 100_001 }, (_, number) => `SAVE,case${number},db`);
    const read = 'RESUME,wing,db';
    assert.deepEqual(reasons([...lines, read].join('\n')), [['wing.db', 'output']]);
    assert.deepEqual(reasons([...lines.slice(2), read].join('\n')), [['wing.db', undefined]]);
  });
});
