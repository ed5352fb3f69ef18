import { answers } from './answers';
import { files } from './files';
import type { Guard } from './guard';
import { launches } from './launches';
import { links } from './links';
import { network } from './network';
import { secrets } from './secrets';
import { sending } from './sending';
import { shape } from './shape';
import { shell } from './shell';

/** Everything that holds a threat off and can be taken away alone. */
export const guards: readonly Guard[] = [
  ...sending,
  ...answers,
  ...links,
  ...network,
  ...secrets,
  ...files,
  ...launches,
  ...shape,
  ...shell,
];
