import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/requestSender.ts', killedBy: suites('client/uploadFile') }, [
    { name: 'a file is sent with its exact length', find: "'content-length': String(size),", replace: '' },
    {
      name: 'no compressed response is requested',
      find: "'accept-encoding': 'identity',",
      replace: '',
      killedBy: suites('client/serviceClient'),
    },
    {
      name: 'an identifier is one segment of a path',
      find: 'toPathSegment(modelId))',
      replace: 'String(modelId))',
      killedBy: suites('client/serviceClient', 'client/decoding'),
    },
  ]),
  ...mutationsOf({ in: 'src/client/serviceClient.ts', killedBy: suites('client/uploadFile') }, [
    {
      name: 'a buffer of another length is not sent',
      find: 'if (!(body instanceof Readable) && body.length !== size)',
      replace: 'if (false)',
    },
    {
      name: 'nothing is sent to an invalid upload URL',
      find: "this.#requireUsableUrl(url, 'uploadFile');",
      replace: ';',
      killedBy: suites('client/uploadUrls'),
    },
    {
      name: 'no upload begins for a model with an invalid upload URL',
      find: 'await runSteps(this.#requireUsableUrls(uploadUrls, id));',
      replace: '',
      killedBy: suites('client/uploadUrls'),
    },
  ]),
];
