/** The last look at a finished file: an export that still holds a found value is not written. */
import { SkilldeckError } from '../../shared/errors.ts';
import { type Find, findsIn } from './finds.ts';
import type { KnownValues } from './known-values.ts';
import { findId } from './redactor.ts';

const MARK = /\[redacted:[a-z]+\](?:-\d+)?/g;

export interface LastLook {
  /** One line of the log as it would be written. @throws SkilldeckError `not-redacted`. */
  line(line: string): void;
  /** A whole page. @throws SkilldeckError `not-redacted`. */
  page(text: string): void;
}

export function lastLook(known: KnownValues, keep: ReadonlySet<string>): LastLook {
  const left = (text: string): Find | undefined =>
    known.isEmpty
      ? undefined
      : findsIn(text.replace(MARK, '[]'), known.finder).find(({ value }) => !keep.has(findId(value)));
  return {
    line(line) {
      const { seq, body } = envelope(line);
      const find = left(typeof body === 'string' ? body : JSON.stringify(body));
      if (find !== undefined)
        throw refusal(find, `event ${seq}, ${placeIn(body, (text) => left(text) !== undefined) ?? 'its text'}`);
    },
    page(text) {
      const find = left(text);
      if (find !== undefined) throw refusal(find, `line ${text.slice(0, find.from).split('\n').length} of the page`);
    },
  };
}

function refusal({ kind, value }: Find, place: string): SkilldeckError {
  return new SkilldeckError(
    'not-redacted',
    `The export was not written: a value of the kind "${kind}" (${masked(value)}) was found in this conversation and is also in ${place}, where it cannot be replaced. To export it all the same, leave this value in with --keep ${findId(value)}.`,
  );
}

/** Enough to be known by those who have it. */
export function masked(text: string): string {
  const characters = [...text];
  const shown = Math.min(4, Math.floor(characters.length / 4));
  return `${characters.slice(0, shown).join('')}…${shown === 0 ? '' : characters.slice(-shown).join('')}`;
}

/** Excludes the app's own numbers and dates. */
function envelope(line: string): { readonly seq: unknown; readonly body: unknown } {
  try {
    const { v: _v, seq, at: _at, prev: _prev, ...body } = JSON.parse(line) as Record<string, unknown>;
    return { seq, body };
  } catch {
    return { seq: '?', body: line };
  }
}

/** The deepest part of an event that holds it: the name of a field, or the field of an id. */
function placeIn(body: unknown, holds: (text: string) => boolean, path = ''): string | undefined {
  if (typeof body !== 'object' || body === null) {
    return holds(String(body)) ? (path === '' ? undefined : `the id or number "${path}"`) : undefined;
  }
  for (const [name, inner] of Object.entries(body)) {
    const isList = Array.isArray(body);
    if (!isList && holds(name)) return `the name of a field${path === '' ? '' : ` in "${path}"`}`;
    const within = isList ? path : [path, name].filter((part) => part !== '').join('.');
    const document = typeof inner === 'string' ? documentIn(inner) : undefined;
    const place = placeIn(document ?? inner, holds, within);
    if (place !== undefined) return place;
  }
  return undefined;
}

function documentIn(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' ? parsed : undefined;
  } catch {
    return undefined;
  }
}
