/** A command as data: its arguments and options with their help, and what it does. `program.ts` hands them to `commander`. */

import type { CliWords } from '../../../shared/messages/en/cli.ts';
import type { CommandContext } from './context.ts';
import type { GlobalOptions } from './options/global-options.ts';

type Help = (words: CliWords) => string;
interface Repeatable {
  readonly help: Help;
  readonly repeatable: true;
}
/** By `--name` for a switch, `--name <VALUE>` for text. */
export type Options = Readonly<Record<`--${string}`, Help | Repeatable>>;

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;
type NameOf<Usage> = Usage extends `--${infer Name} <${string}` ? Name : Usage extends `--${infer Name}` ? Name : never;
type ValueOf<Usage, Option> = Usage extends `${string} <${string}`
  ? Option extends Repeatable
    ? readonly string[]
    : string
  : boolean;
/** Options as `commander` reads them: `--max-context <N>` is `maxContext`, text. */
export type FlagsOf<O> = { readonly [U in keyof O as CamelCase<NameOf<U>>]?: ValueOf<U, O[U]> };

interface Given<O> {
  /** With its group: `skills list`. */
  readonly name: string;
  readonly help: Help;
  /** In order, by `<NAME>`, `[NAME]` or `<NAME...>`. */
  readonly args?: Readonly<Record<string, Help>>;
  readonly options?: O & Options;
  /** @param args those that were given. @returns the exit status. @throws UsageError */
  run(context: CommandContext, args: readonly string[], flags: FlagsOf<O> & GlobalOptions): Promise<number>;
}
export type CommandSpec = Given<Options>;

export function command<const O extends Options = Record<never, Help>>(given: Given<O>): CommandSpec {
  return given;
}

export const repeatable = (help: Help): Repeatable => ({ help, repeatable: true });
