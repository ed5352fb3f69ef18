export type DecimalSign = ',' | '.';

/** Matches a number with at most one sign, which is in the first or second group. `1.5d0` is one for Fortran. */
const plainNumber = /^[+-]?(?:\d+([.,])?\d*|([.,])\d+)(?:[ed][+-]?\d+)?$/i;
/** Matches one whose sign may separate thousands. */
const groupShape = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
/** Matches one with signs that certainly separate thousands, in Switzerland and India too, and its decimals. */
const groupedNumber =
  /^([+-]?(?:[1-9]\d{0,2}(?:\.\d{3})+(?=,|$)|[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?=\.|$)|[1-9]\d{0,2}(?:['’]\d{3})+))([.,]\d*)?$/;
/** Matches a minus that is no hyphen of a keyboard, before a number or its exponent. */
const typographicMinus = /(?:^|(?<=\d[.,]?[ed]))[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gi;
/** Matches a text that begins with a number, such as `0,5 mm`. */
const numberWithComma = /^[+-]?\d+,\d+(?=[^\d.,])/;
/** Matches one that begins with separated thousands, such as `1.000 mm`, where commas are decimal. */
const groupedWithUnit = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?(?=\s*[^\d.,\s])/;
/** Matches the currency before an amount of money, behind its sign, or after it. */
const currency =
  /^([+-]?)\s*(?:[A-Z]{0,2}\p{Sc}|(?:CHF|EUR|USD|GBP|SFr|Fr)\b\.?)\s*|\s*(?:\p{Sc}|(?:CHF|EUR|USD|GBP|SFr|Fr)\.?)$/gu;
/** Further signs and blanks that separate thousands. */
const otherGroups = /(?<=\d)(?:[ \u00a0\u202f´`]|'')(?=\d{3}(?!\d))/g;
/** Matches a number with a fraction, such as `1 1/2`. */
const withFraction = /^([+-]?\d{1,9}) (\d{1,3})\/([1-9]\d{0,2})$/;

/** Whether a program has written the text as a number, with either decimal sign. */
export function isPlainNumber(text: string): boolean {
  return plainNumber.test(text);
}

export function signOf(text: string): DecimalSign | undefined {
  const [, first, second] = plainNumber.exec(text) ?? [];
  return (first ?? second) as DecimalSign | undefined;
}

/** Whether the only sign of a plain number may separate thousands. */
export function mayBeThousands(text: string): boolean {
  return groupShape.test(text);
}

/** The number that people read in a text that programs do not read as one, written so that both can read it. */
export function findReading(text: string): string | undefined {
  const [, whole, decimals = ''] = groupedNumber.exec(text) ?? [];
  if (whole !== undefined) return whole.replace(/[.,'’]/g, '') + decimals;
  const negative = text.replace(typographicMinus, '-');
  if (negative === text) return undefined;
  return plainNumber.test(negative) ? negative : findReading(negative);
}

/**
 * As {@link findReading} for a number that a spreadsheet has formatted: as money, with a fraction, in the digits of
 * another script, or negative with its minus elsewhere.
 * @param sign the decimal sign of the table, if it is known
 */
export function findFormatted(text: string, sign: DecimalSign | undefined): string | undefined {
  const digits = toKeyboardDigits(text, sign);
  const negative = /^\(.*\)$/.test(digits) || /^[^-]*\d-$/.test(digits);
  const bare = digits
    .replace(/^\(|\)$|(?<=\d)-$/g, '')
    .replace(currency, '$1')
    .replace(otherGroups, "'");
  const number = (negative ? '-' : '') + bare.trim();
  if (number === text) return findFraction(text, sign);
  return plainNumber.test(number) ? number : findReading(number);
}

/** The text in which each digit of another script is that of a keyboard, and so are the signs between them. */
function toKeyboardDigits(text: string, sign: DecimalSign = '.'): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text
    .replace(/(?!\d)\p{Nd}/gu, (digit) => String(valueOfDigit(digit)))
    .replace(/(?<=\d)\u066b(?=\d)/g, sign)
    .replace(/(?<=\d)\u066c(?=\d)/g, "'")
    .replace(/(?<=\d)\uff0e(?=\d)/g, '.')
    .replace(/(?<=\d)\uff0c(?=\d)/g, ',');
}

/** Unicode has the digits of each script in a row, from zero to nine. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return (code - first) % 10;
}

/** The decimal number of a text such as `1 1/2`, if it has few decimals. */
function findFraction(text: string, sign: DecimalSign = '.'): string | undefined {
  const [, whole = '', above, below] = withFraction.exec(text) ?? [];
  if (above === undefined || Number(above) >= Number(below)) return undefined;
  const fraction = String(Number(above) / Number(below));
  return fraction.length > 8 ? undefined : whole + fraction.slice(1).replace('.', sign);
}

/** The text that begins with a number with a decimal comma, such as `0,5 mm`, as both can read it. */
export function findReadingBeforeText(text: string): string | undefined {
  const [grouped = ''] = groupedWithUnit.exec(text) ?? [];
  if (grouped === '' && !numberWithComma.test(text)) return undefined;
  return text.replace(grouped, grouped.replaceAll('.', '')).replace(/(?<=\d),(?=\d)/g, '.');
}
