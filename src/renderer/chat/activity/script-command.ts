/** Reads a command line far enough to say in words what it does; never to decide whether it may run. */
import { parse } from 'shell-quote';

export interface ScriptCommand {
  /** `search_flights.py` */
  readonly script: string;
  /** What follows the script that is no flag, such as `cancel`. */
  readonly words: readonly string[];
  /** `--from Beijing`, `--to=Tokyo` */
  readonly flags: Readonly<Record<string, string>>;
}

const SCRIPT = /(?:^|[\\/])([\p{L}\p{N}_.-]+\.(?:py|m?js|sh))$/u;
/** An interpreter and its own words come first: `uv run`, `python3 -I`. */
const LAST_PLACE_OF_SCRIPT = 4;

/** The script that one simple command runs. Undefined for pipelines, redirections and everything else. */
export function scriptCommand(command: string): ScriptCommand | undefined {
  const tokens = parse(command.trim(), (name: string) => `$${name}`);
  const texts = tokens.filter((token) => typeof token === 'string');
  if (texts.length !== tokens.length || command.includes('\n')) return undefined;
  const at = texts.findIndex((token) => SCRIPT.test(token));
  const script = SCRIPT.exec(texts[at] ?? '')?.[1];
  if (script === undefined || at > LAST_PLACE_OF_SCRIPT) return undefined;
  return { script, ...split(texts.slice(at + 1)) };
}

function split(rest: readonly string[]): Pick<ScriptCommand, 'words' | 'flags'> {
  const words: string[] = [];
  const flags: Record<string, string> = {};
  for (let i = 0; i < rest.length; i += 1) {
    const token = rest[i] ?? '';
    const [name = '', inline] = token.split(/=(.*)/s);
    if (!token.startsWith('--')) words.push(token);
    else if (inline !== undefined) flags[name.slice(2)] = inline;
    else {
      const next = rest[i + 1];
      const takesNext = next !== undefined && !next.startsWith('--');
      flags[name.slice(2)] = takesNext ? next : '';
      if (takesNext) i += 1;
    }
  }
  return { words, flags };
}
