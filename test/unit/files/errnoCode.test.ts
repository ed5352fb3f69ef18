import assert from 'node:assert/strict';
import { getErrnoCode } from '../../../src/files/errnoCode';

describe('The code of a failure of the system', () => {
  for (const [error, code] of [
    [Object.assign(new Error('x'), { code: 'ENOENT' }), 'ENOENT'],
    [
      Object.assign(
        new Error(
          "Unable to write file '/a' (Unknown (FileSystemError): Error: ENOSPC: no space left on device, write)",
        ),
        { code: 'Unknown' },
      ),
      'ENOSPC',
    ],
    [Object.assign(new Error('EROFS: x'), { code: 'NoPermissions' }), 'NoPermissions'],
    [Object.assign(new Error('No words'), { code: 'Unknown' }), 'Unknown'],
    [new Error('ENOSPC: x'), 'unknown'],
    [undefined, 'unknown'],
  ] as const)
    it(`is ${code}: ${String(error)}`, () => assert.equal(getErrnoCode(error), code));
});
