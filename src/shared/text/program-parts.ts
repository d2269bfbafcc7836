/** Elements that this program puts after a person's message that names a prompt or a resource of an MCP server. */
export const BY_SERVER: ReadonlySet<string> = new Set(['mcp-prompt', 'mcp-resource']);

/** Elements that other agents put into a person's message: Claude Code, Codex, Cline and gemini-cli. */
const BY_PROGRAM = new Set([
  ...BY_SERVER,
  ...'system-reminder command-name command-message command-args command-contents local-command-stdout local-command-caveat bash-input bash-stdout bash-stderr user_instructions environment_context environment_details ide_opened_file ide_selection session_context INSTRUCTIONS'.split(
    ' ',
  ),
]);

/** Editor's state that Codex writes before the request. */
const IDE_STATE = /^# Context from my IDE setup:\n[\s\S]*?\n## My request for Codex:\n/;

interface MessagePart {
  /** Element that a program added; absent for the person's own words. */
  readonly name?: string;
  readonly text: string;
  /** Index in the message. */
  readonly at: number;
}

/**
 * Tells the words of a person from those that their agent added, in order; blank parts are left out. Linear.
 * @param elements names of those that an agent adds.
 */
export function partsOfMessage(text: string, elements: ReadonlySet<string> = BY_PROGRAM): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  const unclosed = new Set<string>();
  const add = (at: number, end: number, name?: string): void => {
    const part = text.slice(at, end).trim();
    if (part !== '') parts.push({ ...(name === undefined ? {} : { name }), text: part, at });
  };
  let from = IDE_STATE.exec(text)?.[0].length ?? 0;
  add(0, from, 'ide_context');
  for (const { 0: tag, 1: name = '', index } of text.matchAll(/<([A-Za-z][A-Za-z_-]{2,30})>/g)) {
    if (index < from || !elements.has(name) || unclosed.has(name)) continue;
    const end = text.indexOf(`</${name}>`, index);
    if (end === -1) {
      unclosed.add(name);
      continue;
    }
    add(from, index);
    add(index + tag.length, end, name);
    from = end + name.length + 3;
  }
  add(from, text.length);
  return parts;
}

/** First words of the person, rather than what a program wrote in their name; its own where they said nothing. */
export function ownWords(text: string): string {
  const parts = partsOfMessage(text);
  const own = parts.flatMap(({ name, text: said }) => (name === undefined ? [said] : []));
  return own.find((said) => !said.startsWith('<')) ?? own[0] ?? parts[0]?.text ?? '';
}
