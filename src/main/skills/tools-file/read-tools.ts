/** Checks a skill's `tools.yaml` against the disk: keeps only tools whose script exists inside the folder. */
import { isUtf8 } from 'node:buffer';
import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { DeclaredTool } from '../../../shared/context-plans.ts';
import type { Diagnostic } from '../../../shared/events.ts';
import { diagnosed, type FindingFacts } from '../../../shared/messages/finding.ts';
import { sha256 } from '../../lib/sha256.ts';
import { readInto, withFileInside } from '../discovery/contained-file.ts';
import type { SkillSummary, SkillTools } from '../types.ts';
import { parseTools, TOOLS_FILE, type ToolEntry } from './tools-file.ts';

/** Bytes; a longer file is not parsed, as a front matter is not. */
const MAX_TOOLS_BYTES = 64 * 1024;
const MAX_SCRIPT_BYTES = 8 * 1024 * 1024;

/**
 * Undefined where the skill has no such file.
 * @param skill its `dir` absolute and real.
 * @param unsaved texts that stand for files, by absolute path.
 */
export function readSkillTools(
  skill: Pick<SkillSummary, 'id' | 'dir' | 'metadata'>,
  unsaved?: ReadonlyMap<string, string>,
): SkillTools | undefined {
  const { id, dir } = skill;
  const names = toolsFiles(dir);
  const [name] = names;
  if (name === undefined) return undefined;
  const file = path.join(dir, name);
  const diagnostics: Diagnostic[] = [];
  const report = (severity: Diagnostic['severity'], line: number, rule: string, facts: FindingFacts): void => {
    diagnostics.push({ severity, file, line, rule, ...diagnosed(facts), skill: id });
  };
  if (names.length > 1) {
    const figures = { files: names.slice(1).join(', ') };
    report('warning', 1, 'tools-invalid', { code: 'tools-other-files', figures });
  }
  const typed = unsaved?.get(file);
  const read = typed === undefined ? readText(dir, file) : { text: typed };
  if ('code' in read) {
    report('error', 1, 'tools-invalid', read);
    return { tools: [], diagnostics };
  }
  const { tools, problems } = parseTools(read.text);
  for (const problem of problems) report(problem.severity, problem.line, problem.rule, problem);
  const declared = tools.flatMap((tool): DeclaredTool[] => {
    const script = checkScript(skill, tool);
    if ('code' in script) {
      const figures = { name: tool.name, script: tool.script, ...script.figures };
      report('error', tool.line, 'tool-script-missing', { code: script.code, figures });
      return [];
    }
    const { line: _line, ...entry } = tool;
    return [{ ...entry, scriptSha256: script.sha256 }];
  });
  return { tools: declared, diagnostics };
}

/** Ids of the skills whose `tools.yaml` declares a tool of this name. */
export function skillsDeclaring(skills: readonly SkillSummary[], name: string): readonly string[] {
  return skills
    .filter((skill) => {
      const declared = readSkillTools(skill)?.tools ?? [];
      return declared.some((tool) => tool.name === name || name === `${skill.id}__${tool.name}`);
    })
    .map(({ id }) => id);
}

/** The spelling of the documentation first. */
function toolsFiles(dir: string): readonly string[] {
  try {
    const names = readdirSync(dir).filter((name) => TOOLS_FILE.test(name));
    return names.sort((a, b) => Number(b === 'tools.yaml') - Number(a === 'tools.yaml') || (a < b ? -1 : 1));
  } catch {
    return [];
  }
}

function readText(dir: string, file: string): { readonly text: string } | FindingFacts {
  const most = MAX_TOOLS_BYTES;
  const opened = withFileInside(dir, file, (fd, size) => {
    const bytes = Buffer.alloc(Math.min(size, most + 1));
    return bytes.subarray(0, readInto(fd, bytes));
  });
  if (opened.fault !== undefined) return { code: FILE_CODES[opened.fault] };
  if (opened.value.length > most) return { code: 'tools-file-large', figures: { most: most / 1024 } };
  return isUtf8(opened.value) ? { text: opened.value.toString('utf8') } : { code: 'tools-file-not-text' };
}

const FILE_CODES = {
  absent: 'tools-file-gone',
  outside: 'tools-file-outside',
  'not-a-file': 'tools-file-not-regular',
  unreadable: 'tools-file-unreadable',
} as const;
const SCRIPT_CODES = {
  absent: 'tool-script-gone',
  outside: 'tool-script-outside',
  'not-a-file': 'tool-script-not-regular',
  unreadable: 'tool-script-unreadable',
} as const;

function checkScript(
  { dir, metadata }: Pick<SkillSummary, 'dir' | 'metadata'>,
  { script, pass }: ToolEntry,
): { readonly sha256: string } | FindingFacts {
  const file = path.join(dir, script);
  const opened = withFileInside(dir, file, (fd, size) => {
    const bytes = Buffer.alloc(Math.min(size, MAX_SCRIPT_BYTES + 1));
    return bytes.subarray(0, readInto(fd, bytes));
  });
  if (opened.fault !== undefined) return { code: SCRIPT_CODES[opened.fault] };
  if (opened.value.length > MAX_SCRIPT_BYTES)
    return { code: 'tool-script-large', figures: { most: MAX_SCRIPT_BYTES / 1024 / 1024 } };
  // An argument inside a file is not seen by the policy that asks a person about it.
  if (pass === 'json' && confirmedByArgument(dir, metadata.confirm ?? '').includes(realOf(file) ?? '')) {
    return { code: 'tool-confirmed' };
  }
  return { sha256: sha256(opened.value) };
}

/** Real paths of the scripts that `metadata.confirm` names together with an argument. */
function confirmedByArgument(dir: string, confirm: string): readonly string[] {
  return confirm
    .split(',')
    .map((entry) => entry.trim().split(/\s+/))
    .flatMap(([script, argument]) => {
      const file = script === undefined || argument === undefined ? undefined : realOf(path.join(dir, script));
      return file === undefined ? [] : [file];
    });
}

function realOf(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    return undefined;
  }
}
