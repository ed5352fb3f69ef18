/**
 * The months in English, German and French. One of these may stand beside a number with nothing but a blank between
 * them, as in `Jan 25`. Written by hand, because asking the system for all languages takes half a second.
 */
const familiarMonths = `
  january february march april may june july august september october november december
  januar februar märz mrz mai juni juli oktober dezember
  janvier février mars avril juin juillet août septembre octobre novembre décembre`;

/** Those of further languages, also as they are beside a day. */
const otherMonths = `
  enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
  gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
  janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
  januari februari maart mrt mei augustus marts maj desember maret agustus
  tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta
  marraskuuta joulukuuta jaanuar veebruar märts aprill juuni juuli detsember
  styczeń stycznia luty lutego marzec marca kwiecień kwietnia maja czerwiec czerwca lipiec lipca sierpień sierpnia
  wrzesień września październik października listopad listopada grudzień grudnia
  leden ledna únor února březen března duben dubna květen května červen června červenec července srpen srpna září
  říjen října listopadu prosinec prosince január február marec apríl máj jún júl
  január február március április május június július augusztus szeptember október
  ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie
  siječanj siječnja veljača veljače ožujak ožujka travanj travnja svibanj svibnja lipanj lipnja srpanj srpnja
  kolovoz kolovoza rujan rujna studeni studenoga avgust
  ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
  январь января февраль февраля март марта апрель апреля май мая июнь июня июль июля август августа сентябрь
  сентября октябрь октября ноябрь ноября декабрь декабря
  січень січня лютий лютого березень березня квітень квітня травень травня червень червня липень липня серпень
  серпня вересень вересня жовтень жовтня листопад грудень грудня
  януари февруари април юни юли септември октомври ноември декември
  ιανουάριος ιανουαρίου φεβρουάριος φεβρουαρίου μάρτιος μαρτίου απρίλιος απριλίου μάιος μαΐου ιούνιος ιουνίου
  ιούλιος ιουλίου αύγουστος αυγούστου σεπτέμβριος σεπτεμβρίου οκτώβριος οκτωβρίου νοέμβριος νοεμβρίου δεκέμβριος
  δεκεμβρίου`;

const word = String.raw`(\p{L}[\p{L}\p{M}.]{1,19})`;
const year = String.raw`(\d{4}|\d{2})`;
const dayAndMonth = new RegExp(String.raw`^(\d{1,2})([-/.\s]{1,3})${word}(?:[-/.\s]{1,3}${year})?$`, 'u');
const monthAndYear = new RegExp(String.raw`^${word}([-/\s]{0,3})(?:\d{1,2}|\d{1,2},? \d{4}|\d{4})$`, 'u');
const yearFirst = /^\d{4}([-/.]) ?(\d{1,2})\1 ?(\d{1,2})\.?$/;
const yearLast = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(?:\d{4}|\d{2})$/;
/** As German spreadsheets abbreviate a day of this year. */
const withoutYear = /^(\d{1,2})\. ?(\d{1,2})\.$/;
/** In East Asia. */
const withSigns = /^(?:\d{4}[年년] ?)?\d{1,2}[月월] ?\d{1,2}[日일]$/;
const clock = String.raw`(?:\d{1,4}:[0-5]\d:[0-5]\d(?:[.,]\d+)?|\d{2,4}:[0-5]\d)`;
const zone = String.raw`(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?`;
/** Matches a time of a day, also of twelve hours, or a duration. */
const time = new RegExp(
  String.raw`^-?(?:${clock}(?: ?\p{L}[\p{L}.]{0,7})?|\d{1,2}:[0-5]\d ?\p{L}[\p{L}.]{1,7})$`,
  'u',
);
const timeOfDate = new RegExp(String.raw`[T ]${clock}${zone}$`);
/** Matches a duration as data frames write it. */
const days = new RegExp(String.raw`^-?\d+ days? [+-]?${clock}$`);

/**
 * Whether a spreadsheet or a data frame has written the text as a date or a time, in any of many languages. A date is
 * `partial` if it has a month by name, and no year of four digits: spreadsheets make such ones of decimals.
 */
export function findDate(text: string): 'partial' | 'whole' | undefined {
  if (!/\d/.test(text)) return undefined;
  if (time.test(text) || days.test(text)) return 'whole';
  const date = text.replace(timeOfDate, '');
  if (isDateOfNumbers(date)) return 'whole';
  if (withSigns.test(date)) return /^\d{4}/.test(date) ? 'whole' : 'partial';
  if (!isDateWithMonth(date)) return undefined;
  return /\d{4}/.test(date) ? 'whole' : 'partial';
}

function isDateOfNumbers(text: string): boolean {
  const [, , month, day] = yearFirst.exec(text) ?? [];
  if (month !== undefined) return isDay(day, month);
  const [, first, separator, second] = yearLast.exec(text) ?? [];
  if (first !== undefined) return isDay(first, second) || (separator !== '.' && isDay(second, first));
  const [, dayOfYear, monthOfYear] = withoutYear.exec(text) ?? [];
  return dayOfYear !== undefined && isDay(dayOfYear, monthOfYear);
}

function isDay(day: string | undefined, month: string | undefined): boolean {
  return Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
}

function isDateWithMonth(text: string): boolean {
  const [, day, after = '', name] = dayAndMonth.exec(text) ?? [];
  if (name !== undefined) return Number(day) >= 1 && Number(day) <= 31 && isMonth(name, after);
  const [, first, separator = ''] = monthAndYear.exec(text) ?? [];
  return first !== undefined && isMonth(first, separator);
}

/** @param separator what stands between the name and the number beside it */
function isMonth(name: string, separator: string): boolean {
  const isMarked = /[-/.]/.test(separator) || name.endsWith('.');
  // `SEPT2` is a name.
  if (separator === '' && !isMarked) return false;
  const written = simplify(name);
  // Names are shortened to three letters or more.
  return (isMarked ? allNames : familiarNames).some(
    (month) => written.length >= 3 && month.startsWith(written),
  );
}

const familiarNames = listNames(familiarMonths);
const allNames = [...familiarNames, ...listNames(otherMonths)];

function listNames(text: string): readonly string[] {
  return text.trim().split(/\s+/).map(simplify);
}

/** The name in small letters without marks and points. */
function simplify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
}
