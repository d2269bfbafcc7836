/** Completions of a command line: pure, so that each shell needs a few lines only. */
import type { CliWords } from '../../../shared/messages/en/cli.ts';
import type { CommandSpec } from './command.ts';
import { GLOBAL_OPTIONS, type Help, helpOf, type Options } from './run-options.ts';

/** The commands and their options in one person's language, for shells: read from their declarations. */
interface OptionOutline {
  /** `--name`. */
  readonly name: string;
  /** Placeholder of its value, `ID`; a switch has none. */
  readonly value: string | undefined;
  readonly help: string;
  readonly choices: readonly string[];
  readonly repeatable: boolean;
}

interface CommandOutline {
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

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Names that only the data folder knows, or the shell itself. */
type Kind = 'sessions' | 'skills' | 'environments' | 'files' | 'folders';

export interface Suggestion {
  readonly value: string;
  readonly help: string;
}

export interface Completion {
  readonly suggestions: readonly Suggestion[];
  readonly kinds: readonly Kind[];
  /** In front of what `kinds` find: `--home=`. */
  readonly prefix: string;
  /** Values of the options that choose where names are looked up. */
  readonly given: { readonly home?: string; readonly env?: string; readonly skills?: readonly string[] };
}

const NOTHING: Pick<Completion, 'suggestions' | 'kinds' | 'prefix'> = { suggestions: [], kinds: [], prefix: '' };

/** @param words after `skilldeck`, up to the cursor; the last one is being typed and may be empty. */
export function complete({ commands, everywhere }: Outline, words: readonly string[]): Completion {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const start = commands.find(({ name }) => name === 'start')?.options ?? [];
  let path = '';
  let command: CommandOutline | undefined;
  let positional = 0;
  let pending: OptionOutline | undefined;
  let onlyArguments = false;
  const given = new Map<string, string[]>();
  // Without a command, the app opens: `skilldeck --no-open`.
  const options = () => [...(path === '' ? start : (command?.options ?? [])), ...everywhere];
  for (const word of before) {
    if (pending !== undefined) {
      // bash makes three words of `--home=DIR`.
      if (word === '=') continue;
      given.set(pending.name, [...(given.get(pending.name) ?? []), word]);
      pending = undefined;
    } else if (!onlyArguments && word === '--') onlyArguments = true;
    else if (!onlyArguments && word.startsWith('-')) {
      const [name = '', value] = word.split(/=(.*)/s);
      const option = options().find((one) => one.name === name);
      given.set(name, [...(given.get(name) ?? []), ...(value === undefined ? [] : [value])]);
      if (value === undefined && option?.value !== undefined) pending = option;
    } else {
      const next = `${path} ${word}`.trim();
      const found = positional === 0 ? commands.find(({ name }) => name === next) : undefined;
      if (found === undefined) positional += 1;
      else [path, command] = [next, found];
    }
  }
  const where = {
    ...(given.has('--home') ? { home: given.get('--home')?.at(-1) ?? '' } : {}),
    ...(given.has('--env') ? { env: given.get('--env')?.at(-1) ?? '' } : {}),
    ...(given.has('--skills') ? { skills: given.get('--skills') ?? [] } : {}),
  };
  const answer = (found: Partial<Completion>): Completion => ({ ...NOTHING, ...found, given: where });
  const values = (option: OptionOutline, prefix: string, start: string) =>
    answer({
      prefix,
      suggestions: option.choices
        .filter((choice) => choice.startsWith(start))
        .map((choice) => ({ value: `${prefix}${choice}`, help: '' })),
      kinds: kindsOf(path, option.name, option.value ?? ''),
    });

  if (pending !== undefined) return values(pending, '', typed === '=' ? '' : typed);
  const inline = onlyArguments ? null : /^(--[\w-]+)=(.*)$/s.exec(typed);
  if (inline !== null) {
    const option = options().find(({ name }) => name === inline[1]);
    return option === undefined ? answer({}) : values(option, `${option.name}=`, inline[2] ?? '');
  }
  if (typed.startsWith('-') && !onlyArguments) {
    const left = options().filter(({ name, repeatable }) => repeatable || !given.has(name));
    return answer({
      suggestions: left.filter(({ name }) => name.startsWith(typed)).map(({ name, help }) => ({ value: name, help })),
    });
  }
  const below =
    positional > 0 ? [] : commands.filter(({ name }) => isBelow(name, path) && nextWord(name, path).startsWith(typed));
  const args = command?.args ?? [];
  const last = args.at(-1);
  const arg = args[positional] ?? (last?.usage.includes('...') === true ? last : undefined);
  const place = arg?.usage.replace(/[<>[\].]/g, '') ?? '';
  return answer({
    suggestions: [
      ...below.map(({ name, help }) => ({ value: nextWord(name, path), help })),
      ...(place === 'SHELL' ? SHELLS : [])
        .filter((shell) => shell.startsWith(typed))
        .map((value) => ({ value, help: '' })),
    ],
    kinds: arg === undefined ? [] : kindsOf(path, '', place),
  });
}

const isBelow = (name: string, path: string): boolean =>
  path === '' ? !name.includes(' ') : name.startsWith(`${path} `);
const nextWord = (name: string, path: string): string => (path === '' ? name : name.slice(path.length + 1));

/** @param option `--name`, or '' for an argument; @param place its placeholder. */
function kindsOf(command: string, option: string, place: string): readonly Kind[] {
  const [group = ''] = command.split(' ');
  switch (place) {
    case 'DIR':
      return ['folders'];
    case 'FILE':
    case 'SOURCE':
    case 'PATH':
      return ['files'];
    case 'SKILL':
      return command === 'skills eval' || command === 'skills improve' ? ['skills', 'folders'] : ['skills'];
    case 'A':
    case 'B':
    case '[ID:]SEQ':
      return ['sessions'];
    case 'ID':
    case 'NAME':
      if (option === '--session') return ['sessions'];
      if (option === '--skill') return ['skills'];
      if (option === '--env' || option === '--environment') return ['environments'];
      if (option !== '') return [];
      // `restore` takes what is in the trash.
      if (command.endsWith(' restore') || command === 'env create') return [];
      if (group === 'skills') return ['skills'];
      if (group === 'sessions' || group === 'context') return ['sessions'];
      return group === 'env' ? ['environments'] : [];
    case 'OTHER':
      return ['environments'];
    default:
      return [];
  }
}

/** The script that makes a shell ask Skilldeck; each line of the answer is a value, a tab and its help. */
export const shellScript = (shell: Shell): string => SCRIPTS[shell];

const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# bash completion of skilldeck. In ~/.bashrc: source <(skilldeck completion bash)
_skilldeck() {
  local typed=\${COMP_WORDS[COMP_CWORD]} line
  COMPREPLY=()
  [[ $typed == '=' ]] && typed=''
  while IFS= read -r line; do
    case $line in
      :files) compopt -o filenames; mapfile -O "\${#COMPREPLY[@]}" -t COMPREPLY < <(compgen -f -- "$typed") ;;
      :folders) compopt -o filenames; mapfile -O "\${#COMPREPLY[@]}" -t COMPREPLY < <(compgen -d -- "$typed") ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _skilldeck skilldeck
`,
  zsh: `#compdef skilldeck
# zsh completion of skilldeck. In ~/.zshrc, after compinit: source <(skilldeck completion zsh)
_skilldeck() {
  local line files='' folders=''
  local -a values
  while IFS= read -r line; do
    case $line in
      :files) files=yes ;;
      :folders) folders=yes ;;
      *) values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done < <("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#values} )) && _describe -V skilldeck values
  if [[ -n $files$folders ]]; then
    compset -P '--*='
    if [[ -n $files ]]; then _files; else _files -/; fi
  fi
}
if [[ \${funcstack[1]} == _skilldeck ]]; then _skilldeck "$@"; else compdef _skilldeck skilldeck; fi
`,
  fish: `# fish completion of skilldeck. In ~/.config/fish/config.fish: skilldeck completion fish | source
function __skilldeck_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l typed (string replace -r '^--[\\w-]+=' '' -- $words[-1])
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path $typed
            case ':folders'
                __fish_complete_directories $typed
            case '*'
                echo $line
        end
    end
end
complete -c skilldeck -f -a '(__skilldeck_complete)'
`,
};
