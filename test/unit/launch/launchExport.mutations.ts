import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/launch/launchExport.ts', killedBy: suites('launch/launchExport') },
  [
    {
      name: 'an export has no user and no path of the service',
      find: 'origin: new URL(plan.service.origin).origin',
      replace: 'origin: plan.service.origin',
    },
    {
      name: 'an export has no path of this computer',
      find: 'return { name, size, ...(sha256',
      replace: 'return { ...plan.model, name, size, ...(sha256',
    },
    {
      name: 'an export has no upload URL in its messages',
      find: 'serverMessage: sanitizeText(texts.serverMessage(serverMessage), maxMessageLength)',
      replace: 'serverMessage',
    },
    {
      name: 'an export has no secrets in its messages',
      find: 'texts.serverMessage(serverMessage)',
      replace: 'serverMessage',
    },
    {
      name: 'an export has no secrets in its names',
      find: 'name: exact(record.plan.model.name),',
      replace: 'name: record.plan.model.name,',
    },
    {
      name: 'an export has no further property of a problem',
      find: '  return {\n    kind,\n',
      replace: '  return {\n    ...arguments[0],\n    kind,\n',
    },
  ],
);
