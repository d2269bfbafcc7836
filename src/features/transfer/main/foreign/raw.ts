/** Values of other programs' files, which may be anything; and what is left out of them. */
import { keylessText } from '../../../../shared/models/keyless-address.ts';

export type Raw = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Raw =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const objectsIn = (value: unknown): readonly Raw[] => listIn(value).filter(isObject);
export const objectIn = (value: unknown): Raw => (isObject(value) ? value : {});
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
export const countIn = (value: unknown): number => {
  const number = Number(value ?? 0);
  return Number.isFinite(number) && number > 0 ? Math.round(number) : 0;
};
export const jsonIn = (value: unknown): unknown => {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return undefined;
  }
};

/** Names of the time in other programs' additions. */
const TIMES = ['timestamp', 'created_at', 'inserted_at', 'createdAt', 'create_time', 'created', 'time', 'date', 'ts'];

/** ISO 8601, or seconds or milliseconds since 1970. */
export function timeIn(given: unknown): string | undefined {
  // MongoDB exports dates in objects.
  const date = isObject(given) ? given.$date : given;
  const value = isObject(date) ? date.$numberLong : date;
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const number = typeof value === 'number' ? value : /^\d{10,13}$/.test(value) ? Number(value) : undefined;
  const time = new Date(number === undefined ? value : number < 1e11 ? number * 1_000 : number);
  const year = Number.isNaN(time.getTime()) ? 0 : time.getUTCFullYear();
  return year >= 1990 && year < 2200 ? time.toISOString() : undefined;
}

export function timeOf(given: Raw): string | undefined {
  for (const name of TIMES) {
    const time = name in given ? timeIn(given[name]) : undefined;
    if (time !== undefined) return time;
  }
  return undefined;
}

/** Counts what is left out, by kind. */
export class LeftOut {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  merge(other: LeftOut): void {
    for (const { what, count } of other.list()) this.add(what, count);
  }

  list(): { readonly what: string; readonly count: number }[] {
    return [...this.#counts].map(([what, count]) => ({ what, count }));
  }
}

/**
 * Notices which fields of a source a reader reads, so that what it leaves out is computed and never forgotten. Values of
 * a file are opened once; what was not read afterwards is either a fact of the whole file, or counted by its name.
 */

/** Most names of a form, and names that can come after the same ones: dictionaries by ids have more, and no two are alike. */
const MOST_SHARED = 40;

/** Names of fields that were read. Objects of one form are read alike, and share them; those of dictionaries are forgotten. */
class Names extends Set<string> {
  readonly #more = new Map<string, Names>();

  with(name: string): Names {
    if (this.size > MOST_SHARED) return this.add(name);
    const next = this.#more.get(name) ?? new Names([...this, name]);
    if (this.#more.size === MOST_SHARED) this.#more.clear();
    if (this.size < MOST_SHARED) this.#more.set(name, next);
    return next;
  }
}
const NONE = new Names();

/** Noted of an object of a source. */
class Watch implements ProxyHandler<object> {
  seen = NONE;
  isWhole = false;
  readonly proxy: object;

  constructor(value: object) {
    this.proxy = new Proxy(value, this);
  }

  has(target: object, key: string | symbol): boolean {
    return key === ITSELF || key in target;
  }

  get(target: object, key: string | symbol, receiver: unknown): unknown {
    if (key === ITSELF) return target;
    const isList = Array.isArray(target);
    if (typeof key === 'string' && !isList && !this.seen.has(key)) this.seen = this.seen.with(key);
    return opened(Reflect.get(target, key, isList ? receiver : target));
  }
}

const WATCHED = new WeakMap<object, Watch>();
/** Read of an opened value, it is the value itself. */
const ITSELF = Symbol('itself');
const isThing = (value: unknown): value is object => value !== null && typeof value === 'object';

function watchOf(value: object): Watch {
  const watch = WATCHED.get(value) ?? new Watch(value);
  WATCHED.set(value, watch);
  return watch;
}

/** Ids and links by which lines of a file refer to each other: their order in the log says the same. */
const LINKS: ReadonlySet<string> = new Set(
  `uuid parentUuid id parent_id parentId requestId promptId logicalParentUuid leafUuid type role object index step_id
  children childrenIds messageId sourceToolAssistantUUID signature thoughtSignature caller status weight lc slug`.split(
    /\s+/,
  ),
);

/** The same value, whose fields are noticed as they are read. */
export const opened = <T>(value: T): T => (isThing(value) && !(ITSELF in value) ? (watchOf(value).proxy as T) : value);

/** The value itself, of which nothing counts as read. */
export const unopened = <T extends object>(value: T): T => (value as { [ITSELF]?: T })[ITSELF] ?? value;

/** The value itself, all of which counts as read. */
export function whole<T>(value: T): T {
  if (!isThing(value)) return value;
  const raw = unopened(value);
  watchOf(raw).isWhole = true;
  return raw;
}

/** Characters of a fact of the whole file. */
const MOST_SAID = 2_000;
const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Fields of opened values that were not read: facts that are the same wherever they stand, and all others, counted. */
export function unreadOf(values: readonly unknown[]): {
  readonly about: Readonly<Record<string, string>>;
  readonly leftOut: LeftOut;
} {
  const leftOut = new LeftOut();
  const facts = new Map<string, { readonly value: string; count: number; differs: boolean }>();
  /** @param isHead of a whole document: said once. */
  const note = (name: string, value: unknown, isHead = false): void => {
    const isPlain = (one: unknown) => isScalar(one) || isNothing(one);
    if (isObject(value) && (isHead || Object.values(value).every(isPlain))) {
      for (const [key, one] of Object.entries(value)) if (!isNothing(one)) note(`${name}.${key}`, one, isHead);
      return;
    }
    const text = isScalar(value) ? String(value) : undefined;
    if (text === undefined || text.length > MOST_SAID) {
      leftOut.add(name);
      return;
    }
    const before = facts.get(name);
    if (before === undefined) facts.set(name, { value: text, count: 1, differs: false });
    else Object.assign(before, { count: before.count + 1, differs: before.differs || before.value !== text });
  };
  const visit = (given: unknown, name: string): void => {
    if (!isThing(given)) return;
    const value = unopened(given);
    const watch = WATCHED.get(value);
    if (watch?.isWhole === true) return;
    if (Array.isArray(value)) {
      for (const one of value) visit(one, name);
      return;
    }
    const seen = watch?.seen ?? NONE;
    if (seen === NONE && name !== '') {
      leftOut.add(name);
      return;
    }
    for (const [key, one] of Object.entries(value)) {
      if (isNothing(one)) continue;
      // Entries by their ids are known by what they are in.
      const isEntry = isObject(one) && (one.id === key || one.uuid === key);
      if (seen.has(key)) visit(one, isEntry ? name : key);
      else if (!LINKS.has(key))
        note(name === '' || name === 'payload' ? key : `${name}.${key}`, one, name === '' && values.length <= 2);
    }
  };
  for (const value of values) visit(value, '');
  const about: Record<string, string> = {};
  for (const [name, { value, count, differs }] of facts) {
    if (differs) leftOut.add(name, count);
    else about[name] = keylessText(value);
  }
  return { about, leftOut };
}
