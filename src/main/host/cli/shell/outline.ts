/** The commands and their options in one person's language, for shells: read from their declarations. */
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import type { CommandSpec } from '../command.ts';
import { GLOBAL_OPTIONS } from '../options/global-options.ts';
import { type Help, helpOf, type Options } from '../options/option-types.ts';

export interface OptionOutline {
  /** `--name`. */
  readonly name: string;
  /** Placeholder of its value, `ID`; a switch has none. */
  readonly value: string | undefined;
  readonly help: string;
  readonly choices: readonly string[];
  readonly repeatable: boolean;
}

export interface CommandOutline {
  /** `skills list`; a group of commands has its own: `skills`. */
  readonly name: string;
  readonly help: string;
  /** Declared form: `<ID>`, `[DIR...]`. */
  readonly args: readonly { readonly usage: string; readonly help: string }[];
  readonly options: readonly OptionOutline[];
}

export interface Outline {
  /** In the order of `--help`, each group before its commands. */
  readonly commands: readonly CommandOutline[];
  /** Options of every command. */
  readonly everywhere: readonly OptionOutline[];
}

export function outlineOf(
  specs: readonly CommandSpec[],
  groups: Readonly<Record<string, Help>>,
  words: CliWords,
): Outline {
  const seen = new Set<string>();
  const shown = specs.filter(({ hidden }) => hidden !== true);
  const commands = shown.flatMap((spec): CommandOutline[] => {
    const group = spec.name.includes(' ') ? (spec.name.split(' ')[0] ?? '') : '';
    const isNew = group !== '' && !seen.has(group);
    seen.add(group);
    return [
      ...(isNew ? [{ name: group, help: groups[group]?.(words) ?? '', args: [], options: [] }] : []),
      {
        name: spec.name,
        help: spec.help(words),
        args: Object.entries(spec.args ?? {}).map(([usage, help]) => ({ usage, help: help(words) })),
        options: optionsOf(spec.options ?? {}, words),
      },
    ];
  });
  return { commands, everywhere: optionsOf(GLOBAL_OPTIONS, words) };
}

function optionsOf(options: Options, words: CliWords): OptionOutline[] {
  return Object.entries(options).map(([usage, given]) => ({
    name: usage.split(' ')[0] ?? usage,
    value: /<(.+)>/.exec(usage)?.[1],
    help: helpOf(given)(words),
    choices: (typeof given === 'object' ? given.choices : undefined) ?? [],
    repeatable: typeof given === 'object' && given.repeatable === true,
  }));
}
