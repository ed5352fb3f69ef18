import type { Random } from './random';

/**
 * How hostile the world of one run is. Each run has few kinds of trouble but plenty of them: if everything
 * failed at once, no launch would get far enough to fail in an interesting place.
 */
export type Circumstances = ReturnType<typeof circumstancesOfLaunches>;

export type WorldEvent = (typeof allEvents)[number];

type ServiceManners = ReturnType<typeof mannersOf>;
export type LinkStyle = ServiceManners['links'];

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

function circumstancesOfLaunches(random: Random) {
  const some = (often: number, from: number, to: number) =>
    random.chance(often) ? random.between(from, to) : 0;
  const hosts = random.chance(0.3) ? 2 : 1;
  return {
    windows: random.chance(0.75) ? 2 : 3,
    hosts,
    /** Programs on one host cannot see each other's processes. */
    separatePids: random.chance(0.2),
    /** Error of the clock of the second host, or of the only one; ms. */
    skewMs: skewOf(random),
    fileSystemSkew: random.chance(0.2) ? skewOf(random) : 0,
    serviceSkew: random.chance(0.2) ? skewOf(random) : 0,
    launches: random.chance(0.7) ? 1 + random.below(2) : 2 + random.below(4),
    userSteps: 6 + random.below(14),
    /** Number of different tables with which studies are begun. */
    studies: 0,
    /** How often a record of a study or of one of its launches is damaged. */
    damages: 0,
    // Probabilities for each request.
    connectionFails: some(0.2, 0.05, 0.3),
    requestLost: some(0.3, 0.05, 0.3),
    responseLost: some(0.4, 0.05, 0.4),
    responseLate: some(0.2, 0.05, 0.4),
    gatewayRefuses: some(0.2, 0.05, 0.3),
    gatewayRewrites: some(0.3, 0.05, 0.4),
    /** The request is delayed by minutes. */
    requestLate: some(0.2, 0.05, 0.4),
    serviceRefuses: some(0.1, 0.05, 0.2),
    // Probabilities for each operation of the disk or keyring, and for each line of the log.
    diskFails: some(0.15, 0.002, 0.03),
    keyringFails: some(0.2, 0.05, 0.5),
    keyringHangs: some(0.05, 0.02, 0.2),
    logThrows: some(0.05, 0.01, 0.1),
    /** Relative frequency of each event. */
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

/** Behaviour of the service. */
function mannersOf(random: Random) {
  return {
    identifiers: random.weighted({ numbers: 4, texts: 3, password: 1, long: 1 }),
    links: random.weighted({ signature: 3, secondsFromNow: 1, epoch: 2, vendor: 2, withKey: 1 }),
    list: random.weighted({ byName: 5, named: 2, inOrder: 2, numbered: 2 }),
    uploadUrlLifetimeMs: random.chance(0.8) ? 3_600_000 : random.between(60_000, 600_000),
    /** Time from the arrival of a file until the service has registered it; ms. */
    registrationMs: random.chance(0.8) ? 0 : random.between(1_000, 120_000),
    /** Duration of finalising; ms. */
    finalisingMs: random.chance(0.7) ? 0 : random.between(100, 60_000),
    /** Share of complete models that turn out to be corrupt. */
    corrupt: random.chance(0.85) ? 0 : 0.5,
    /** Responds with 409 to a second finalise request. */
    refusesFinalised: random.chance(0.4),
    /** Accepts a simulation of a model that is not finalised. */
    simulatesAnything: random.chance(0.4),
    /** Responds with 409 to a second simulation of the same model in the same project. */
    refusesDoubles: random.chance(0.25),
    omitsResponseBody: random.chance(0.2),
  };
}

/** What the settings of the extension say about each of them. */
export const pointersTo: Readonly<Record<ServiceManners['list'], Readonly<Record<string, string>>>> = {
  byName: {},
  named: {},
  inOrder: { uploadUrls: '/upload_urls' },
  numbered: { uploadUrls: '/files', uploadUrlName: '/file' },
};
