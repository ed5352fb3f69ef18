import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/serviceClient.ts', killedBy: suites('client/uploadFile') },
  [
    { name: 'a file is sent with its exact length', find: "'content-length': String(size) ", replace: '' },
    {
      name: 'a buffer of another length is not sent',
      find: 'if (!(body instanceof Readable) && body.length !== size)',
      replace: 'if (false)',
    },
    {
      name: 'success before the end of a file is rejected',
      find: "if (!answer.isSentWhole) throw new ResponseError(context, 'tooEarly');",
      replace: '',
    },
    {
      name: 'no compressed response is requested',
      find: "'accept-encoding': 'identity',",
      replace: '',
      killedBy: suites('client/serviceClient'),
    },
    {
      name: 'nothing is sent to an invalid upload URL',
      find: 'if (problem !== undefined) {\n      if (body',
      replace: 'if (false) {\n      if (body',
      killedBy: suites('client/uploadUrlsInUse'),
    },
    {
      name: 'no upload begins for a model with an invalid upload URL',
      find: "if (problem !== undefined) throw new UploadUrlError('createModel', this.host, problem, id);",
      replace: '',
      killedBy: suites('client/uploadUrlsInUse'),
    },
    {
      name: 'an identifier is one segment of a path',
      find: 'pathSegment(modelId))',
      replace: 'String(modelId))',
      killedBy: suites('client/serviceClient', 'client/decoding'),
    },
  ],
);
