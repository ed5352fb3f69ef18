import type { Random } from './random';

/**
 * How hostile the world of one run is. Each run has few kinds of trouble but plenty of them: if everything
 * failed at once, no launch would get far enough to fail in an interesting place.
 */
export interface Circumstances {
  readonly windows: number;
  readonly hosts: 1 | 2;
  /** Programs on one host cannot see each other's processes. */
  readonly separatePids: boolean;
  /** Error of the clock of the second host, or of the only one; ms. */
  readonly skewMs: number;
  readonly fileSystemSkew: number;
  readonly serviceSkew: number;
  readonly launches: number;
  readonly userSteps: number;
  /** Number of different tables with which studies are begun. */
  readonly studies: number;
  /** How often a record of a study or of one of its launches is damaged. */
  readonly damages: number;
  /** Probabilities for each request. */
  readonly connectionFails: number;
  readonly requestLost: number;
  readonly responseLost: number;
  readonly responseLate: number;
  readonly gatewayRefuses: number;
  readonly gatewayRewrites: number;
  /** The request is delayed by minutes. */
  readonly requestLate: number;
  readonly serviceRefuses: number;
  /** Probabilities for each operation of the disk or keyring. */
  readonly diskFails: number;
  readonly keyringFails: number;
  readonly keyringHangs: number;
  /** Probability for each line of the log. */
  readonly logThrows: number;
  /** Relative frequency of each event. */
  readonly events: Readonly<Record<WorldEvent, number>>;
  readonly eventCount: number;
  /** Behaviour of the service. */
  readonly service: ServiceManners;
}

export type WorldEvent = (typeof allEvents)[number];

export type LinkStyle = 'signature' | 'secondsFromNow' | 'epoch' | 'vendor' | 'withKey';
export type LinkList = 'byName' | 'inOrder' | 'named' | 'numbered';

export interface ServiceManners {
  readonly identifiers: 'numbers' | 'texts' | 'password' | 'long';
  readonly links: LinkStyle;
  readonly list: LinkList;
  /** Lifetime of the upload URLs; ms. */
  readonly uploadUrlLifetimeMs: number;
  /** Time from the arrival of a file until the service has registered it; ms. */
  readonly registrationMs: number;
  /** Duration of finalising; ms. */
  readonly finalisingMs: number;
  /** Share of complete models that turn out to be corrupt. */
  readonly corrupt: number;
  /** Responds with 409 to a second finalise request. */
  readonly refusesFinalised: boolean;
  /** Accepts a simulation of a model that is not finalised. */
  readonly simulatesAnything: boolean;
  /** Responds with 409 to a second simulation of the same model in the same project. */
  readonly refusesDoubles: boolean;
  readonly omitsResponseBody: boolean;
  /** Already has a project with the name of the new one. */
  readonly oldProjectOfTheName: boolean;
}

/** @param ofStudies decides about the studies, so that the worlds without any do not depend on them */
export function circumstancesOf(random: Random, ofStudies: Random): Circumstances {
  const single = circumstancesOfLaunches(random);
  if (ofStudies.chance(0.5)) return single;
  return {
    ...single,
    studies: ofStudies.chance(0.8) ? 1 : 2,
    damages: ofStudies.chance(0.3) ? 1 + ofStudies.below(3) : 0,
    launches: ofStudies.below(2),
    userSteps: single.userSteps + 6,
  };
}

function circumstancesOfLaunches(random: Random): Circumstances {
  const some = (often: number, from: number, to: number) =>
    random.chance(often) ? random.between(from, to) : 0;
  const hosts = random.chance(0.3) ? 2 : 1;
  return {
    windows: random.chance(0.75) ? 2 : 3,
    hosts,
    separatePids: random.chance(0.2),
    skewMs: skewOf(random),
    fileSystemSkew: random.chance(0.2) ? skewOf(random) : 0,
    serviceSkew: random.chance(0.2) ? skewOf(random) : 0,
    launches: random.chance(0.7) ? 1 + random.below(2) : 2 + random.below(4),
    userSteps: 6 + random.below(14),
    studies: 0,
    damages: 0,
    connectionFails: some(0.2, 0.05, 0.3),
    requestLost: some(0.3, 0.05, 0.3),
    responseLost: some(0.4, 0.05, 0.4),
    responseLate: some(0.2, 0.05, 0.4),
    gatewayRefuses: some(0.2, 0.05, 0.3),
    gatewayRewrites: some(0.3, 0.05, 0.4),
    requestLate: some(0.2, 0.05, 0.4),
    serviceRefuses: some(0.1, 0.05, 0.2),
    diskFails: some(0.15, 0.002, 0.03),
    keyringFails: some(0.2, 0.05, 0.5),
    keyringHangs: some(0.05, 0.02, 0.2),
    logThrows: some(0.05, 0.01, 0.1),
    events: eventsOf(random),
    eventCount: random.chance(0.2) ? 0 : 1 + random.below(6),
    service: mannersOf(random),
  };
}

function skewOf(random: Random): number {
  const most = random.pick([0, 0, 0, 2_000, 120_000, 120_000, 86_400_000]);
  return random.between(-most, most);
}

/** Those that are named more than once are more frequent. */
const allEvents = [
  'kill',
  'kill',
  'stop',
  'stop',
  'stop',
  'powerCut',
  'reload',
  'clockJump',
  'lockKeyring',
  'diskTrouble',
  'unreadableRecord',
  'changeMode',
  'rewriteFile',
  'replaceFile',
  'removeFile',
  'newerVersion',
  'outage',
] as const;

function eventsOf(random: Random): Record<WorldEvent, number> {
  const weights = Object.fromEntries(allEvents.map((event) => [event, 0])) as Record<WorldEvent, number>;
  for (const event of random.shuffled(allEvents).slice(0, 1 + random.below(4))) weights[event] += 1;
  return weights;
}

function mannersOf(random: Random): ServiceManners {
  return {
    identifiers: random.weighted({ numbers: 4, texts: 3, password: 1, long: 1 }),
    links: random.weighted({ signature: 3, secondsFromNow: 1, epoch: 2, vendor: 2, withKey: 1 }),
    list: random.weighted({ byName: 5, named: 2, inOrder: 2, numbered: 2 }),
    uploadUrlLifetimeMs: random.chance(0.8) ? 3_600_000 : random.between(60_000, 600_000),
    registrationMs: random.chance(0.8) ? 0 : random.between(1_000, 120_000),
    finalisingMs: random.chance(0.7) ? 0 : random.between(100, 60_000),
    corrupt: random.chance(0.85) ? 0 : 0.5,
    refusesFinalised: random.chance(0.4),
    simulatesAnything: random.chance(0.4),
    refusesDoubles: random.chance(0.25),
    omitsResponseBody: random.chance(0.2),
    oldProjectOfTheName: random.chance(0.3),
  };
}

/** What the settings of the extension say about each of them. */
export const pointersTo: Readonly<Record<LinkList, Readonly<Record<string, string>>>> = {
  byName: {},
  named: {},
  inOrder: { uploadUrls: '/upload_urls' },
  numbered: { uploadUrls: '/files', uploadUrlName: '/file' },
};
