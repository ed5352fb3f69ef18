import type { CommandContext } from '../context';
import type { Study } from '../study/studyRunner';
import type { Button } from './showWithButtons';

/** The next steps that a study offers in a message. */
export function listStudyButtons(_context: CommandContext, _study: Study): readonly Button[] {
  return [];
}
