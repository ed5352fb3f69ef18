import { closeBrowser, type Session, startSession } from '../browser/support/session';
import { exactly } from '../host/pageElement';
import { rewriteResponse } from '../support/emulatorFaults';
import { costOf } from './curl';
import { type Measurement, oncePerRound } from './measurement';

const name = 'list of 100000 projects';

/** How much longer a user waits for a list that is far longer than anybody reads. */
export function planLongList(): Measurement[] {
  const run = oncePerRound(listInVscode);
  return [
    {
      name: `${name}, first rows, later than of 1000`,
      unit: 'ms',
      ours: async (round) => (await run(round)).laterMs,
      reference: { name: 'curl', measure: async (round) => (await run(round)).curlMs },
      target: { ratio: 2 },
    },
  ];
}

interface ListFigures {
  /** Time from the request to the rows, minus the same for a short list. */
  readonly laterMs: number;
  /** Time of the long response alone. */
  readonly curlMs: number;
}

/** Lists projects in the view of a real VS Code. */
async function listInVscode(): Promise<ListFigures> {
  const session = await startSession();
  try {
    const { views } = session.workbench;
    await views.openView('Simulation Service');
    // Otherwise the request for them could be taken for the first that is measured.
    await views.waitForTreeRows('Projects', (rows) => rows.length > 0);
    const shortMs = await measureRows(session, 1000);
    const longMs = await measureRows(session, 100_000);
    const { seconds } = await costOf(['--silent', `${session.emulator.baseUrl}/variant_b/v7/projects`]);
    return { laterMs: longMs - shortMs, curlMs: 1000 * seconds };
  } finally {
    await session.end();
    await closeBrowser();
  }
}

/** @returns time from the request of a list of so many projects to its first rows; ms */
async function measureRows({ emulator, workbench }: Session, count: number): Promise<number> {
  const projects = Array.from({ length: count }, (_, index) => createProject(index, count));
  let askedAtMs = NaN;
  emulator.setIntercept(({ operation }) => {
    if (operation !== 'listProjects') return undefined;
    askedAtMs = performance.now();
    return rewriteResponse(() => ({ projects }));
  });
  await workbench.runCommand('Simulation Service: Refresh All Views');
  const name = createProject(0, count).name;
  await workbench.page.locator('.label-name', { hasText: exactly(name) }).waitFor();
  return performance.now() - askedAtMs;
}

function createProject(index: number, count: number) {
  return {
    project_id: `prj_${index.toString(16).padStart(16, '0')}`,
    name: `Bracket fatigue study ${index} of ${count}`,
    created_at: '2026-11-20T10:00:00Z',
  };
}
