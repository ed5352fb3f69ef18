/** Units that may have a prefix such as `k` or `µ`. */
const prefixable =
  'm|g|s|A|K|mol|cd|Hz|N|Pa|J|W|V|C|F|Ω|Ohm|ohm|S|Wb|T|H|lm|lx|Bq|Gy|Sv|L|l|eV|bar|t|Nm|rad|B|bit|Ah|Wh|VA|var|cal';

/** Units that have none, and those of other systems. */
const others =
  'min|h|hr|hrs|sec|d|day|days|week|month|year|yr|a|deg|Grad|grad|sr|°|°C|°F|°K|℃|℉|degC|degF|%|‰|ppm|ppb|in|inch|ft|feet|yd|mi|mil|lb|lbs|lbf|lbm|kip|kips|ksi|psi|psf|oz|slug|mph|kn|kt|kts|rpm|rps|rev|U|dB|dBA|atm|mmHg|torr|Torr|hp|PS|kgf|kp|gal|pcs|Stk|px|cycles|cycle|mm2|cm2|m2|mm3|cm3|m3|mm4|cm4|m4|1';

const words =
  '(?:kilo|mega|giga|centi|milli|mikro|micro)?(?:newton|met(?:er|re)|pascal|gramm?e?|sec(?:ond)?|sekunde|watt|volt|ampere|hertz|joule|kelvin|celsius|degree|radian|percent|prozent)[sn]?';

const unit = String.raw`(?:(?:da|[yzafpnuµμmcdhkMGTPEZY])?(?:${prefixable})|${others})`;
const power = String.raw`(?:(?:\^|\*\*)?[+-]?\d|(?:\^|\*\*)?\([+-]?\d(?:\/\d)?\)|[⁺⁻]?[²³⁴¹⁵⁶])?`;
const factor = String.raw`\(*${unit}${power}\)*`;
/** Matches a product or a quotient of units, such as `N/mm²`, `W/(m·K)` and `kg m^-3`. */
const product = new RegExp(String.raw`^${factor}(?:(?:\s*[*·⋅×/.-]\s*|\s+)${factor})*$`, 'u');
/** Matches a unit that is written out. */
const word = new RegExp(`^${words}$`, 'i');
/** Matches a symbol and a digit behind it: a name such as `A1` rather than a power. */
const symbolAndDigit = /^\(*[A-Z]\d$/;

/** Limit for a unit, in UTF-16 units. */
const maxLength = 40;

/** Whether a text is a unit, with or without brackets: `mm`, `[N/mm²]`, `(-)`. */
export function isUnit(text: string): boolean {
  const [, ...brackets] = /^(?:\[(.*)\]|\((.*)\)|<(.*)>|\{(.*)\})$/.exec(text) ?? [];
  if (brackets.length === 0) return isProduct(text);
  const inside = brackets.join('').trim();
  return inside === '' || isDash(inside) || isProduct(inside) || /^\p{L}[\p{L}\s.]*$/u.test(inside);
}

/** Whether a text says that there is no unit. */
export function isDash(text: string): boolean {
  return /^[-\u2010-\u2015\u2212]+$/.test(text);
}

function isProduct(text: string): boolean {
  if (text.length > maxLength || symbolAndDigit.test(text) || !/[^\d\s]/.test(text)) return false;
  return product.test(text) || word.test(text);
}
