import type { Random } from '../../../simulation/random';

/** Settings of countries, as spreadsheets show numbers; `list` separates the cells of their CSV files. */
const countries = [
  { decimal: '.', group: ',', list: ',', errors: ['#N/A', '#DIV/0!', '#VALUE!', '#REF!', '#SPILL!'] },
  { decimal: ',', group: '.', list: ';', errors: ['#NV', '#DIV/0!', '#WERT!', '#BEZUG!', '#ÜBERLAUF!'] },
  { decimal: ',', group: '\u202f', list: ';', errors: ['#N/A', '#VALEUR!', '#NOM?', '#PROPAGATION!'] },
  { decimal: '.', group: '’', list: ';', errors: ['#NV', '#WERT!', '#VALEUR!', '########'] },
];

/** A cell, and what a person reads in it. */
export interface Cell {
  readonly shown: string;
  /** A number as its digits before and after the point, a text, or nothing that could be sent. */
  readonly read: { readonly number: string } | { readonly text: string } | 'error' | 'blank';
}

const texts = ['alu', 'a b', 'x;y', 'a,b', '1,2,3', 'say "x"', 'tab\there', 'Größe', '0 0 -9'];

/** What a spreadsheet makes of numbers, or somebody of a date. */
const ambiguousTexts = ['50%', '2024-01-31', '02. Jan', '4-Mar', '12:30:00'];

/** Makes a table that somebody has written in a spreadsheet, and saved in one of the ways that it offers. */
export class SpreadsheetMaker {
  readonly #random: Random;
  readonly #country;
  readonly #separator: string;
  /** Whether a spreadsheet of the same country reads it in the same way, and nothing in it has two readings. */
  #isClear = true;

  constructor(random: Random) {
    this.#random = random;
    this.#country = random.pick(countries);
    const { list } = this.#country;
    this.#separator = random.chance(0.6) ? list : random.pick([',', ';', '\t']);
    if (this.#separator !== list) this.#isClear = false;
  }

  /** @returns also the file as it is saved */
  make(columns: Readonly<Record<string, 'number' | 'mixed'>>) {
    const header = Object.keys(columns);
    const makers = Object.values(columns).map((kind) => this.#makeColumn(kind));
    const count = 1 + this.#random.below(6);
    const rows = Array.from({ length: count }, () => makers.map((make) => make()));
    const lines = [header, ...rows.map((row) => row.map(({ shown }) => shown))];
    const text = lines.map((cells) => cells.map((cell) => this.#quote(cell)).join(this.#separator));
    const mark = this.#random.chance(0.5) ? '\ufeff' : '';
    const hint = this.#random.chance(0.1) ? `sep=${this.#separator}\r\n` : '';
    const file = Buffer.from(`${mark}${hint}${text.join('\r\n')}\r\n`);
    return { rows, file, isClear: this.#isClear };
  }

  #makeColumn(kind: 'number' | 'mixed'): () => Cell {
    const isThousands = this.#random.chance(0.25);
    // A program that saves with commas in spite of decimal commas is no Excel, and shows no thousands by default.
    const mayGroup = this.#separator !== ',' || this.#country.list === ',';
    const format =
      isThousands && mayGroup ? 'thousands' : this.#random.pick(['general', 'fixed', 'fixed', 'scientific']);
    const decimals = this.#random.below(5);
    return () => {
      if (this.#random.chance(0.02)) return this.#makeError();
      if (kind === 'mixed' && this.#random.chance(0.3)) return this.#makeText();
      return this.#makeNumber(format, decimals);
    };
  }

  #makeError(): Cell {
    this.#isClear = false;
    return { shown: this.#random.pick(this.#country.errors), read: 'error' };
  }

  #makeText(): Cell {
    if (this.#random.chance(0.1)) {
      this.#isClear = false;
      const text = this.#random.pick(ambiguousTexts);
      return { shown: text, read: { text } };
    }
    const text = this.#random.pick(texts);
    if (this.#random.chance(0.05)) {
      this.#isClear = false;
      return { shown: `${text}\u00a0${text}`, read: 'error' };
    }
    const shown = this.#random.chance(0.1) ? `\u00a0${text}\u2003` : text;
    return { shown, read: { text } };
  }

  #makeNumber(format: string, decimals: number): Cell {
    const { decimal, group } = this.#country;
    const size = this.#random.pick([10, 1000, 10_000, 10_000_000]);
    const whole = String(this.#random.below(size + 1));
    const fraction = Array.from({ length: decimals }, () => this.#random.below(10)).join('');
    const sign = this.#random.chance(0.2) ? '-' : '';
    const after = format === 'general' ? fraction.replace(/0+$/, '') : fraction;
    const tail = after === '' ? '' : decimal + after;
    if (format === 'scientific') {
      const exponent = this.#random.below(9);
      const first = String(1 + this.#random.below(9));
      const shown = `${sign}${first}${tail}E${exponent > 4 ? '-' : '+'}0${exponent}`;
      if (this.#separator === '\t') this.#isClear = false;
      return { shown, read: { number: `${sign}${first}.${after}e${exponent > 4 ? '-' : ''}${exponent}` } };
    }
    const grouped = format === 'thousands' ? whole.replace(/\B(?=(?:\d{3})+$)/g, group) : whole;
    if (grouped !== whole || after.length === 3) this.#isClear = false;
    return { shown: sign + grouped + tail, read: { number: `${sign}${whole}.${after}` } };
  }

  #quote(cell: string): string {
    const isQuoted =
      cell.includes(this.#separator) ||
      /["\r\n]/.test(cell) ||
      (this.#separator === '\t' && cell.includes(','));
    return isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell;
  }
}
