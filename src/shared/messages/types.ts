import type { en } from './en/rest.ts';

/** The same keys with any words in them; a language without a singular leaves `_one` out. */
export type Words<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Words<T[K]>;
};

type Plural<K extends string> = K extends `${infer Stem}_${'one' | 'other'}` ? Stem : K;

type Paths<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${Plural<K>}` : Paths<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** Every key: `common.close`, `chat.send`, … Plurals without their `_one`/`_other`. */
export type WordKey = Paths<typeof en>;

type Variables = Readonly<Record<string, string | number>>;

/** `count` chooses between singular and plural. */
export type Translate = (key: WordKey, variables?: Variables) => string;

export type Language = 'en' | 'zh';

/** A catalogue, or a part of one. */
export type Tree = { readonly [key: string]: string | Tree };
