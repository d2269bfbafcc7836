/**
 * Converts a small JSON Schema to a form. Each unsupported part is reported with its path, so that the author can fix
 * it; none is ignored silently. Words may be given in both languages, as `{ "en": …, "zh": … }`.
 */
import type { PatternFault } from '../text/foreign-pattern.ts';
import { COMPARISONS, type FormField, type FormLanguage, type FormOption, type FormScalar } from './forms.ts';

/** Forms never ask for payment data or secrets, no matter who wrote them. */

const SECRET =
  /\b(?:card ?(?:number|no\b|num\b|holder|expiry|expiration)|credit ?card|debit ?card|bank ?card|cvv2?|cvc2?|csc|security code|pin(?: ?code)?|password|passcode|passphrase|one.?time (?:code|password)|otp|iban|bank ?account|account ?number|routing ?number|sort ?code|swift|api ?key|secret|private key)\b/i;
const SECRET_ZH =
  /卡号|信用卡|储蓄卡|银行卡|银行账[号户]|账号密码|密码|口令|安全码|验证码|有效期|持卡人|支付(?:信息|方式|账)|密钥/;
/** "No card number is needed" asks for none. */
const DENIED = /\b(?:no|not|never|without|don't|do not)\b|不|无需|无须|勿/i;

function asksForPayment({
  name,
  label,
  hint,
}: {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
}): boolean {
  const spoken = name.replace(/[_-]+/g, ' ').replace(/([a-z\d])([A-Z])/g, '$1 $2');
  const isSecret = (text: string) => SECRET.test(text) || SECRET_ZH.test(text);
  return isSecret(spoken) || isSecret(label) || (isSecret(hint) && !DENIED.test(hint));
}

/** The small steps of reading a form's schema: options, patterns, and words in both languages. */
export const MAX_OPTIONS = 1_000;

export interface SchemaContext {
  readonly language: FormLanguage;
  /** `formFaults()`, which callers load. Absent: any pattern is taken, and one that is not supported is never tested. */
  readonly patternFault?: ((pattern: string) => PatternFault | undefined) | undefined;
  /** Reads the options from a file of the skill; undefined if the file does not exist. Absent: the form belongs to no skill. */
  readonly optionsFrom?: (path: string) => readonly FormOption[] | string;
}

type Node = Readonly<Record<string, unknown>>;

const isScalar = (value: unknown): value is FormScalar => ['string', 'number', 'boolean'].includes(typeof value);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

function optionsOf(
  node: Node,
  at: string,
  { language, optionsFrom }: SchemaContext,
  faults: string[],
): readonly FormOption[] | undefined {
  const { enum: values, optionsFrom: files } = node;
  const named = node.oneOf ?? node.anyOf;
  if (files !== undefined) {
    const options = new Map<string, FormOption>();
    for (const file of [files].flat().map(String)) {
      const found = optionsFrom?.(file) ?? 'only a form of a skill can take its options from a file';
      if (typeof found === 'string') faults.push(`${at}.optionsFrom: ${found}`);
      else for (const option of found) if (!options.has(option.value)) options.set(option.value, option);
    }
    return [...options.values()];
  }
  if (values === undefined && named === undefined) return undefined;
  const list = values ?? named;
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_OPTIONS) {
    faults.push(`${at}: a choice needs between 1 and ${MAX_OPTIONS} options`);
    return [];
  }
  return list.flatMap((one: unknown) => {
    if (typeof one === 'string' || typeof one === 'number') return [{ value: String(one), label: String(one) }];
    const constant = isNode(one) ? one.const : undefined;
    if (isNode(one) && (typeof constant === 'string' || typeof constant === 'number')) {
      const other = inLanguage(one.title, language === 'zh' ? 'en' : 'zh');
      const words = namesIn(one['x-also'])?.join(', ');
      const label = inLanguage(one.title, language) ?? String(constant);
      return [{ value: String(constant), label, ...given({ also: other === label ? undefined : other, words }) }];
    }
    faults.push(`${at}: an option must be a text, or have "const" and "title"`);
    return [];
  });
}

/** @param value a text, or one in both languages. */
export function inLanguage(value: unknown, language: FormLanguage): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (!isNode(value)) return undefined;
  const other = language === 'zh' ? 'en' : 'zh';
  return [value[language], value[other]].find((text): text is string => typeof text === 'string' && text !== '');
}

const everyLanguage = (value: unknown): string | undefined =>
  isNode(value) ? Object.values(value).join(' ') : typeof value === 'string' ? value : undefined;

