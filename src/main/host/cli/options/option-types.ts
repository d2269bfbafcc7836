/** Options as data, typed by their own names. */
import type { CliWords } from '../../../../shared/messages/en/cli.ts';

export type Help = (words: CliWords) => string;
interface Repeatable {
  readonly help: Help;
  readonly repeatable: true;
}
/** By `--name` for a switch, `--no-name` for one that is on unless given, `--name <VALUE>` for text. */
export type Options = Readonly<Record<`--${string}`, Help | Repeatable>>;

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

export const repeatable = (help: Help): Repeatable => ({ help, repeatable: true });
