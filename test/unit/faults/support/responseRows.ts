import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import type { Operation } from '../../../../src/client/core/types';
import { createModelBytes, operations } from '../../../../src/client/operations';
import { type Fault, pass, replies, repliesAfterApplying, rewritesResponse } from './faults';
import { type FaultOf, type Row, row } from './row';
import { doneUnseen, succeeding, unclear, type Verdicts, without } from './verdicts';

const keys: Partial<Record<Operation, string>> = {
  createProject: 'project_id',
  listProjects: 'project_id',
  createModel: 'model_id',
  createSimulation: 'simulation_id',
};

/** The response with another value for its identifier, or without one. */
function identifier(name: string, value: unknown): FaultOf {
  return (operation) =>
    rewritesResponse(
      `an identifier that is ${name}`,
      operation === 'listProjects' ? 'noList' : 'noIdentifier',
      ({ body }) => {
        const key = keys[operation]!;
        const replace = (field: string, old: unknown) => (field === key ? value : old);
        return { body: JSON.stringify(JSON.parse(body.toString()), replace) };
      },
    )(operation);
}

type Files = readonly { readonly name: string; readonly upload_url: string }[];

function links(name: string, change: (files: Files) => unknown): FaultOf {
  return rewritesResponse(name, 'uploadUrls', ({ body }) => {
    const response = JSON.parse(body.toString()) as { files: Files };
    return { body: JSON.stringify({ ...response, files: change(response.files) }) };
  });
}

const unfitLinks = [
  links('one upload URL too few', (files) => files.slice(1)),
  links('one upload URL too many', (files) => [...files, { ...files[0], name: 'x' }]),
  links('the same upload URL twice', (files) => files.map(({ name }) => ({ ...files[0], name }))),
  links('the name of another file', ([first, ...others]) => [{ ...first, name: 'other.inp' }, ...others]),
];

const compressed = (coding: string, compress: (body: Buffer) => Buffer) =>
  rewritesResponse(`a body in ${coding}`, 'encoded', ({ body }) => ({
    headers: { 'content-encoding': coding },
    body: compress(body),
  }));

/** Files in the model of the matrix. */
const fileCount = 3;

const overCap = rewritesResponse('a body over its limit', 'tooLarge', ({ body }, operation) => {
  const cap = operation === 'createModel' ? createModelBytes(fileCount) : operations[operation].maxBodyBytes;
  return { body: Buffer.concat([Buffer.alloc(cap, ' '), body, Buffer.from(' ')]) };
});

const page = rewritesResponse('an HTML page', 'html', () => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Sign in</title>',
}));

const otherSuccess = (status: number) =>
  repliesAfterApplying(status, { body: [204, 205].includes(status) ? '' : '{}' });

/** A part of a list is read, but `{}` is none. */
const part: FaultOf = (operation) => ({
  ...otherSuccess(206),
  ...(operation === 'listProjects' && { shows: () => ({ kind: 'response', code: 'noList' }) }),
});

const notJson = rewritesResponse('a plain text', 'notJson', () => ({ body: 'Created' }));

/** A control case without a fault. */
const asExpected: Fault = { name: 'the expected response', shows: () => ({}), act: (visit) => pass(visit) };

/** The whole response with another success than the documented one, as web frameworks and gateways send it. */
const asStatus = (name: string, change: (status: number) => number): Fault => ({
  name,
  shows: () => ({}),
  act: (visit) => pass(visit, change),
});

const otherStatuses = [
  asStatus('200 for 201 and 201 for 200', (status) => (status === 200 ? 201 : 200)),
  asStatus('202 with what is needed', () => 202),
  asStatus('203 with what is needed', () => 203),
];

/** Only uploads and finalise need nothing of a response but its status. */
const done: Verdicts = { ...unclear, uploadFile: 'succeed', finaliseModel: 'succeed' };
const unnamed: FaultOf = (operation) => ({
  ...repliesAfterApplying(202, { body: '{}', name: 'without an identifier' }),
  shows: () => ({ kind: 'response', code: operation === 'listProjects' ? 'noList' : 'noIdentifier' }),
});

/** Replaces the response of the file server, unlike the HTML page with which it confirms an upload. */
const signInPage: Fault = {
  ...replies(200, {
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Sign in</title>',
  }),
  name: 'an HTML page with status 200',
  shows: () => ({ kind: 'response', code: 'html' }),
};

/** The status of a success, with a body that says otherwise, whether it is true or not. */
const stated = (name: string, said: object): FaultOf => {
  const fault = rewritesResponse(name, '', () => ({ body: JSON.stringify(said) }));
  const serverMessage = 'Quota exceeded';
  return (operation) => ({ ...fault(operation), shows: () => ({ kind: 'status', serverMessage }) });
};

const nullIdentifier: Verdicts = {
  createProject: 'look up',
  listProjects: 'fail',
  createModel: 'ask user',
  createSimulation: 'ask user',
};
const noIdentifier: Verdicts = {
  createProject: 'look up',
  listProjects: 'fail',
  createModel: 'ask user',
  createSimulation: 'succeed',
};

/**
 * Success, or a response that looks like it. Departure from the matrix: the response to the creation of a simulation
 * with status 200 or 201 needs no identifier.
 */
export const responses: readonly Row[] = [
  row(18, asExpected, succeeding),
  ...otherStatuses.map((fault) => row(18, fault, succeeding)),
  row(19, unnamed, done),
  ...[204, 205].map((status) => row(19, otherSuccess(status), done)),
  row(19, part, done),
  ...[207, 299].map((status) => row(19, otherSuccess(status), done)),
  row(20, identifier('missing', undefined), noIdentifier),
  row(20, identifier('empty', ''), noIdentifier),
  row(20, identifier('null', null), nullIdentifier),
  row(20, identifier('an object', { id: 1 }), noIdentifier),
  row(20, notJson, without(unclear, 'uploadFile', 'finaliseModel')),
  ...unfitLinks.map((fault) => row(21, fault, { createModel: 'abandon model' })),
  row(22, page, { ...unclear, uploadFile: 'succeed' }),
  row(22, signInPage, { uploadFile: 'fail' }),
  row(22, stated('success: false', { success: false, error: 'Quota exceeded' }), unclear),
  row(22, stated('an error and no identifier', { errors: ['Quota exceeded'] }), unclear),
  row(23, overCap, doneUnseen),
  row(24, compressed('gzip', gzipSync), succeeding),
  row(24, compressed('br', brotliCompressSync), succeeding),
  row(24, compressed('zstd', deflateRawSync), doneUnseen),
];
