import assert from 'node:assert/strict';
import { ResponseError, StatusError, UploadUrlError } from '../../../src/client/core/errors';
import { MappingError } from '../../../src/client/mapping/mappingError';
import { toProblem } from '../../../src/launch/outcome';
import { describeError } from '../../../src/messages/describeError';
import { describeProblem } from '../../../src/messages/launchProblems';
import { remediesFor } from '../../../src/messages/remedies';

const host = 'sim.example';
const environment = 'Wing';

/** The settings that the buttons open, and the arguments of their commands. */
function targetsOf(error: Error): unknown[] {
  return remediesFor(error).flatMap((remedy) =>
    'setting' in remedy ? [remedy.setting] : remedy.argument === undefined ? [] : [remedy.argument],
  );
}

describe('A fault of a service that an environment describes', () => {
  const refused = (named?: string) =>
    new StatusError({ operation: 'createModel', host, status: 422, environment: named });

  it('names the body in the environment, and leads there', () => {
    assert.match(
      describeError(refused(environment)),
      /The setting requests\.createModel of the environment “Wing” describes the body of this request\.$/,
    );
    const error = refused(environment);
    assert.deepEqual(targetsOf(error), [error]);
  });

  it('names the plain setting where these describe the service', () => {
    assert.match(describeError(refused()), /The setting simulationService\.requests\.createModel describes/);
    const error = refused();
    assert.deepEqual(targetsOf(error), [error]);
  });

  it('names places in responses and headers of uploads there, also in a record', () => {
    const noList = new ResponseError({ operation: 'listProjects', host, status: 200, environment }, 'noList');
    assert.match(describeError(noList), /use the setting responses of the environment “Wing” \(projects/);
    assert.match(describeProblem(toProblem(noList)), /use the setting responses of the environment “Wing”/);
    assert.ok(targetsOf(noList).includes('simulationService.environments'));
    const problem = { reason: 'signedHeaders', urlHost: 'files.example', headers: ['x-key'] } as const;
    const headers = new UploadUrlError('createModel', host, problem, 'm1', environment);
    assert.match(describeError(headers), /to the setting uploadHeaders of the environment “Wing”,/);
    assert.match(
      describeProblem(toProblem(headers)),
      /to the setting uploadHeaders of the environment “Wing”\./,
    );
    assert.deepEqual(targetsOf(headers), ['simulationService.environments']);
  });

  it('names the setting that cannot be used, with hidden characters of the name shown', () => {
    const error = new MappingError('responses', 'type', '', 'Wi\u202eng');
    assert.equal(
      describeError(error),
      'The setting responses of the environment “Wi\\u{202e}ng” must be an object. Nothing was sent.',
    );
    assert.deepEqual(targetsOf(error), ['simulationService.environments']);
  });
});
