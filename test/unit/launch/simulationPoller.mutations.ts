import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('launch/simulationPoller');

export const mutations = [
  ...mutationsOf({ in: 'src/launch/simulationPoller.ts', killedBy }, [
    { name: 'a round has a limit', remove: 'found.length === maxLaunchesPerRound || ' },
    {
      name: 'who has ended is not asked again',
      remove: '.filter(({ key }) => this.#known.get(key)?.end === undefined)',
    },
    { name: 'the longest ago comes first', remove: '.sort((a, b) => askedIn(a) - askedIn(b))' },
    { name: 'the wait grows', find: 'Math.min(2 * waitMs, maxPollWaitMs)', replace: 'minPollWaitMs' },
    { name: 'the wait has a limit', find: 'Math.min(2 * waitMs, maxPollWaitMs)', replace: '2 * waitMs' },
    { name: 'a hidden view asks nothing', remove: 'this.#following?.abort();' },
    { name: 'nobody is asked to sign in', remove: ', unattended: true' },
    {
      name: 'a service that refuses is left alone',
      remove: 'if (!isAboutOne(error)) clients.leaveOut(plan.service);',
    },
    { name: 'one that is not known says nothing of others', remove: 'error.status === 404 || ' },
    {
      name: 'a new launch is asked for soon',
      remove: 'if (this.#waitMs > minPollWaitMs) this.#start({ isDue: false });',
    },
    {
      name: 'whose service may not be asked takes no turn',
      find: '!== undefined) found.push(one)',
      replace: '!== null) found.push(one)',
    },
  ]),
  ...mutationsOf({ in: 'src/session/statusClient.ts', killedBy: suites('session/statusClient') }, [
    {
      name: 'the service is defined',
      find: '!connection.isDefined(getServiceAddress(ref))',
      replace: 'false',
    },
    {
      name: 'the account is the same',
      find: '!isPossiblySameService(ref, { ...service, account })',
      replace: 'false',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/decodeStatus.ts', killedBy: suites('client/readSimulation') }, [
    { name: 'a response is about the simulation that was asked for', remove: ' || isOther(json, asked)' },
    { name: 'a word has a limit', remove: ' || word.length > maxStateLength' },
    {
      name: 'hidden characters are inert',
      find: 'escapeInvisible(hide(word), maxStateLength)',
      replace: 'hide(word)',
    },
  ]),
  ...mutationsOf(
    { in: 'src/client/mapping/simulationStatus.ts', killedBy: suites('client/readSimulation') },
    [
      { name: 'a path has no dot segment', find: '!hasDotSegment(given)', replace: 'true' },
      {
        name: 'identifiers are encoded',
        find: "toPathSegment(ids[name] ?? '')",
        replace: "String(ids[name] ?? '')",
      },
      { name: 'a path names the simulation', remove: "given.includes('{simulation_id}') &&" },
    ],
  ),
  ...mutationsOf({ in: 'src/client/retry.ts', killedBy: suites('client/readSimulation') }, [
    { name: 'a status is asked for once', remove: ', attempts: 1' },
  ]),
];
