import { guardsOf, only, unit } from './guard';

/** What goes out, how often, for how long, and how much comes back. */
export const sending = [
  ...guardsOf('src/client/retry.ts', unit('client/retry'), [
    [
      'a create is repeated only when nothing was sent',
      "if (rule.unsentOnly && error.sent !== 'no') return false;",
      '',
    ],
    [
      'a create is not repeated after a failure of the service',
      'mayPass: (status) => status === 429, unsentOnly',
      'unsentOnly',
    ],
    [
      'a status without a name is one of its hundred',
      'status >= 500 && status < 600 && !neverInstalled.has(status)',
      'status === 500',
    ],
    ['finalising is repeated once', 'attempts: 2,', 'attempts: 3,'],
    [
      'a server cannot have its client wait for hours',
      'return error.retryAfter <= longestServerWait ? error.retryAfter : undefined;',
      'return error.retryAfter;',
    ],
    [
      'repeats stop at the end of their budget',
      'if (this.tokens < 5) return false;',
      'if (this.tokens < 0) return false;',
    ],
  ]),
  ...guardsOf('src/client/operations.ts', unit('client/redirect'), [
    [
      'a redirect is no success',
      'const service = { accepted: [200, 201],',
      'const service = { accepted: [200, 201, 301, 302, 303, 307, 308],',
    ],
    [
      'a redirect of a file is no success',
      'accepted: [200, 201, 204],',
      'accepted: [200, 201, 204, 301, 302, 303, 307, 308],',
    ],
    ['only one status makes a model finalised', 'accepted: [200],', '', only('faults/matrix', 'row 18,')],
    [
      'an answer has a largest size',
      'bodyTime: 30 * second, bodyBytes: mebibyte }',
      'bodyTime: 30 * second, bodyBytes: 1024 * mebibyte }',
      only('client/bombs', 'of 100 million spaces'),
    ],
  ]),
  ...guardsOf('src/client/http.ts', unit('client/http'), [
    [
      'a POST has a connection of its own',
      "request.method === 'POST' ? ownPool(request, trip, watch) : this",
      'this',
    ],
    [
      'what may have been sent counts as sent',
      "trip.sent = 'maybe';",
      '',
      unit('client/http', 'client/serviceClient'),
    ],
    [
      'an answer that is cut is none',
      'if (fault !== undefined && accepted && (needsBody || isGarbled) && !encoded) throw fault;',
      '',
    ],
  ]),
  ...guardsOf('src/client/http.ts', unit('upload/closingServers'), [
    [
      'a kept connection that turns out closed costs nothing',
      'if (!wasClosedBefore(error, trip)) throw error;',
      'throw error;',
    ],
    ['what is sent again goes out on a new connection', 'isNew: trip.isAgain', 'isNew: false'],
    [
      'a server that has begun to answer is not asked again',
      'wire.requests > 1 && wire.isSilent',
      'wire.requests > 1',
    ],
  ]),
  ...guardsOf('src/client/http.ts', unit('client/beforeSend'), [
    ['a POST is asked for before it is sent', 'await request.beforeSend?.();', ''],
    [
      'who cancels in that question has the connection closed',
      'unlessAborted(beforeSend(), signal)',
      'beforeSend()',
    ],
    ['that question takes no time from the connection', 'watch.connected();', ''],
    ['a POST that was allowed on one connection goes out on no other', 'isFirst = false;', ''],
  ]),
  ...guardsOf('src/client/wire.ts', unit('upload/earlyRefusal', 'client/interimResponses'), [
    [
      'what a server has said is heard when it takes nothing more',
      'this.hearOut(error, done);\n        return;',
      'done(error);\n        return;',
    ],
    ['interim responses are passed over', 'this.interim.pass(chunk)', 'chunk'],
  ]),
  ...guardsOf('src/client/tunnel.ts', unit('client/interimResponses'), [
    ['interim responses of proxies are passed over', 'new Wire(socket);', ''],
  ]),
  ...guardsOf('src/client/answerReader.ts', unit('client/http', 'client/answers'), [
    [
      'a request that is accepted early is sent to its end',
      'if (!accepted || this.watch.hasSentAll)',
      'if (true)',
      unit('client/earlyAcceptance'),
    ],
    ['nothing is inflated', 'encoded ? 0 : accepted', 'accepted'],
    ['a refusal has a largest size', 'bodyBytes : errorBodyBytes);', 'bodyBytes : bodyBytes);'],
    [
      'reading stops at the largest size',
      'if (this.bytes.add(chunk)) return;',
      'this.bytes.add(chunk);\n    return;',
    ],
    [
      'an answer that drips comes to an end',
      "controller.abort(new Interruption('timeout'))",
      'undefined',
      only('faults/matrix', 'row 17,'),
    ],
    [
      'nothing is sent for an exchange that has ended',
      'if (signal.aborted) controller.abort(signal.reason as Error);\n    else this.started();',
      'this.started();',
    ],
  ]),
  ...guardsOf('src/client/exchangeWatch.ts', only('faults/matrix', 'row (4|11|12),'), [
    [
      'what is answered stands, whatever becomes of the rest of the file',
      'if (!this.hasAnswer) reject',
      'reject',
      unit('client/http', 'client/uploadFile', 'client/answers', 'upload/uploadFiles'),
    ],
    ['a wait for a connection ends', "this.startTimer('connectTimeout', limits.connect);", ''],
    [
      'a wait for an answer ends',
      "else if (this.hasGivenAll) this.startTimer('timeout', this.limits.answer);",
      '',
    ],
    ['a wait for an answer to a file ends', 'this.hasGivenAll = true;\n    this.progressed();\n  };', '};'],
    [
      'a wait for a server that takes no bytes ends',
      "if (this.wire.isWaiting) this.startTimer('stalled', this.limits.stall);\n    else ",
      '',
    ],
    [
      'a server that takes bytes slowly is not given up',
      'this.stopLooking = wire.watchQueue(this.limits.stall / looksPerStall);',
      '',
      unit('client/slowServers'),
    ],
    [
      'somebody who cancels waits no longer',
      "outer.addEventListener('abort', this.abort);",
      '',
      unit('client/http', 'client/uploadFile'),
    ],
  ]),
  ...guardsOf('src/client/serviceClient.ts', unit('client/uploadFile'), [
    ['a file goes out with its exact length', "'content-length': String(size) ", ''],
    [
      'a buffer of another length is not sent',
      'if (!(body instanceof Readable) && body.length !== size)',
      'if (false)',
    ],
    [
      'success before the end of a file is none',
      "if (!answer.isSentWhole) throw new AnswerError(context, 'tooEarly');",
      '',
    ],
    ['no compressed answer is asked for', "'accept-encoding': 'identity',", '', unit('client/serviceClient')],
    [
      'nothing is sent to an unfit link',
      'if (problem !== undefined) {\n      if (body',
      'if (false) {\n      if (body',
      unit('client/uploadUrlsInUse'),
    ],
    [
      'a model with an unfit link is not begun',
      "if (problem !== undefined) throw new UploadUrlError('createModel', this.host, problem, id);",
      '',
      unit('client/uploadUrlsInUse'),
    ],
    [
      'an identifier is one segment of a path',
      'pathSegment(modelId))',
      'String(modelId))',
      unit('client/serviceClient', 'client/decoding'),
    ],
  ]),
];
