import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import {
  type Emulator,
  type EmulatorOptions,
  type RecordedRequest,
  startEmulator,
} from '../../../../src/emulator/emulator';
import { makeTempFolder } from '../../../support/tempTree';

export const variants = [
  { variant: 'variant_a', prefix: '/variant_a/v1' },
  { variant: 'variant_b', prefix: '/variant_b/v7' },
] as const;

/** A response; its body is decoded when it is JSON, text otherwise, and undefined when empty. */
export interface Reply {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: unknown;
}

export interface CreatedModel {
  readonly model_id: string;
  readonly name: string;
  readonly files: readonly { readonly name: string; readonly size: number; readonly upload_url: string }[];
}

const started: { emulator: Emulator; parent: string }[] = [];

/** Starts an emulator in a folder of its own. */
export async function startForTest(
  options: Partial<EmulatorOptions> = {},
): Promise<{ emulator: Emulator; storage: string }> {
  const parent = makeTempFolder('emulator-');
  const storage = path.join(parent, 'storage');
  const emulator = await startEmulator({ storage, ...options });
  started.push({ emulator, parent });
  return { emulator, storage };
}

/** Stops everything that `startForTest` started; call after each test. */
export async function stopAll(): Promise<void> {
  for (const { emulator, parent } of started.splice(0)) {
    await emulator.stop();
    rmSync(parent, { recursive: true, force: true });
  }
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
  const type = response.headers['content-type'];
  const body: unknown = type?.includes('json') === true ? JSON.parse(text) : text || undefined;
  return { status: response.statusCode ?? 0, type, body };
}

export const jsonReply = (status: number, body: unknown): Reply => ({
  status,
  type: 'application/json',
  body,
});

/** The error response in the form that the service gives to all of them. */
export function problemReply(status: number, title: string, detail: string): Reply {
  return { status, type: 'application/problem+json', body: { type: 'about:blank', title, status, detail } };
}

export const badRequest = (detail: string) => problemReply(400, 'Bad Request', detail);
export const forbidden = (detail: string) => problemReply(403, 'Forbidden', detail);
export const notFound = (detail: string) => problemReply(404, 'Not Found', detail);
export const conflict = (detail: string) => problemReply(409, 'Conflict', detail);

/** The code of the error that a request ended with. */
export async function failureOf(pending: Promise<unknown>): Promise<string | undefined> {
  try {
    await pending;
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** Processes events until the condition holds; the test times out otherwise. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

/** Creates a model with these file sizes (bytes) through the first variant. */
export async function createModel(
  emulator: Emulator,
  sizes: Readonly<Record<string, number>>,
): Promise<CreatedModel> {
  const files = Object.entries(sizes).map(([name, size]) => ({ name, size }));
  const created = await send('POST', `${emulator.baseUrl}/variant_a/v1/models`, { name: 'Beam', files });
  return created.body as CreatedModel;
}

/** The recorded last request to the emulator. */
export function lastRequest(emulator: Emulator): RecordedRequest {
  return emulator.requests.at(-1)!;
}
