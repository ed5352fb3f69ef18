/** Beginnings of files that people have beside their decks, by the format of decks or by what they are. */
export const foreignTexts: Readonly<Record<string, string>> = {
  abaqus: '*HEADING\nPlate\n*NODE\n1, 0., 0., 0.\n*INCLUDE, INPUT=mesh.inp\n*STEP\n',
  lsDyna: '$ made by hand\n*KEYWORD\n*TITLE\nSled\n*NODE\n       1     0.0\n*INCLUDE\nmesh.k\n*END\n',
  nastran:
    "$ made by hand\nSOL 101\nCEND\nTITLE = Plate\nBEGIN BULK\nINCLUDE 'mesh.bdf'\nGRID,1,,0.,0.,0.\nENDDATA\n",
  radioss:
    '#RADIOSS STARTER\n/BEGIN\nsled\n      2021         0\n/NODE\n         1                 0.0\n#include mesh.inc\n/END\n',
  openFoam:
    'FoamFile\n{\n    version 2.0;\n    format ascii;\n    class dictionary;\n}\n#include "initial"\napplication foamRun;\n',
  su2: '% Case: wing\nSOLVER= EULER\nMESH_FILENAME= wing.su2\nTIME_DOMAIN= NO\nMATH_PROBLEM= DIRECT\n',
  gmsh: '// Plate\nInclude "sizes.geo";\nSetFactory("OpenCASCADE");\nPoint(1) = {0, 0, 0, 1};\nMerge "part.step";\n',
  apdl: '! Plate\n/PREP7\n/TITLE,Plate\n/INPUT,mesh,inp\nET,1,SHELL181\nN,1,0,0,0\nMP,EX,1,2e11\nFINISH\n/SOLU\nSOLVE\n',
  'APDL, a mesh':
    '/COM,ANSYS RELEASE 19\n/PREP7\n/NOPR\nNBLOCK,6,SOLID\n(3i9,6e20.13)\n        1        0        0\n',
  'radioss, for the Engine': '/RUN/sled/1\n0.1\n/VERS/2021\n/TFILE\n0.001\n/ANIM/DT\n0. 0.01\n',
  C: '#include <stdio.h>\n#include "mesh.h"\n\n/* main */\nint main(void)\n{\n  return 0;\n}\n',
  'C, includes only': '#include "a.h"\n#include <b.h>\n',
  'C++': '// Mesh\n#pragma once\n#include "Node.hpp"\nnamespace mesh {\nclass Grid;\n}\n',
  Fortran: "      PROGRAM MAIN\n      include 'mpif.h'\n      REAL X\n      END\n",
  'Fortran 90': "program main\n  use grid\n  implicit none\n  include 'sizes.inc'\nend program main\n",
  Python: '#!/usr/bin/env python3\n# include mesh\n"""Writes a deck."""\nimport sys\n\nprint("BEGIN BULK")\n',
  shell: '#!/bin/sh\n# include mesh\nset -e\necho "SOL 101"\nsource ./run.env\nexport TITLE=plate\n',
  PHP: "<?php\ninclude 'config.php';\necho 'x';\n",
  Make: '# rules\ninclude ../common.mk\nall: deck\n\tcc -o deck deck.c\n',
  Markdown:
    '# How to include a mesh\n\nWrite this:\n\n```\nSOL 101\nCEND\nBEGIN BULK\n/NODE\n#include mesh.inc\n```\n',
  CSV: 'id,x,y\n1,0.0,0.0\n2,1.0,0.0\n',
  XML: '<?xml version="1.0"?>\n<mesh include="a.xml"><node id="1"/></mesh>\n',
  JSON: '{\n  "include": "mesh.json",\n  "grid": [1, 2]\n}\n',
  INI: '[mesh]\ninclude = a.ini\ntime = 5\n',
  'INI without sections': 'time = 5\ninclude = a.ini\ngrid = 3\n',
  YAML: 'include: mesh.yml\ngrid: 3\n',
  SWMM: '[TITLE]\nStorm\n\n[OPTIONS]\nFLOW_UNITS           CFS\n\n[SUBCATCHMENTS]\n1                1                9\n',
  EPANET: '[TITLE]\nEPANET Example\n\n[JUNCTIONS]\n;ID   Elev  Demand\n 10   710   0\n',
  MCNP: 'Load of a cask\nc cells\n1 1 -7.8 -1 imp:n=1\n2 0 1 imp:n=0\n\n1 so 10\n\nm1 26000 1\nsdef pos=0 0 0\n',
  SPICE: "* amplifier\n.include 'models.lib'\nR1 in out 1k\nC1 out 0 1u\n.end\n",
  Marc: 'title               job1\nextended\nsizing                       0\nelements           75\ninclude\nmesh.inc\nend\n',
  OpenSees: 'model basic -ndm 2\nnode 1 0.0 0.0\nload 1 0.0 -1.0\nmass 1 2.0\nsource mesh.tcl\n',
  diff: '--- a/x.inc\n+++ b/x.inc\n@@ -1 +1 @@\n-GRID,1\n+GRID,2\n',
  licence: 'Copyright (c) 2020 Somebody\n\nPermission is hereby granted to include this text.\n',
  numbers: '1 0.0 0.0 0.0\n2 1.0 0.0 0.0\n',
};
