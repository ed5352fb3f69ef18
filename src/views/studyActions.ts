import type { Study } from '../study/studyRunner';

/** The actions that a study offers. These words also occur in the context values of the Launches view. */
export type StudyAction = 'resumeStudy' | 'stop' | 'tryFailedAgain' | 'settleRows' | 'exportTable' | 'remove';

export function listStudyActions({ state, runsHere }: Pick<Study, 'state' | 'runsHere'>): StudyAction[] {
  const when: Readonly<Record<StudyAction, boolean>> = {
    resumeStudy: state.canResume,
    stop: runsHere,
    tryFailedAgain: state.canRetryFailed,
    settleRows: state.counts.unknown > 0,
    exportTable: true,
    remove: !state.isRunning,
  };
  return (Object.keys(when) as StudyAction[]).filter((action) => when[action]);
}
