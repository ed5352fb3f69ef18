import assert from 'node:assert/strict';
import { checkTree } from './support/checks';

/** Decks after public reports; `test/reports/README.md` has their addresses. */
describe('A deck that was reported', () => {
  const heat = '*MATERIAL, NAME=STEEL\n*STEP\n*HEAT TRANSFER\n*END STEP\n';

  it('names files with blanks that the solver takes out', async () => {
    const tree = {
      'plate.inp': `*INCLUDE,INPUT=node sets.inp\n*INCLUDE,INPUT=my parts/bolt.inp\n*INCLUDE,INPUT=weld seam.inp\n*TEMPERATURE, FILE=old run\n${heat}`,
      'node sets.inp': '*NSET,NSET=T\n1,\n',
      'my parts/bolt.inp': '*NSET,NSET=B\n1,\n',
      'weldseam.inp': '*NSET,NSET=W\n1,\n',
      'old run.frd': 'x',
    };
    assert.deepEqual(await checkTree(tree, { items: ['plate.inp', 'node sets.inp', 'weldseam.inp'] }), [
      'plate.inp:1 node sets.inp deck nameDiffers, actual node sets.inp, read as nodesets.inp',
      'plate.inp:2 my parts/bolt.inp deck nameDiffers, actual my parts/bolt.inp, read as myparts/bolt.inp, could add my parts/bolt.inp',
      'plate.inp:3 weld seam.inp deck found',
      'plate.inp:4 old run data nameDiffers, actual old run.frd, read as oldrun, could add old run.frd',
    ]);
  });

  it('names a file as it is seen from the outermost folder', async () => {
    const tree = {
      'Solid/tube.inp': `*INCLUDE, INPUT=Solid/fixed.nam\n${heat}`,
      'Solid/fixed.nam': '*NSET,NSET=Nfix\n1,\n',
      'parts/wing.geo': 'SetFactory("OpenCASCADE");\nPoint(1) = {0, 0, 0, 1};\nMerge "parts/wing.step";\n',
      'parts/wing.step': 'ISO-10303-21;\n',
      'bulk/tank.bdf': "SOL 101\nCEND\nBEGIN BULK\nINCLUDE '.\\bulk\\grids.nas'\nENDDATA\n",
      'bulk/grids.nas': 'GRID,1,,0.,0.,0.\n',
    };
    assert.deepEqual((await checkTree(tree)).sort(), [
      'Solid/tube.inp:1 Solid/fixed.nam deck nameDiffers, actual Solid/fixed.nam',
      'bulk/tank.bdf:4 .\\bulk\\grids.nas deck nameDiffers, actual bulk/grids.nas, has backslashes',
      'parts/wing.geo:3 parts/wing.step data nameDiffers, actual parts/wing.step',
    ]);
  });

  it('reads a file with its own name, which lies beside it', async () => {
    const modal = (step: string) =>
      `*NODE,NSET=Nall\n1,0,0,0\n*MATERIAL,NAME=EL\n*STEP\n${step}\n*END STEP\n`;
    const restart = `*RESTART,READ,STEP=3\n*HEADING\nflap\n${heat}`;
    const tree = {
      'beam.inp': modal('*MODAL DYNAMIC'),
      'beam.eig': 'x',
      'bar.inp': modal('*STEADY STATE DYNAMICS'),
      'bar.eig': 'x',
      'both.inp': modal('*FREQUENCY,STORAGE=YES\n*END STEP\n*STEP\n*MODAL DYNAMIC'),
      'both.eig': 'x',
      'bare.inp': modal('*MODAL DYNAMIC'),
      'flap.inp': restart,
      'flap.rin': 'x',
      'car_0000.rad': '#RADIOSS STARTER\n/BEGIN\ncar\n/NODE\n1 0 0 0\n/END\n',
      'car_0001.rad': '/VERS/2022\n/RUN/car/1/\n0.1\n',
      sledD00: '#RADIOSS STARTER\n/BEGIN\nsled\n/END\n',
      sledD01: '/RUN/sled/1/\n0.1\n',
    };
    const items = Object.keys(tree).filter((name) => /\.inp$|_0000|D00/.test(name));
    assert.deepEqual((await checkTree(tree, { items })).sort(), [
      'bar.inp:5 bar.eig optional notSelected, could add bar.eig',
      'beam.inp:5 beam.eig optional notSelected, could add beam.eig',
      'car_0000.rad:2 car_0001.rad optional notSelected, could add car_0001.rad',
      'flap.inp:1 flap.rin optional notSelected, could add flap.rin',
      'sledD00:2 sledD01 optional notSelected, could add sledD01',
    ]);
  });

  it('goes on from an earlier job that it does not name', async () => {
    const start = '*HEADING\ntube\n*NODE\n1,0.,0.,0.\n';
    const step = '*STEP\n*STATIC\n1.,1.\n';
    const tree = {
      'again.inp': `*HEADING\ntube, second part\n*RESTART, READ, STEP=1, INC=20\n${step}*RESTART, WRITE, OVERLAY\n*END STEP\n`,
      'tube1.res': 'x',
      'tube1.odb': 'x',
      'calculix.inp': `*RESTART,READ\n${step}*END STEP\n`,
      'calculix.rin': 'x',
      'first.inp': `${start}${step}*RESTART, WRITE, FREQUENCY=20\n*END STEP\n`,
      'imported.inp': `${start}*IMPORT, STEP=2, UPDATE=YES\nA\n*IMPORT, STEP=2\nB\n*IMPORT NSET\nN\n${step}*END STEP\n`,
      'library.inp': `${start}*INSTANCE, LIBRARY=tube1, INSTANCE=A\n*IMPORT, STATE=YES\n*END INSTANCE\n${step}*END STEP\n`,
      'global.inp': `${start}*SUBMODEL, TYPE=NODE,\n EXTERIOR TOLERANCE=0.1\nN\n${step}*END STEP\n`,
    };
    assert.deepEqual((await checkTree(tree)).sort(), [
      'again.inp:3 *RESTART, READ earlierJob cannotCheck',
      'calculix.inp:1 calculix.rin optional found',
      'global.inp:5 *SUBMODEL earlierJob cannotCheck',
      'imported.inp:5 *IMPORT earlierJob cannotCheck',
      'library.inp:5 tube1 data found',
    ]);
  });

  it('has a boundary condition whose points are in a folder of the case', async () => {
    const head = (object: string) => `FoamFile\n{\n    class volVectorField;\n    object ${object};\n}\n`;
    const field = (patch: string, condition: string) =>
      `${head('U')}boundaryField\n{\n    ${patch}\n    {\n        type ${condition};\n        offset (0 0 0);\n    }\n}\n`;
    const tree = {
      'case/system/controlDict': `${head('controlDict')}startTime 0;\n`,
      'case/0/U': field('inlet', 'timeVaryingMappedFixedValue'),
      'case/0/k': field('upper', 'timeVaryingMappedFixedValue'),
      'case/0/R': field('left', 'turbulentDFSEMInlet'),
      'case/0/L': field('right', 'turbulentDFSEMInlet'),
      'case/constant/boundaryData/inlet/points': '(\n(0 0 0)\n)\n',
      'case/constant/boundaryData/left/points.gz': 'x',
      'made/system/controlDict': `${head('controlDict')}startTime 0;\n`,
      'made/Allrun': '#!/bin/sh\nmakePoints\n',
      'made/0/U': field('inlet', 'timeVaryingMappedFixedValue'),
    };
    const items = Object.keys(tree).filter((name) => !name.includes('boundaryData'));
    assert.deepEqual((await checkTree(tree, { items })).sort(), [
      'case/0/L:10 constant/boundaryData/right/points optional cannotCheck',
      'case/0/R:10 constant/boundaryData/left/points optional notSelected, could add case/constant/boundaryData/left/points.gz',
      'case/0/U:10 constant/boundaryData/inlet/points data notSelected, could add case/constant/boundaryData/inlet/points',
      'case/0/k:10 constant/boundaryData/upper/points data missing',
      'made/0/U:10 constant/boundaryData/inlet/points optional cannotCheck',
    ]);
    assert.deepEqual(
      (await checkTree(tree, { items: ['case'] })).filter((line) => line.endsWith('found')),
      [
        'case/0/R:10 constant/boundaryData/left/points optional found',
        'case/0/U:10 constant/boundaryData/inlet/points data found',
      ],
    );
  });

  it('has a quotation mark that is never closed', async () => {
    const tree = {
      'tank.nas':
        "SOL 101\nASSIGN INPUTT4='modes.op4\nCEND\nBEGIN BULK\nINCLUDE 'Tank\n  \\Bolt.NAS\nGRID,1,,0.,0.,0.\nENDDATA\n",
      'main.inp': `*INCLUDE, INPUT="mesh.inp\n${heat}`,
    };
    assert.deepEqual(await checkTree(tree), [
      'main.inp:1 mesh.inp quotationMark cannotCheck',
      'tank.nas:2 modes.op4 quotationMark cannotCheck',
      'tank.nas:5 Tank quotationMark cannotCheck',
    ]);
  });

  it('names a deck of another format', async () => {
    const tree = {
      'car_0000.rad': '#RADIOSS STARTER\n/BEGIN\ncar\n/INCLUDE_LS-DYNA/1\nsub/camry.k\n/END\n',
      'sub/camry.k': '*KEYWORD\n*INCLUDE\nmesh.k\n*END\n',
      'sub/mesh.k': '*NODE\n1,0,0,0\n',
      'main.k': '*KEYWORD\n*INCLUDE_RADIOSS\nmat.rad\n*INCLUDE_NASTRAN\nskin.nas\n*END\n',
      'mat.rad': '#RADIOSS STARTER\n#include law.inc\n/MAT/LAW36/1\nsteel\n',
      'skin.nas': "INCLUDE 'grids.nas'\n",
    };
    const found = [
      'car_0000.rad:5 sub/camry.k deck notSelected, could add sub/camry.k',
      'sub/camry.k:3 mesh.k deck notSelected, could add sub/mesh.k',
      'main.k:3 mat.rad deck notSelected, could add mat.rad',
      'mat.rad:2 law.inc deck missing',
      'main.k:5 skin.nas deck notSelected, could add skin.nas',
      'skin.nas:1 grids.nas deck missing',
    ];
    assert.deepEqual(await checkTree(tree, { items: ['car_0000.rad', 'main.k'] }), found);
    const all = found.map((line) => line.replace(/notSelected, .*/, 'found'));
    assert.deepEqual(await checkTree(tree), all);
  });

  const unsteady = 'SOLVER= RANS\nMATH_PROBLEM= DIRECT\nTIME_DOMAIN= YES\nRESTART_SOL= YES\n';

  it('goes on with an unsteady run', async () => {
    const tree = {
      'two.cfg': `${unsteady}TIME_MARCHING= DUAL_TIME_STEPPING-2ND_ORDER\nRESTART_ITER= 10\nSOLUTION_FILENAME= flow\n`,
      'one.cfg': `${unsteady}TIME_MARCHING= DUAL_TIME_STEPPING-1ST_ORDER\nRESTART_ITER= 8\nREAD_BINARY_RESTART= NO\nSOLUTION_FILENAME= flow.dat\n`,
      'old.cfg':
        'MATH_PROBLEM= DIRECT\nUNSTEADY_SIMULATION= TIME_STEPPING\nRESTART_SOL= YES\nUNST_RESTART_ITER= 9\nSOLUTION_FLOW_FILENAME= flow.dat\nMARKER_FAR= ( far )\n',
      'unknown.cfg': `${unsteady}TIME_MARCHING= DUAL_TIME_STEPPING-2ND_ORDER\nSOLUTION_FILENAME= flow\n`,
      'flow_00009.dat': 'x',
      'flow_00008.dat': 'x',
      'flow_00007.csv': 'x',
      'flow_00006.csv': 'x',
    };
    const items = ['two.cfg', 'one.cfg', 'old.cfg', 'unknown.cfg'];
    assert.deepEqual((await checkTree(tree, { items })).sort(), [
      'old.cfg:5 flow_00008.dat optional notSelected, could add flow_00008.dat',
      'one.cfg:8 flow_00007.csv optional notSelected, could add flow_00007.csv',
      'two.cfg:7 flow_00008.dat optional notSelected, could add flow_00008.dat',
      'two.cfg:7 flow_00009.dat optional notSelected, could add flow_00009.dat',
      'unknown.cfg:6 flow output cannotCheck',
    ]);
  });

  it('names a series of files by one name', async () => {
    const steady = 'SOLVER= RANS\nMULTIZONE= YES\nRESTART_SOL= YES\nTIME_MARCHING= NO\n';
    const tree = {
      'stage.cfg': `${steady}SOLUTION_FLOW_FILENAME= flow.dat\nSPECIFIED_INLET_PROFILE= YES\nINLET_FILENAME= in.dat\n`,
      'flow_0.dat': 'x',
      'flow_1.csv': 'x',
      'in_0.dat': 'x',
      'in_2.dat': 'x',
      'zones.cfg': `${unsteady}TIME_MARCHING= TIME_STEPPING\nRESTART_ITER= 3\nSOLUTION_FILENAME= run\n`,
      'run_0_00002.dat': 'x',
      'run_1_00002.dat': 'x',
      'run_1_00001.dat': 'x',
    };
    const items = ['stage.cfg', 'zones.cfg', 'flow_0.dat', 'run_1_00002.dat'];
    assert.deepEqual((await checkTree(tree, { items })).sort(), [
      'stage.cfg:5 flow_0.dat data found',
      'stage.cfg:5 flow_1.csv data notSelected, could add flow_1.csv',
      'stage.cfg:7 in_0.dat data notSelected, could add in_0.dat',
      'stage.cfg:7 in_2.dat data notSelected, could add in_2.dat',
      'zones.cfg:7 run_0_00002.dat optional notSelected, could add run_0_00002.dat',
      'zones.cfg:7 run_1_00002.dat optional found',
    ]);
  });
});
