import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('client/secretFinder');

export const mutations = [
  ...mutationsOf({ in: 'src/client/text/readings.ts', killedBy }, [
    { name: 'secrets are found percent-encoded', remove: '%[0-7][\\da-f]|' },
    { name: 'secrets are found in JSON', remove: '[\\\\%]u[\\da-f]{4}|' },
    { name: 'secrets are found in XML', find: 'return decodeReferences(escape);', replace: 'return escape;' },
    { name: 'secrets are found across blanks', remove: ', joinBlanks(one)' },
    {
      name: 'secrets are found in digits',
      find: 'if (decoded !== undefined) undecoded.push(decoded);',
      replace: 'void decoded;',
    },
    {
      name: 'secrets are found in escapes of escapes',
      find: 'decodeEscapes(one), joinBlanks(one)',
      replace: '...(one === reading ? [decodeEscapes(one), joinBlanks(one)] : [])',
    },
    {
      name: 'an escape is redacted with the secret that it ends',
      find: 'end: source.partAt(end - 1).end }',
      replace: 'end: source.partAt(end - 1).start + 1 }',
    },
    {
      name: 'the shortest secrets are not found across blanks',
      find: "{ replace: () => '', isJoined: true }",
      replace: "{ replace: () => '', isJoined: false }",
    },
    {
      name: 'the readings of a long page have room',
      find: 'maxGrowth * text.length + minRoom',
      replace: 'text.length + minRoom',
    },
    { name: 'a hostile text is read quickly', remove: 'if (room < 0) return readings;' },
    {
      name: 'a secret whose escapes decode to others is read quickly',
      find: 'maxSpellings = 8',
      replace: 'maxSpellings = 1e9',
    },
  ]),
  ...mutationsOf({ in: 'src/client/text/digitCodes.ts', killedBy }, [
    { name: 'secrets are found in hexadecimal', find: 'bitsOfDigit: 4,', replace: 'bitsOfDigit: 5,' },
    { name: 'secrets are found in hexadecimal with capitals', remove: ', `${numerals}ABCDEF`' },
    { name: 'secrets are found in hexadecimal with colons', remove: '    separators: /[:-]/,\n' },
    {
      name: 'secrets are found at each alignment of base64',
      find: 'first < digitsOfGroup;',
      replace: 'first < 1;',
    },
    { name: 'secrets are found in base64url', remove: ', `${alphanumerics}-_`' },
    { name: 'secrets are found in digits that were cut', find: "=== '…'", replace: "=== ''" },
    { name: 'secrets in other letters are found in digits', find: 'byte < 0xc2', replace: 'byte >= 0x80' },
  ]),
  ...mutationsOf({ in: 'src/client/text/secretFinder.ts', killedBy }, [
    {
      name: 'secrets that are base64 are found in base64 of URLs',
      remove: "\n    .replaceAll('_', '/')",
      killedBy: suites('secrets/redactor'),
    },
    {
      name: 'secrets that contain escapes are found in escapes',
      find: 'const spellings = spellingsOf(secret);',
      replace: 'const spellings = [secret];',
    },
    {
      name: 'secrets in other letters are found',
      remove: ", ...others.map((spelling) => Buffer.from(spelling, 'utf8').toString('latin1'))",
    },
    {
      name: 'secrets are found where they were cut',
      find: 'const isCut = ',
      replace: 'const isCut = false && ',
    },
    {
      name: 'secrets are found in the other case',
      remove: '\n    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())',
    },
    { name: 'secrets are found in front of dots', remove: '|\\.\\.\\.' },
    {
      name: 'short secrets are not found inside words',
      find: '|| word.length >= minInside',
      replace: '|| true',
    },
    {
      name: 'a hostile text is searched quickly',
      find: 'maxComparisons = 10_000',
      replace: 'maxComparisons = 1e9',
    },
    { name: 'beginnings count as comparisons', remove: ' + cut.length' },
  ]),
];
