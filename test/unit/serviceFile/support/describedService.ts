import { isObject } from '../../../../src/client/core/json';
import { getValueAt } from '../../../../src/client/response/jsonPointer';
import { type Reply, serve } from '../../../support/testServer';
import { listSchemaProblems } from './schemaProblems';

type Body = Readonly<Record<string, unknown>>;

/** What a service made with a framework does beside what its document says. */
export interface ServiceBehaviour {
  /** Where its paths begin: the path of its server. */
  readonly root: string;
  /** The header that signs in, in lower case, with its value; none where nobody signs in. */
  readonly credential?: readonly [name: string, value: string];
  /** All in the shape of the document. Everything of an OpenAPI operation that has a body is told by its last segment. */
  readonly listProjects: (projects: readonly Body[]) => unknown;
  readonly createProject: (body: Body) => unknown;
  /** @param putUrl gives the address for the file with this index */
  readonly createModel: (body: Body, putUrl: (index: number) => string) => unknown;
  readonly createSimulation: (body: Body) => unknown;
}

/**
 * A service that honours its OpenAPI document: it refuses whatever the document does not have with 404, without the
 * credential with 401, without a type that it has with 406, and a body or a response that does not fit its schema with 422
 * and 500.
 */
export async function serveDocument(document: unknown, behaviour: ServiceBehaviour) {
  const accepted: (readonly [request: string, body: unknown])[] = [];
  const refused: string[] = [];
  const projects: Body[] = [];
  const files: string[] = [];
  const server = await serve(({ method, path, headers, body: text }): Reply => {
    const refuse = (status: number, why: string): Reply => {
      refused.push(`${method} ${path}: ${why}`);
      return json(status, { detail: why });
    };
    if (method === 'PUT') {
      files.push(text);
      return { status: 200 };
    }
    const [name, value] = behaviour.credential ?? [];
    if (name !== undefined && headers[name] !== value) return refuse(401, `send ${name}`);
    const described = findDescribed(document, method, path.replace(/\?.*/, '').replace(behaviour.root, ''));
    if (described === undefined) return refuse(404, 'not in the document');
    const [status, content] = findSuccess(document, described.operation);
    const types = Object.keys(content);
    const isOffered = types.some((type) => type === '*/*' || headers.accept?.includes(type));
    if (types.length > 0 && !isOffered) return refuse(406, `only ${types.join(', ')}`);
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const problems = listBodyProblems(document, described.operation, body);
    if (problems.length > 0) return refuse(422, problems.join('; '));
    accepted.push([`${method} ${path}`, body]);
    const putUrl = (index: number) => `${server.origin}/files/${index}?signature=${'5f'.repeat(16)}`;
    const response = respond(behaviour, { method, path }, isObject(body) ? body : {}, { projects, putUrl });
    const schema = getValueAt(Object.values(content)[0], '/schema');
    const wrong = listSchemaProblems(document, schema, response, 'response');
    return wrong.length > 0 ? refuse(500, wrong.join('; ')) : json(status, response);
  });
  return { origin: server.origin, accepted, refused, files };
}

function respond(
  behaviour: ServiceBehaviour,
  { method, path }: { readonly method: string; readonly path: string },
  body: Body,
  { projects, putUrl }: { readonly projects: Body[]; readonly putUrl: (index: number) => string },
): unknown {
  if (method === 'GET') return behaviour.listProjects(projects);
  if (/\/simulations$/.test(path)) return behaviour.createSimulation(body);
  if (/\/models$/.test(path)) return behaviour.createModel(body, putUrl);
  if (!/\/projects$/.test(path)) return undefined;
  projects.push(body);
  return behaviour.createProject(body);
}

function json(status: number, value: unknown): Reply {
  if (value === undefined || status === 204) return { status };
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** ASP.NET routes in any case; other frameworks have paths in lower case anyway. */
function findDescribed(document: unknown, method: string, path: string) {
  const paths = getValueAt(document, '/paths');
  for (const [template, given] of Object.entries(isObject(paths) ? paths : {})) {
    const pattern = new RegExp(`^${template.replace(/\{[^}]*\}/g, '[^/]+')}$`, 'i');
    const operation = getValueAt(follow(document, given), `/${method.toLowerCase()}`);
    if (isObject(operation) && pattern.test(path)) return { operation };
  }
  return undefined;
}

function listBodyProblems(document: unknown, operation: unknown, body: unknown): string[] {
  const described = follow(document, getValueAt(operation, '/requestBody'));
  if (described === undefined) return body === undefined ? [] : ['body: not expected'];
  const isRequired = getValueAt(described, '/required') === true;
  if (body === undefined) return isRequired ? ['body: missing'] : [];
  return listSchemaProblems(document, getValueAt(described, '/content/application~1json/schema'), body);
}

function findSuccess(document: unknown, operation: unknown): readonly [status: number, content: object] {
  const responses = getValueAt(operation, '/responses');
  const [status = '200', given] =
    Object.entries(isObject(responses) ? responses : {}).find(([code]) => code.startsWith('2')) ?? [];
  const content = getValueAt(follow(document, given), '/content');
  return [Number(status), isObject(content) ? content : {}];
}

function follow(document: unknown, value: unknown): unknown {
  const reference = getValueAt(value, '/$ref');
  return typeof reference === 'string' ? follow(document, getValueAt(document, reference.slice(1))) : value;
}
