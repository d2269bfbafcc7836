/** A command as data: its arguments and options with their help, and what it does. `program.ts` hands them to `commander`. */

import type { CommandContext } from './context.ts';
import type { FlagsOf, GlobalOptions, Help, Options } from './run-options.ts';

interface Given<O> {
  /** Includes its group: `skills list`. */
  readonly name: string;
  readonly help: Help;
  /** For programs: in no list of commands. */
  readonly hidden?: boolean;
  /** In order, by `<NAME>`, `[NAME]` or `<NAME...>`. */
  readonly args?: Readonly<Record<string, Help>>;
  readonly options?: O & Options;
  /** @param args those that were given. @returns the exit status. @throws UsageError */
  run(context: CommandContext, args: readonly string[], flags: FlagsOf<O> & GlobalOptions): Promise<number>;
}
export type CommandSpec = Given<Options>;

export const command = <const O extends Options = Record<never, Help>>(given: Given<O>): CommandSpec => given;
