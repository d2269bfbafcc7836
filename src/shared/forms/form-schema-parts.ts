/** The small steps of reading a form's schema: options, patterns, and words in both languages. */
import type { PatternFault } from '../text/foreign-pattern.ts';
import type { FormLanguage, FormOption, FormScalar } from './forms.ts';

export const MAX_OPTIONS = 1_000;

export interface SchemaContext {
  readonly language: FormLanguage;
  /** `patternFault`, which callers load. Absent: any pattern is taken, and one that is not supported is never tested. */
  readonly patternFault?: ((pattern: string) => PatternFault | undefined) | undefined;
  /**
   * Reads the options from a file of the skill; undefined if the file does not exist. Absent: the form belongs to no
   * skill.
   */
  readonly optionsFrom?: (path: string) => readonly FormOption[] | string;
}

export type Node = Readonly<Record<string, unknown>>;

export const isScalar = (value: unknown): value is FormScalar => ['string', 'number', 'boolean'].includes(typeof value);

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function optionsOf(
  node: Node,
  at: string,
  { language, optionsFrom }: SchemaContext,
  faults: string[],
): readonly FormOption[] | undefined {
  const { enum: values, optionsFrom: path } = node;
  const named = node.oneOf ?? node.anyOf;
  if (path !== undefined) {
    const found =
      optionsFrom === undefined ? 'only a form of a skill can take its options from a file' : optionsFrom(String(path));
    if (typeof found !== 'string') return found;
    faults.push(`${at}.optionsFrom: ${found}`);
    return [];
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
      return [{ value: String(constant), label: inLanguage(one.title, language) ?? String(constant) }];
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

export const everyLanguage = (value: unknown): string | undefined =>
  isNode(value) ? Object.values(value).join(' ') : typeof value === 'string' ? value : undefined;

/** `departureDate` and `departure_date` read as "Departure date". */
export function labelFrom(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

export function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
}
