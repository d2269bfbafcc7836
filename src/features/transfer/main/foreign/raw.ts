/** Values of other programs' files, which may be anything; and what is left out of them. */

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
const TIMES = ['timestamp', 'created_at', 'createdAt', 'create_time', 'created', 'time', 'date', 'ts'];

/** ISO 8601, or seconds or milliseconds since 1970. */
export function timeIn(value: unknown): string | undefined {
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
