import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/study/runRows.ts', killedBy: suites('study/studyRunner') }, [
    {
      name: 'a row whose launch is gone is not begun again',
      find: 'if (launch === undefined) return noted === undefined;',
      replace: 'if (launch === undefined) return true;',
    },
    {
      name: 'the first row is the probe',
      find: "if (!this.#isProven) return 'probeFailed';",
      replace: '',
    },
    {
      name: 'three refusals in a row stop a study',
      find: "return this.#failedInARow >= maxFailedInARow ? 'threeFailed' : undefined;",
      replace: 'return undefined;',
    },
    {
      name: 'the launch of a row is noted before it is sent',
      find: "await writer.append({ kind: 'rowBegun', row: row.row, launch: begun.plan.launch });",
      replace: '',
    },
    {
      name: 'rows with equal bytes use one model',
      find: 'if (finalised && modelId !== undefined) this.#models.set(model, modelId);',
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/study/prepareStudy.ts', killedBy: suites('study/studyRunner') }, [
    {
      name: 'nothing starts but the study that was shown',
      find: 'if (shown.hash !== now.hash) throw new StudyChangedError();',
      replace: '',
    },
  ]),
];
