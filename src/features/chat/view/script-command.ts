/** Reads a command line far enough to name the script that it runs; never to decide whether it may run. */
import { simpleWords } from '../../../shared/text/simple-command.ts';

const SCRIPT = /(?:^|[\\/])([\p{L}\p{N}_.-]+\.(?:py|m?js|sh))$/u;
/** An interpreter and its own words come first: `uv run`, `python3 -I`. */
const LAST_PLACE_OF_SCRIPT = 4;

/** `search.py`: the script that one simple command runs. Undefined for pipelines, redirections and everything else. */
export function scriptCommand(command: string): string | undefined {
  const texts = simpleWords(command);
  if (texts === undefined || command.includes('\n')) return undefined;
  const at = texts.findIndex((token) => SCRIPT.test(token));
  return at > LAST_PLACE_OF_SCRIPT ? undefined : SCRIPT.exec(texts[at] ?? '')?.[1];
}
