/** The manual page, `skilldeck(1)`: written from the commands, their options and the settings. */
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { SETTINGS } from '../../../../shared/settings/schema.ts';
import { EXIT } from '../exit-status.ts';
import type { CommandOutline, OptionOutline, Outline } from './outline.ts';

/** In roff, for `man`. */
export function manualPage({ commands, everywhere }: Outline, { manual, help }: CliWords, version: string): string {
  const { titles } = manual;
  const settings = Object.entries(SETTINGS);
  const withOption = settings.flatMap(([name, row]) => ('option' in row ? [[name, row.option] as const] : []));
  const others = settings.flatMap(([name, row]) => ('option' in row ? [] : [name]));
  const opensApp = commands.find(({ name }) => name === 'start')?.options ?? [];
  return [
    `.TH SKILLDECK 1 "" "Skilldeck ${text(version)}" "${text(titles.book)}"`,
    // Lines of options cannot be stretched to the margin.
    '.ad l',
    '.nh',
    `.SH ${text(titles.name)}`,
    `skilldeck \\- ${text(help.program.replace(/[.。]$/, ''))}`,
    `.SH ${text(titles.synopsis)}`,
    synopsis(
      '',
      [],
      opensApp.filter(({ name }) => name !== '--browser'),
    ),
    '.br',
    `.B skilldeck`,
    `.I ${text(manual.command)}`,
    `[${text(manual.options)}]`,
    `.SH ${text(titles.description)}`,
    ...manual.description.flatMap((paragraph) => ['.PP', text(paragraph)]),
    `.SH ${text(titles.commands)}`,
    ...commands.filter(({ args, options, name }) => !isGroup(name, args, options, commands)).flatMap(commandLines),
    `.SH ${text(titles.options)}`,
    text(manual.everywhere),
    ...everywhere.flatMap(optionLines),
    '.TP',
    '.BR \\-h ", " \\-\\-help',
    text(help.help),
    '.TP',
    '.B \\-\\-version',
    text(help.version),
    `.SH ${text(titles.settings)}`,
    text(manual.settings),
    ...withOption.flatMap(([name, option]) => ['.TP', `.B ${text(name)}`, optionName(option)]),
    '.PP',
    text(manual.others(others)),
    `.SH ${text(titles.exitStatus)}`,
    ...(Object.keys(EXIT) as (keyof typeof EXIT)[]).flatMap((name) => [
      '.TP',
      `.B ${EXIT[name]}`,
      text(manual.exit[name]),
    ]),
    `.SH ${text(titles.environment)}`,
    '.TP',
    '.B SKILLDECK_HOME',
    text(help.home),
    `.SH ${text(titles.files)}`,
    '.TP',
    '.I ~/.local/share/skilldeck',
    text(manual.dataFolder),
    '.TP',
    '.I ~/.local/share/skilldeck/config.jsonc',
    text(manual.configFile),
    '',
  ].join('\n');
}

function isGroup(
  name: string,
  args: CommandOutline['args'],
  options: CommandOutline['options'],
  commands: readonly CommandOutline[],
): boolean {
  return args.length + options.length === 0 && commands.some((other) => other.name.startsWith(`${name} `));
}

function commandLines({ name, help, args, options }: CommandOutline): string[] {
  return [
    `.SS ${text(`skilldeck ${name}`)}`,
    synopsis(name, args, options),
    '.PP',
    text(help),
    ...args.flatMap((arg) => ['.TP', `.I ${text(arg.usage.replace(/[<>[\]]/g, ''))}`, text(arg.help)]),
    ...options.flatMap(optionLines),
  ];
}

function synopsis(name: string, args: CommandOutline['args'], options: CommandOutline['options']): string {
  const given = args.map(({ usage }) =>
    usage.startsWith('<') ? `\\fI${text(usage.slice(1, -1))}\\fR` : `[\\fI${text(usage.slice(1, -1))}\\fR]`,
  );
  const flags = options.map(
    (option) => `[${optionName(`${option.name}${option.value === undefined ? '' : ` <${option.value}>`}`)}]`,
  );
  return [`\\fB${text(`skilldeck ${name}`.trim())}\\fR`, ...given, ...flags].join(' ');
}

function optionLines({ name, value, help }: OptionOutline): string[] {
  return ['.TP', optionName(`${name}${value === undefined ? '' : ` <${value}>`}`), text(help)];
}

function optionName(usage: string): string {
  const [name = '', value] = usage.split(/ <(.*)>/);
  return `\\fB${text(name)}\\fR${value === undefined ? '' : ` \\fI${text(value)}\\fR`}`;
}

/** Nothing in it is taken for a request or an escape. */
function text(plain: string): string {
  return plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/^([.'])/, '\\&$1');
}
