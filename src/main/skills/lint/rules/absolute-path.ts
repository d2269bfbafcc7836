import { example } from '../example.ts';
import { short } from '../shown.ts';
import { findAll, inEach, instructionSources, scriptSources } from '../sources.ts';
import type { Rule } from '../types.ts';

const PATHS = [
  /(?<![\p{L}\p{N}_:/.~$}\\-])\/(?:home|Users|root|mnt|opt|srv|Volumes)\/[^\s"'`)<>|;,，。]{1,200}/gu,
  /(?<![\p{L}\p{N}_])[A-Za-z]:\\{1,2}(?:Users|Program Files|ProgramData|Windows)\b[^\s"'`)<>|;,]{0,200}/gu,
] as const;
/** In the home of everyone who uses that client. */
const OF_A_CLIENT = /(?<![\p{L}\p{N}_/])~\/\.(claude|codex|gemini|cursor|agents)\/[^\s"'`)<>|;,]{1,200}/gu;
const CLIENTS: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  cursor: 'Cursor',
  agents: 'Agent Skills',
};

export const absolutePath: Rule = {
  id: 'absolute-path',
  severity: 'warning',
  bad: example({ body: 'Write the result to `/Users/ada/forms/result.pdf`.\n' }),
  good: example({ body: 'Write the result to `out/result.pdf`.\n' }),
  check: (skill) =>
    inEach([...instructionSources(skill), ...scriptSources(skill)], (source) => [
      ...PATHS.flatMap((pattern) =>
        findAll(source, pattern, ([path]) => ({ code: 'absolute-path', figures: { path: short(path) } })),
      ),
      ...findAll(source, OF_A_CLIENT, ([path, client = '']) => ({
        code: 'client-folder',
        figures: { path: short(path), client: CLIENTS[client] ?? client },
      })),
    ]),
};
