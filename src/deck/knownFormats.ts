import type { DeckFormat } from './core/deckFormat';
import { abaqus } from './formats/abaqus';
import { apdl } from './formats/apdl';
import { gmsh } from './formats/gmsh';
import { lsDyna } from './formats/lsDyna';
import { nastran } from './formats/nastran';
import { openFoam } from './formats/openFoam';
import { radioss } from './formats/radioss';
import { su2 } from './formats/su2';

/** The readers of all formats. */
export const knownFormats: readonly DeckFormat[] = [
  abaqus,
  lsDyna,
  nastran,
  openFoam,
  radioss,
  su2,
  gmsh,
  apdl,
];
