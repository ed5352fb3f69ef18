import { guardsOf, only, unit } from './guard';

/** What the settings may have this client send, and where it looks in answers. */
export const shape = [
  ...guardsOf('src/client/extraHeaders.ts', unit('client/serviceShape', 'client/shapeOnTheWire'), [
    [
      'no header begins another one by its value',
      "typeof value !== 'string' || !/^[\\t\\x20-\\x7e]*$/.test(value)",
      'false',
    ],
    ['a header has the name of one', "!/^[!#$%&'*+.^_`|~\\w-]+$/.test(name) || ", ''],
    ['a header is set once', ' || headers.has(name)', ''],
    ['the connection is not for settings to decide', 'reserved.test(name) || ', ''],
    [
      'what a body is called is not for settings to decide',
      " || (setting === 'requestHeaders' && reservedForService.test(name))",
      '',
    ],
    ['settings do not say who is there', '!names.has(name.toLowerCase())', 'true'],
    [
      'only a link of Azure has the header of one',
      "has('sv') && has('sig') && (has('sr') || has('ss'))",
      "has('sig')",
    ],
  ]),
  ...guardsOf('src/client/serviceShape.ts', unit('client/serviceShape'), [
    ['a prefix is a plain path', '!isPath || ', ''],
    ['a prefix has no dots to be resolved', ' || hasDotSegment(given)', ''],
  ]),
  ...guardsOf('src/client/requestBodies.ts', unit('client/requestBodies'), [
    [
      'a placeholder is one that there is',
      "if (!known.has(placeholder)) throw new ShapeError(setting, 'placeholder', `{${placeholder}}`);",
      '',
    ],
    [
      'a brace begins a placeholder',
      "if (placeholder === undefined) throw new ShapeError(setting, 'brace');",
      'if (placeholder === undefined) continue;',
    ],
    ['a file stands where it is repeated', "placeholder.startsWith('file.') && !perFile", 'false'],
    ['what declares prompts is not sent', 'const body = rest as Json;', 'const body = given as Json;'],
  ]),
  ...guardsOf('src/client/prompts.ts', unit('client/requestBodies'), [
    [
      'no body is made without an answer that it needs',
      "if (answer === undefined) throw new ShapeError(setting, 'noAnswer', prompt.label);",
      "if (answer === undefined) return [placeholder, ''] as const;",
    ],
    [
      'an answer that does not fit any more is not sent',
      "if (!fits(answer, prompt)) throw new ShapeError(setting, 'unfitAnswer', prompt.label);",
      '',
      unit('client/prompts'),
    ],
    [
      'a number is sent as it was typed',
      "=== typed ? undefined : 'inexact'",
      '=== typed ? undefined : undefined',
      unit('client/prompts'),
    ],
    ['a default is one of the choices', 'isAnswer(value) && choices.includes(value)', 'isAnswer(value)'],
  ]),
  ...guardsOf('src/client/jsonPointer.ts', unit('client/jsonPointer'), [
    ['a pointer sees only what an answer has itself', ' && Object.hasOwn(container, step)', ''],
    ['a pointer counts as RFC 6901 says', '/^(0|[1-9]\\d*)$/.test(step)', 'true'],
  ]),
  ...guardsOf('src/client/responsePointers.ts', unit('client/serviceShape'), [
    [
      'a pointer that nobody reads is told',
      "if (!(keys as readonly string[]).includes(key)) throw new ShapeError('responses', 'entry', key);",
      '',
    ],
    [
      'a pointer is one',
      "if (!isJsonPointer(pointer)) throw new ShapeError('responses', 'pointer', key);",
      '',
    ],
  ]),
  ...guardsOf('src/client/decodeList.ts', unit('client/responsePointers'), [
    [
      'a pointer to a list is followed and nothing else',
      'pointers.list === undefined ? outermostArrays(json, carries)',
      'arrayAt(json, pointers.list ?? "").length === 0 ? outermostArrays(json, carries)',
    ],
    ['a pointer to names that leads to none is told', 'if (pointers.name !== undefined && ', 'if (false && '],
  ]),
  ...guardsOf('src/client/decodeCreated.ts', unit('client/responsePointers'), [
    [
      'a pointer to an identifier leads to one',
      "if (!isIdentifier(id)) throw new AnswerError(context, 'noIdentifier', keyPaths(json));\n  const carrier",
      'const carrier',
    ],
  ]),
  ...guardsOf('src/client/decodeUploadUrls.ts', unit('client/responsePointers'), [
    [
      'with pointers, no link is left over',
      'if (entries?.length !== requested.count) return [];',
      'if (entries === undefined) return [];',
    ],
    [
      'with pointers, nothing else is tried',
      'isExact ? readingAt(place, pointers, reading) : readingsOf(place, reading)',
      'isExact && readingAt(place, pointers, reading).length > 0 ? readingAt(place, pointers, reading) : readingsOf(place, reading)',
    ],
    [
      'a pointer to what says which file it is leads to it',
      'const isByColumns = named === undefined && name === undefined;',
      'const isByColumns = named === undefined;',
    ],
  ]),
  ...guardsOf('src/launch/runLaunch.ts', only('launch/launchAnswers', 'missing'), [
    [
      'a launch lacks no answer when it begins',
      'requireAnswers(client, journal.record, journal.record.plan.finalise || finalise);',
      '',
    ],
  ]),
  ...guardsOf('src/launch/launchAnswers.ts', unit('launch/launchAnswers', 'launch/strictServices'), [
    ['answers go along with their launch', 'return { answers: plan.answers?.[operation] };', 'return {};'],
    ['answers are needed only for what is still to come', '(finalise && !finalised ?', '(!finalised ?'],
  ]),
  ...guardsOf('package.json', unit('manifest'), [
    [
      'a workspace does not say what is sent',
      '"type": [\n            "object",\n            "null"\n          ],\n          "default": null,\n          "scope": "machine",\n          "order": 20,',
      '"type": [\n            "object",\n            "null"\n          ],\n          "default": null,\n          "scope": "window",\n          "order": 20,',
    ],
    [
      'a folder that is not trusted does not say what is sent',
      '        "simulationService.uploadHeaders",\n        "simulationService.responses",',
      '        "simulationService.responses",',
    ],
  ]),
];
