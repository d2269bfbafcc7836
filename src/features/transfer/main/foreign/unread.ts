/**
 * Notices which fields of a source a reader reads, so that what it leaves out is computed and never forgotten. Values of
 * a file are opened once; what was not read afterwards is either a fact of the whole file, or counted by its name.
 */
import { keylessText } from '../../../../shared/models/keyless-address.ts';
import { isObject, LeftOut } from './raw.ts';

const SEEN = new WeakMap<object, Set<string>>();
const WHOLE = new WeakSet<object>();
const RAW = new WeakMap<object, object>();
const OPENED = new WeakMap<object, object>();

/** Ids and links by which lines of a file refer to each other: their order in the log says the same. */
const LINKS: ReadonlySet<string> = new Set(
  `uuid parentUuid id parent_id parentId requestId promptId logicalParentUuid leafUuid type role object index step_id
  children childrenIds messageId sourceToolAssistantUUID signature thoughtSignature caller status weight lc slug`.split(
    /\s+/,
  ),
);

const handler: ProxyHandler<object> = {
  get(target, key, receiver) {
    const value: unknown = Reflect.get(target, key, Array.isArray(target) ? receiver : target);
    if (typeof key === 'string' && !Array.isArray(target)) {
      const seen = SEEN.get(target);
      if (seen === undefined) SEEN.set(target, new Set([key]));
      else seen.add(key);
    }
    return opened(value);
  },
};

/** The same value, whose fields are noticed as they are read. */
export function opened<T>(value: T): T {
  if (value === null || typeof value !== 'object' || RAW.has(value)) return value;
  let proxy = OPENED.get(value);
  if (proxy === undefined) {
    proxy = new Proxy(value, handler);
    OPENED.set(value, proxy);
    RAW.set(proxy, value);
  }
  return proxy as T;
}

/** The value itself, all of which counts as read. */
export function whole<T>(value: T): T {
  if (value === null || typeof value !== 'object') return value;
  const raw = RAW.get(value) ?? value;
  WHOLE.add(raw);
  return raw as T;
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
    if (given === null || typeof given !== 'object') return;
    const value = RAW.get(given) ?? given;
    if (WHOLE.has(value)) return;
    if (Array.isArray(value)) {
      for (const one of value) visit(one, name);
      return;
    }
    const seen = SEEN.get(value);
    if (seen === undefined && name !== '') {
      leftOut.add(name);
      return;
    }
    for (const [key, one] of Object.entries(value)) {
      if (isNothing(one)) continue;
      // Entries by their ids are known by what they are in.
      const isEntry = isObject(one) && (one.id === key || one.uuid === key);
      if (seen?.has(key)) visit(one, isEntry ? name : key);
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