/** `departureDate` and `departure_date` read as "Departure date". */
function labelFrom(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function given<T extends object>(values: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}

const MAX_FIELDS = 40;
/** Max options shown together on the card. */
const MAX_RADIO = 4;
/** Characters of a text field for which nothing else is said. */
const MAX_TEXT = 2_000;
/** A text that is matched against a pattern is short: it is tested at every key. */
const MAX_MATCHED = 200;

export type Compiled = { readonly fields: readonly FormField[] } | { readonly faults: readonly string[] };

const PASSED_OVER = new Set('$schema $id $comment additionalProperties title description propertyOrder'.split(' '));
const KNOWN = new Set(
  [
    'type title description default enum oneOf anyOf format minLength maxLength pattern minimum maximum',
    'multipleOf step items minItems maxItems uniqueItems examples formatMinimum formatMaximum x-widget',
    'x-not-before x-differs-from x-pattern-hint x-item x-more x-short x-compare x-unit x-within x-instead-of',
    'x-also optionsFrom $comment additionalProperties',
  ].flatMap((line) => line.split(' ')),
);
const FORMATS: ReadonlyMap<string, FormField['kind']> = new Map([
  ['date', 'date'],
  ['date-time', 'date-time'],
  ['email', 'email'],
]);
const WIDGETS = new Set(['city', 'search', 'radio', 'select', 'textarea', 'stepper', 'checkboxes']);

const PATTERN_FAULTS: Readonly<Record<PatternFault, string>> = {
  form: 'it is not a regular expression',
  'look-around': 'a look-ahead or look-behind is not supported; leave that check to the script',
  'back-reference': 'a back-reference is not supported; leave that check to the script',
  many: 'a form has at most 20 different patterns; leave that check to the script',
  size: 'it is too large; shorten it, or lower its counts',
  unsupported: 'it uses an escape or a property that is not supported; write the characters as a range',
};

/** @param schema an object schema, as the model or a skill's `forms.md` gives it. */
export function compileFields(schema: unknown, context: SchemaContext): Compiled {
  const faults: string[] = [];
  const fields = objectFields(schema, 'fields', context, faults, false);
  return faults.length > 0 ? { faults } : { fields };
}

function objectFields(
  schema: unknown,
  at: string,
  context: SchemaContext,
  faults: string[],
  inList: boolean,
): FormField[] {
  if (!isNode(schema)) {
    faults.push(`${at}: must be a JSON Schema of type "object" with "properties"`);
    return [];
  }
  const { type = 'object', properties, required = [], ...rest } = schema;
  if (type !== 'object' || !isNode(properties)) {
    faults.push(`${at}: must have "type": "object" and "properties"`);
    return [];
  }
  for (const key of Object.keys(rest)) if (!PASSED_OVER.has(key)) faults.push(`${at}: "${key}" is not supported`);
  const entries = Object.entries(properties);
  if (entries.length === 0) faults.push(`${at}.properties: there is no field`);
  if (entries.length > MAX_FIELDS) faults.push(`${at}.properties: ${entries.length} fields; at most ${MAX_FIELDS} fit`);
  const needed = new Set(Array.isArray(required) ? required.map(String) : []);
  for (const name of needed) {
    if (!(name in properties)) faults.push(`${at}.required: there is no field "${name}"`);
  }
  const fields = entries
    .slice(0, MAX_FIELDS)
    .flatMap(
      ([name, node]) => field(name, node, `${at}.properties.${name}`, needed.has(name), context, faults, inList) ?? [],
    );
  for (const { name, notBefore, differsFrom, unit, within, insteadOf = [] } of fields) {
    for (const other of [notBefore, differsFrom, unit, within, ...insteadOf]) {
      if (other !== undefined && !(other in properties)) {
        faults.push(`${at}.properties.${name}: there is no field "${other}"`);
      }
    }
  }
  return fields;
}

function field(
  name: string,
  node: unknown,
  at: string,
  required: boolean,
  context: SchemaContext,
  faults: string[],
  inList: boolean,
): FormField | undefined {
  const fault = (what: string): undefined => {
    faults.push(`${at}: ${what}`);
    return undefined;
  };
  if (!isNode(node)) return fault('must be a JSON Schema');
  for (const key of Object.keys(node)) if (!KNOWN.has(key)) fault(`"${key}" is not supported`);
  const text = (key: string): string | undefined => inLanguage(node[key], context.language);
  const number = (key: string): number | undefined =>
    typeof node[key] === 'number' ? (node[key] as number) : undefined;
  const said = (key: string): string | undefined => (typeof node[key] === 'string' ? (node[key] as string) : undefined);
  const label = text('title') ?? labelFrom(name);
  if (
    asksForPayment({ name, label: everyLanguage(node.title) ?? label, hint: everyLanguage(node.description) ?? '' })
  ) {
    return fault(
      'asks for payment data or a secret, which is never asked for: leave the field out, and do not ask for it in words either',
    );
  }
  const widget = said('x-widget');
  if (widget !== undefined && !WIDGETS.has(widget)) {
    fault(`the widget "${widget}" is not supported; the widgets are ${[...WIDGETS].join(', ')}`);
  }
  const wanted = said('x-compare');
  const compare = COMPARISONS.find((one) => one === wanted);
  if (compare === undefined && wanted !== undefined) fault(`"x-compare" must be one of ${COMPARISONS.join(', ')}`);
  const [example] = Array.isArray(node.examples) ? node.examples : [node.examples];
  const base: FormField = {
    name,
    label,
    required,
    kind: 'text',
    ...given({ hint: text('description'), example: inLanguage(example, context.language) }),
    ...given({ initial: isScalar(node.default) ? node.default : undefined }),
    ...given({ short: text('x-short'), more: node['x-more'] === true ? (true as const) : undefined }),
    ...given({ notBefore: said('x-not-before'), differsFrom: said('x-differs-from') }),
    ...given({ compare, unit: said('x-unit'), within: said('x-within'), insteadOf: namesIn(node['x-instead-of']) }),
    ...given({ also: namesIn(node['x-also']) }),
  };
  switch (node.type) {
    case 'boolean':
      return { ...base, kind: 'yes-no' };
    case 'integer':
    case 'number': {
      const step = number('multipleOf') ?? number('step');
      if (step !== undefined && step <= 0) fault('a step must be more than 0');
      const bounds = given({ min: number('minimum'), max: number('maximum'), step });
      return { ...base, kind: 'number', ...bounds, ...(node.type === 'integer' ? { integer: true } : {}) };
    }
    case 'array':
      return arrayField(base, node, at, context, faults, inList);
    case 'string':
    case undefined: {
      const options = optionsOf(node, at, context, faults);
      if (options !== undefined) {
        const many = widget === 'city' || widget === 'search' || (options.length > 12 && widget === undefined);
        return { ...base, kind: many ? 'search' : 'choice', options: [...options] };
      }
      if (widget === 'city' || widget === 'search')
        return fault(`the widget "${widget}" needs "enum" or "optionsFrom"`);
      return textField(base, node, at, context, faults, widget, text('x-pattern-hint'));
    }
    default:
      return fault(
        `the type ${JSON.stringify(node.type)} is not supported; the types are string, integer, number, boolean and array`,
      );
  }
}

const namesIn = (value: unknown): string[] | undefined =>
  value === undefined ? undefined : (Array.isArray(value) ? value : [value]).map(String);

function textField(
  base: FormField,
  node: Node,
  at: string,
  { patternFault }: SchemaContext,
  faults: string[],
  widget: string | undefined,
  patternHint: string | undefined,
): FormField {
  const { format, pattern, minLength, maxLength } = node;
  const kind = format === undefined ? undefined : FORMATS.get(String(format));
  if (format !== undefined && kind === undefined) {
    faults.push(
      `${at}: the format "${String(format)}" is not supported; the formats are ${[...FORMATS.keys()].join(', ')}`,
    );
  }
  if (kind === 'date' || kind === 'date-time') {
    const [from, to] = [node.formatMinimum, node.formatMaximum].map((day) =>
      typeof day === 'string' ? day : undefined,
    );
    for (const day of [from, to]) {
      if (day !== undefined && !/^(?:today|\+\d{1,4}d|\d{4}-\d{2}-\d{2})$/.test(day)) {
        faults.push(`${at}: "${day}" is no day; give YYYY-MM-DD, "today" or days from today such as "+330d"`);
      }
    }
    return { ...base, kind, ...given({ from, to }) };
  }
  if (kind === 'email') return { ...base, kind };
  const wanted = typeof pattern === 'string' ? pattern : undefined;
  const problem = wanted === undefined ? undefined : patternFault?.(wanted);
  if (problem !== undefined) faults.push(`${at}.pattern: ${PATTERN_FAULTS[problem]}`);
  const most = wanted === undefined ? MAX_TEXT : MAX_MATCHED;
  return {
    ...base,
    kind: widget === 'textarea' ? 'long-text' : 'text',
    maxLength: typeof maxLength === 'number' ? Math.min(maxLength, most) : most,
    ...given({ minLength: typeof minLength === 'number' ? minLength : undefined, pattern: wanted, patternHint }),
  };
}

function arrayField(
  base: FormField,
  node: Node,
  at: string,
  context: SchemaContext,
  faults: string[],
  inList: boolean,
): FormField | undefined {
  const { items } = node;
  const fault = (what: string): undefined => {
    faults.push(`${at}: ${what}`);
    return undefined;
  };
  if (inList) return fault('a list inside a list is not supported');
  if (!isNode(items)) return fault('an array needs "items"');
  const count = (key: string): number | undefined =>
    typeof node[key] === 'number' && Number.isInteger(node[key]) ? (node[key] as number) : undefined;
  const bounds = given({ minItems: count('minItems'), maxItems: count('maxItems') });
  if (items.type === 'object') {
    const fields = objectFields(items, `${at}.items`, context, faults, true);
    const itemLabel = inLanguage(node['x-item'], context.language);
    return { ...base, kind: 'list', fields, ...bounds, ...given({ itemLabel }) };
  }
  const options = optionsOf(items, `${at}.items`, context, faults);
  if (options === undefined) return fault('the items of an array must have "enum", or be objects');
  return { ...base, kind: 'choices', options: [...options], ...bounds };
}

/** Shown as buttons beside each other rather than behind one. */
export const standsOpen = ({ kind, options = [] }: FormField): boolean =>
  kind === 'choice' && options.length <= MAX_RADIO;
