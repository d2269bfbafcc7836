/**
 * `allowed-tools` of a loaded skill, as what a person may grant: the commands that it names. Nothing of it holds until a person
 * has said so at a question, for exactly this version of the skill, and only while the skill is loaded.
 */
import { sha256 } from '../../lib/sha256.ts';
import type { SkillSummary } from '../../skills/types.ts';
import type { GrantSeed } from './grants.ts';
import { type Listed, listsSay } from './policy-lists.ts';
import { skillContent } from './skill-content.ts';

export interface WishedCommands {
  readonly skill: string;
  /** Rules of a command list. */
  readonly rules: readonly string[];
  readonly grant: GrantSeed;
}

const SHELL = /^(?:Bash|Shell|run_command)\((.+)\)$/;
/** The rest is any argument in other clients; here only arguments of a known shape need no question. */
const ANYTHING = /(?::\*|\s+\*)$/;

/** `Bash(git status:*)` is `git status`. A shell without limits, patterns inside a word and other tools are left out. */
export function commandRules(allowedTools: readonly string[]): readonly string[] {
  const rules = allowedTools.flatMap((entry) => {
    const inside = SHELL.exec(entry.trim())?.[1]?.trim();
    const rule = inside?.replace(ANYTHING, '').trim();
    return rule === undefined || rule === '' || /[*?;&|<>$`(){}\p{Cc}]/u.test(rule) ? [] : [rule];
  });
  return [...new Set(rules)];
}

/** The first of the loaded skills that names the command. */
export function wishedCommands(command: Listed, loaded: readonly SkillSummary[]): WishedCommands | undefined {
  for (const { id, dir, allowedTools } of loaded) {
    const rules = commandRules(allowedTools);
    if (rules.length === 0 || listsSay(command, { allow: [...rules], deny: [] }).kind !== 'allow') continue;
    const version = skillContent(dir);
    const key = `allowed-tools:${sha256(JSON.stringify([id, version, rules]))}`;
    return { skill: id, rules, grant: { key, what: 'needs', label: rules.join(', '), skill: id, version } };
  }
  return undefined;
}
