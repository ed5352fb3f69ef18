import { systemClock } from '../client/core/clock';
import type { LaunchRunnerOptions } from '../launch/launch';
import { listPublicIdentifiers } from '../launch/launchRecord';
import { LaunchRunner } from '../launch/launchRunner';
import type { Log } from '../platform/log';
import { createUploadUrlStore, type UploadUrlKeyring } from '../platform/uploadUrlStorage';
import type { Redactor } from '../secrets/redactor';
import { RowGate } from '../study/rowGate';
import { StudyRunner } from '../study/studyRunner';
import { UploadLimit } from '../upload/uploadLimit';
import type { ServiceConnection } from './serviceConnection';
import type { Settings } from './settings';

/** The session as far as launches need it. */
export interface RunnerContext extends Pick<LaunchRunnerOptions, 'folder' | 'requireTrust'> {
  readonly connection: ServiceConnection;
  readonly settings: Pick<Settings, 'maxUploadBytesPerSecond' | 'parallelFiles'>;
  readonly keyring: UploadUrlKeyring;
  readonly log: Pick<Log, 'warn'>;
  readonly redactor: Redactor;
}

/** Everything in this window that works on the journal. */
export interface Runners {
  readonly launches: LaunchRunner;
  readonly studies: StudyRunner;
  /** The identifiers of the launches that this window has started or continued. */
  readonly ranHere: ReadonlySet<string>;
}

/** Creates what works on the journal of this window. */
export function createRunners(
  { folder, connection, settings, keyring, log, redactor, requireTrust }: RunnerContext,
  onChange: () => void,
): Runners {
  const gate = new RowGate(folder, systemClock);
  const ranHere = new Set<string>();
  const launches = new LaunchRunner({
    folder,
    onChange,
    rows: gate,
    uploadUrls: createUploadUrlStore(keyring, redactor, (line) => log.warn(line)),
    clock: systemClock,
    random: Math.random,
    clientOf: (service, cancelled) =>
      connection.clients.launchClient(connection.serviceOf(service), { cancelled, account: service.account }),
    parallelFiles: () => settings.parallelFiles,
    uploadLimit: new UploadLimit(() => settings.maxUploadBytesPerSecond, systemClock),
    requireTrust,
    hide: (name) => redactor.exact(name),
    onRecord: (record) => {
      ranHere.add(record.plan.launch);
      redactor.allow(listPublicIdentifiers(record));
    },
  });
  const studies = new StudyRunner({ launches, gate, onChange, clock: systemClock });
  return { launches, studies, ranHere };
}
