import { mutationsOf, test } from '../../mutations/mutation';

const again = (grep: string) => test('cli/again', grep);
const atTerminal = (grep: string) => test('cli/terminal', grep);

export const mutations = mutationsOf({ in: 'src/cli/creating.ts', killedBy: again('') }, [
  {
    name: 'a protected service is not created at by a word at a terminal',
    find: 'if (isProtected || !terminal.isInteractive)',
    replace: 'if (!terminal.isInteractive)',
    killedBy: atTerminal('wants the plan'),
  },
  {
    name: 'what was shown in a question is what is created',
    find: 'return isAgreed({ plan: document.plan }, await again());',
    replace: 'return true;',
    killedBy: atTerminal('has changed while'),
  },
  {
    name: 'nothing is created that was begun while a question was open',
    find: '{ clientOf, requireNone }',
    replace: '{ clientOf }',
    killedBy: atTerminal('was begun while'),
  },
  {
    name: 'nothing goes on at another service or with another account',
    find: 'if (!isPossiblySameService(ref, { ...service, account }))',
    replace: 'if (service.key === account?.text)',
    killedBy: again('no other service'),
  },
  {
    name: 'what goes on at a protected service needs its name',
    remove: '  requireNamed(command);\n',
    killedBy: again('has become protected'),
  },
  {
    name: 'a study goes on with no other body than was agreed to',
    remove: 'if (changed !== undefined) throw new BodiesChangedError(changed);',
    killedBy: again('with another body'),
  },
  {
    name: 'rows that wait in another study need a word',
    find: 'isFirstOnly || isNew || isUnknown',
    replace: 'isFirstOnly || isUnknown',
    killedBy: again('wait in another study'),
  },
  {
    name: 'rows that a study which cannot be read may have need a word',
    find: 'isFirstOnly || isNew || isUnknown',
    replace: 'isFirstOnly || isNew',
    killedBy: again('cannot be read'),
  },
]);
