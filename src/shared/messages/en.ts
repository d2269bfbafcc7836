import { first } from './en/first.ts';
import { rest } from './en/rest.ts';

/** One file per view. A key here that another language lacks is a compile error there. */
export const en = { ...first, ...rest };
