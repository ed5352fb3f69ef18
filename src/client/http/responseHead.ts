/** Names of headers that a parser takes (RFC 9110, 5.6.2). */
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

const controls = /(?!\t)\p{Cc}/gu;

type Field = readonly [name: string, value: string];

/**
 * The head of a response as a strict parser takes it. curl and browsers take what gateways make of one, such as a length
 * that stands there twice, a header on two lines, or one with a space before its colon.
 * @param head in Latin-1, with the empty line at its end
 */
export function repairHead(head: string): string {
  const [status = '', ...lines] = head
    .replace(/[\r\n]+$/, '')
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  const fields = repairFraming(lines.flatMap(parseField));
  const repaired = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  return `${status.replace(controls, ' ').trimEnd()}\r\n${repaired.join('')}\r\n`;
}

/** Nothing depends on a line without a name. */
function parseField(line: string): Field[] {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(0, colon)).trim();
  return token.test(name)
    ? [
        [
          name,
          line
            .slice(colon + 1)
            .replace(controls, ' ')
            .trim(),
        ],
      ]
    : [];
}

/** The transfer coding says where a body ends, else its length (RFC 9112, 6.3). Lengths that differ stay as they are. */
function repairFraming(fields: readonly Field[]): readonly Field[] {
  const codings = listValues(fields, 'transfer-encoding').filter((coding) => !/^identity$/i.test(coding));
  const lengths = listValues(fields, 'content-length');
  const others = fields.filter(([name]) => !/^(transfer-encoding|content-length)$/i.test(name));
  // Whatever follows such a response is not trusted.
  if (codings.length > 0) {
    const coding: Field = ['transfer-encoding', [...new Set(codings)].join(', ')];
    return lengths.length === 0 ? [...others, coding] : [...others, coding, ['connection', 'close']];
  }
  const isSame = new Set(lengths.map((length) => length.replace(/^0+(?=\d)/, ''))).size === 1;
  const kept = isSame ? lengths.slice(0, 1) : lengths;
  return [...others, ...kept.map((length): Field => ['content-length', length])];
}

function listValues(fields: readonly Field[], wanted: string): string[] {
  const values = fields.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  return values.flatMap((value) => value.split(',')).map((value) => value.trim());
}
