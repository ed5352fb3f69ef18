import type { Operation } from '../../../../src/client/core/types';
import { canaryToken, queryOf } from '../../../support/canaryToken';
import { type Fault, formatResponse, type Reply } from './faults';
import type { Visit } from './visit';

/** A way in which servers repeat data of a request. */
interface Echo {
  readonly name: string;
  readonly reply: (text: string) => Reply;
  /** Whether its message is shown to the user. */
  readonly hasWords: boolean;
}

const echo = (name: string, hasWords: boolean, reply: Echo['reply']): Echo => ({ name, hasWords, reply });

const typed = (type: string, body: string): Reply => ({ headers: { 'content-type': type }, body });
const json = (value: unknown): Reply => typed('application/json', JSON.stringify(value));

const xml = (inner: string): Reply => typed('application/xml', `<Error>${inner}</Error>`);

export const echoes: readonly Echo[] = [
  echo('plain text', true, (text) => typed('text/plain', text)),
  echo('text without a type, of the longest that is kept', true, (text) => ({
    body: `${'x'.repeat(200)} ${text}`,
  })),
  echo('JSON', true, (text) => json({ message: text, code: text, request: { headers: [text] } })),
  echo('JSON in JSON', true, (text) => json({ error: { message: JSON.stringify({ sent: text }) } })),
  echo('problem+json', true, (text) =>
    typed('application/problem+json', JSON.stringify({ title: 'Refused', detail: text, instance: text })),
  ),
  echo('XML', true, (text) =>
    xml(`<Code>${text}</Code><Message>${text}</Message><Resource>${text}</Resource>`),
  ),
  echo('XML with its escapes', true, (text) => xml(`<Code>No</Code><Message>${escaped(text)}</Message>`)),
  echo('a page', false, (text) =>
    typed('text/html', `<!doctype html><title>${text}</title><pre>${text}</pre>`),
  ),
  echo('headers', false, (text) => ({
    headers: { 'www-authenticate': text, 'x-request': text, location: `http://f.test/${text}?${text}` },
  })),
];

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('/', '&#x2F;')
    .replaceAll('+', '&#43;');
}

/** Rejects a request with a message that repeats its credentials. */
export function refusesWith(status: number, { name, reply }: Echo): Fault {
  return {
    name: `${status} and ${name}`,
    shows: () => ({ kind: 'status', status }),
    async act(visit) {
      await visit.read();
      const { headers, body } = reply(credentialsIn(visit));
      visit.end(formatResponse(status, headers, body));
    },
  };
}

/** Carries out the request, and adds its credentials to an otherwise valid response. */
export function succeedsWithEcho(operation: Operation): Fault {
  return {
    name: 'a success that repeats the request',
    shows: () => ({}),
    async act(visit) {
      const { status, body } = await visit.forward();
      const text = credentialsIn(visit);
      const response = body.length === 0 ? {} : (JSON.parse(body.toString()) as object);
      const { headers, body: repeated } = json(withEcho(operation, response, text));
      visit.end(formatResponse(status, headers, repeated));
    },
  };
}

function withEcho(operation: Operation, response: object, text: string): unknown {
  const named = { name: text, [text]: text };
  if (operation === 'createSimulation') return { ...named, simulation_id: 1 };
  if (operation !== 'listProjects') return { ...response, ...named };
  return (response as { projects: object[] }).projects.map((project) => ({ ...project, ...named }));
}

/** The credentials of a request, in several encodings. */
function credentialsIn({ head, forwardTo }: Visit): string {
  const [, path = ''] = head.split(' ');
  const link = forwardTo + path;
  const forms = (text: string) => [text, encodeURIComponent(text), Buffer.from(text).toString('base64')];
  return head.startsWith('PUT ')
    ? ['PUT', ...forms(link), path, ...forms(queryOf(link))].join(' ')
    : ['Authorization:', `Bearer ${canaryToken}`, ...forms(canaryToken), path].join(' ');
}
