import assert from 'node:assert/strict';
import { formatForReview } from '../../../src/serviceFile/reviewText';

describe('The text of a service that is reviewed', () => {
  it('begins with the address, then has notes and the entry', () =>
    assert.equal(
      formatForReview('https://sim.example/', {
        name: 'Wing',
        entry: { baseUrl: 'https://sim.example' },
        notes: ['First.', 'Second\n// line.'],
      }),
      '// https://sim.example/\n// First.\n// Second // line.\n{\n  "Wing": {\n    "baseUrl": "https://sim.example"\n  }\n}\n',
    ));

  it('is empty for a service that is not there', () =>
    assert.equal(formatForReview('None.', { name: 'Wing', entry: undefined }), '// None.\n{}\n'));

  it('shows hidden characters by codes that mean the same', () => {
    const entry = { note: 'a\u202eb\u{e0041}c' };
    const notes = ['other.example\u202e'];
    const text = formatForReview('https://sim.example/\u200b', { name: '\u200bWing', entry, notes });
    assert.doesNotMatch(text, /[\u202e\u200b]|\u{e0041}/u);
    assert.deepEqual(JSON.parse(text.slice(text.indexOf('{'))), { '\u200bWing': entry });
  });
});
