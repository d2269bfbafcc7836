/** Options as data, typed by their own names. */
import type { CliWords } from '../../../../shared/messages/en/cli.ts';

export type Help = (words: CliWords) => string;
interface Described {
  readonly help: Help;
  readonly repeatable?: true;
  /** The values that it takes, for shells; `run` refuses others. */
  readonly choices?: readonly string[];
}
interface Repeatable extends Described {
  readonly repeatable: true;
}
/** Keyed by `--name` for a switch, `--no-name` for one that is on unless given, `--name <VALUE>` for text. */
export type Options = Readonly<Record<`--${string}`, Help | Described>>;

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;
type NameOf<Usage> = Usage extends `--${infer Name} <${string}`
  ? Name
  : Usage extends `--no-${infer Name}`
    ? Name
    : Usage extends `--${infer Name}`
      ? Name
      : never;
type ValueOf<Usage, Option> = Usage extends `${string} <${string}`
  ? Option extends Repeatable
    ? readonly string[]
    : string
  : boolean;
/** Options as `commander` reads them: `--max-context <N>` is `maxContext`, text. */
export type FlagsOf<O> = { readonly [U in keyof O as CamelCase<NameOf<U>>]?: ValueOf<U, O[U]> };

export const helpOf = (given: Help | Described): Help => (typeof given === 'object' ? given.help : given);
/** Its help ends with the values. */
export const oneOf = (help: Help, choices: readonly string[]): Described => ({
  help: (words) => `${help(words)}: ${choices.join(', ')}`,
  choices,
});
export const repeatable = (help: Help, choices?: readonly string[]): Repeatable => ({
  ...(choices === undefined ? { help } : oneOf(help, choices)),
  repeatable: true,
});
