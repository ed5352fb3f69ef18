import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { Emulator, EmulatorOptions, RecordedRequest } from '../../../../src/emulator/emulator';
import { failureOf } from '../../../support/rejections';
import { type RecordingEmulator, startService } from '../../../support/service';

export const variants = [
  { variant: 'variant_a', prefix: '/variant_a/v1' },
  { variant: 'variant_b', prefix: '/variant_b/v7' },
] as const;

/** A response; its body is decoded when it is JSON, text otherwise, and undefined when empty. */
export interface Reply {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: unknown;
  /** The methods that the path allows, in the response to another one. */
  readonly allow?: string;
}

export interface CreatedModel {
  readonly model_id: string;
  readonly name: string;
  readonly files: readonly { readonly name: string; readonly size: number; readonly upload_url: string }[];
}

/** Starts an emulator as users do; call `stopServices` after each test. */
export async function startForTest(options: EmulatorOptions = {}) {
  const { emulator } = await startService('variant_b', options);
  return { emulator };
}

/** Starts an emulator with a model of one file. @param size in bytes */
export async function startWithFile(size: number, options?: EmulatorOptions) {
  const { emulator } = await startForTest(options);
  const { model_id: modelId, files } = await createModel(emulator, { 'in/a.inp': size });
  return { emulator, modelId, url: files[0]!.upload_url };
}

/** Sends one request on a connection of its own. A body that is neither text nor bytes is sent as JSON. */
export async function send(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const bytes =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array
      ? (body ?? '')
      : JSON.stringify(body);
  const call = openRequest(method, url, { 'content-length': String(Buffer.byteLength(bytes)), ...headers });
  call.end(bytes);
  return readReply(call);
}

/** Opens a request whose body the test writes itself. */
export function openRequest(method: string, url: string, headers: Record<string, string>): ClientRequest {
  const call = request(url, { method, headers, agent: false });
  // Tests await the response or the expected failure; the event itself must not end the process.
  call.on('error', () => undefined);
  return call;
}

/** The complete response to a request; rejects with the failure of its connection. */
export async function readReply(call: ClientRequest): Promise<Reply> {
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const text = Buffer.concat(await response.toArray()).toString();
  const { 'content-type': type, allow } = response.headers;
  const body: unknown = type?.includes('json') === true ? JSON.parse(text) : text || undefined;
  return { status: response.statusCode ?? 0, type, body, ...(allow !== undefined && { allow }) };
}

export const jsonReply = (status: number, body: unknown) => ({ status, type: 'application/json', body });

/** The error response in the form that the service gives to all of them. */
export function problemReply(status: number, title: string, detail: string): Reply {
  return { status, type: 'application/problem+json', body: { type: 'about:blank', title, status, detail } };
}

export const badRequest = (detail: string) => problemReply(400, 'Bad Request', detail);
export const forbidden = (detail: string) => problemReply(403, 'Forbidden', detail);
export const notFound = (detail: string) => problemReply(404, 'Not Found', detail);
export const conflict = (detail: string) => problemReply(409, 'Conflict', detail);

/** The code of the error that a request or a connection ends with. */
export async function failureCodeOf(pending: Promise<unknown>): Promise<unknown> {
  return (await failureOf(pending))['code'];
}

/** Processes events until the condition holds; the test times out otherwise. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

/** Begins to send a file. @returns the request, once this part has arrived */
export async function sendPart(emulator: RecordingEmulator, url: string, size: number, part: string) {
  const call = openRequest('PUT', url, { 'content-length': String(size) });
  call.write(part);
  const isPart = ({ operation, bytesReceived }: RecordedRequest) =>
    operation === 'uploadFile' && bytesReceived === part.length;
  await waitUntil(() => isPart(lastRequest(emulator)));
  return call;
}

/** Creates a model with these file sizes (bytes) through the first variant. */
export async function createModel(emulator: Emulator, sizes: Record<string, number>): Promise<CreatedModel> {
  const files = Object.entries(sizes).map(([name, size]) => ({ name, size }));
  const created = await send('POST', `${emulator.baseUrl}/variant_a/v1/models`, { name: 'Beam', files });
  return created.body as CreatedModel;
}

/** The recorded last request to the emulator. */
export function lastRequest(emulator: RecordingEmulator): RecordedRequest {
  return emulator.requests.at(-1)!;
}
