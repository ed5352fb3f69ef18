import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/mapping/requestBodies.ts', killedBy: suites('client/requestBodies') }, [
    {
      name: 'a placeholder is a known one',
      find: "if (!known.has(placeholder)) throw new MappingError(setting, 'placeholder', `{${placeholder}}`);",
      replace: '',
    },
    {
      name: 'a brace begins a placeholder',
      find: "if (placeholder === undefined) throw new MappingError(setting, 'brace');",
      replace: 'if (placeholder === undefined) continue;',
    },
    {
      name: 'a placeholder for a file stands inside the repeated element',
      find: "placeholder.startsWith('file.') && !perFile",
      replace: 'false',
    },
    {
      name: 'the declaration of prompts is not sent',
      find: 'const body = rest as Json;',
      replace: 'const body = given as Json;',
    },
  ]),
  ...mutationsOf({ in: 'src/client/mapping/prompts.ts', killedBy: suites('client/requestBodies') }, [
    {
      name: 'no body is built without a required answer',
      find: "if (answer === undefined) throw new MappingError(setting, 'noAnswer', prompt.label);",
      replace: "if (answer === undefined) return [placeholder, ''] as const;",
    },
    {
      name: 'an answer that is no longer valid is not sent',
      find: "if (!isAllowedAnswer(answer, prompt)) throw new MappingError(setting, 'unfitAnswer', prompt.label);",
      replace: '',
      killedBy: suites('client/prompts'),
    },
    {
      name: 'a number is sent as it was typed',
      find: 'return String(Number(json)) === json ? Number(json) : json;',
      replace: 'return Number(json);',
      killedBy: suites('client/prompts'),
    },
    {
      name: 'a default is one of the choices',
      find: 'isAnswer(value) && choices.includes(value)',
      replace: 'isAnswer(value)',
    },
  ]),
];
