import type { Operation } from './core/types';
import type { HttpLimits, HttpRequest } from './http/httpTransport';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** `maxBodyBytes` of `createModel` lacks the part that grows with the files. */
export interface OperationRule extends Omit<HttpLimits, 'stallTimeoutMs'> {
  readonly method: HttpRequest['method'];
  /** Appended to base URL and variant prefix; `{model_id}` stands for an encoded identifier. */
  readonly path: string;
}

/**
 * The successes whose body is the whole response. A service made with a web framework uses the one that it is used to:
 * 201 is documented, 202 says that the work goes on, and 203 comes from a gateway.
 */
const service = { accepted: [200, 201, 202, 203], maxBodyBytes: mebibyte } as const;
/** Every success, for requests whose response need not say anything. */
const anySuccess: readonly number[] = Array.from({ length: 100 }, (_, index) => 200 + index);
/** Enough for 100,000 projects of 120 bytes, and small enough that a hostile response costs less than 50 MB. */
const listBytes = 12 * mebibyte;

const list = {
  ...service,
  // 206 is a part of a list, as PostgREST sends it.
  accepted: [...service.accepted, 206],
  method: 'GET',
  needsBody: true,
  responseTimeoutMs: 30 * secondMs,
  bodyTimeoutMs: 30 * secondMs,
} as const;
/**
 * Only their response tells what was done, and a second request could do it again. So they wait as long as the
 * connection lives, within reason: a service may take its time for thousands of upload URLs, or to check a model.
 */
const create = {
  ...service,
  method: 'POST',
  needsBody: true,
  responseTimeoutMs: 30 * minuteMs,
  bodyTimeoutMs: 30 * minuteMs,
} as const;

/** Every operation of the interface (src/client/README.md, Endpoints) with its limits. */
export const operations: Readonly<Record<Operation, OperationRule>> = {
  createProject: { ...create, path: '/projects' },
  listProjects: { ...list, path: '/projects', maxBodyBytes: listBytes },
  createModel: { ...create, path: '/models', maxBodyBytes: 64 * kibibyte },
  finaliseModel: {
    ...create,
    path: '/models/{model_id}/finalise',
    accepted: anySuccess,
    needsBody: false,
    maxBodyBytes: 256 * kibibyte,
  },
  listReusableModels: { ...list, path: '/models/reusable', maxBodyBytes: listBytes },
  createSimulation: { ...create, path: '/simulations' },
  // A setting has the path that requests go to.
  readSimulation: {
    ...list,
    path: '/simulations/{simulation_id}',
    accepted: [200, 203],
    maxBodyBytes: 64 * kibibyte,
  },
  uploadFile: {
    method: 'PUT',
    path: '',
    accepted: anySuccess,
    needsBody: false,
    // A store that scans ten gigabytes before it confirms them gets them once, not five times.
    responseTimeoutMs: 30 * minuteMs,
    bodyTimeoutMs: 15 * secondMs,
    maxBodyBytes: 64 * kibibyte,
  },
};

/**
 * Limit for the response to `createModel` in bytes: it carries one signed URL for each file. No more than 48 MiB, which
 * is enough for 100,000 files with URLs of 500 bytes, so that a hostile response cannot fill the memory.
 */
export function createModelBytes(fileCount: number): number {
  return Math.min(operations.createModel.maxBodyBytes + fileCount * 8 * kibibyte, 48 * mebibyte);
}

/** Limit for the JSON values that the files add to a response to `createModel`. */
export function createModelValues(fileCount: number): number {
  return fileCount * 16;
}
