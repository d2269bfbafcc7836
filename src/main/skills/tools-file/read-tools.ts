/** Checks a skill's `tools.yaml` against the disk: keeps only tools whose script exists inside the folder. */
import { isUtf8 } from 'node:buffer';
import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { DeclaredTool } from '../../../shared/context-plans.ts';
import type { Diagnostic } from '../../../shared/events.ts';
import { sha256 } from '../../lib/sha256.ts';
import { readInto, withFileInside } from '../discovery/contained-file.ts';
import type { SkillSummary, SkillTools } from '../types.ts';
import { parseTools, TOOLS_FILE, type ToolEntry } from './tools-file.ts';

/** Bytes; a longer file is not parsed, as a front matter is not. */
const MAX_TOOLS_BYTES = 64 * 1024;
const MAX_SCRIPT_BYTES = 8 * 1024 * 1024;

/** Undefined where the skill has no such file. @param skill its `dir` absolute and real. */
export function readSkillTools(skill: Pick<SkillSummary, 'id' | 'dir' | 'metadata'>): SkillTools | undefined {
  const { id, dir } = skill;
  const names = toolsFiles(dir);
  const [name] = names;
  if (name === undefined) return undefined;
  const file = path.join(dir, name);
  const diagnostics: Diagnostic[] = [];
  const report = (severity: Diagnostic['severity'], line: number, rule: string, message: string): void => {
    diagnostics.push({ severity, file, line, rule, message, skill: id });
  };
  if (names.length > 1)
    report('warning', 1, 'tools-invalid', `Only this file is read, and not ${names.slice(1).join(', ')}`);
  const read = readText(dir, file, MAX_TOOLS_BYTES);
  if ('fault' in read) {
    report('error', 1, 'tools-invalid', `No tool of it can be used: ${read.fault}`);
    return { tools: [], diagnostics };
  }
  const { tools, problems } = parseTools(read.text);
  for (const { severity, line, rule, message } of problems) report(severity, line, rule, message);
  const declared = tools.flatMap((tool): DeclaredTool[] => {
    const script = checkScript(skill, tool);
    if ('fault' in script) {
      report(
        'error',
        tool.line,
        'tool-script-missing',
        `Left out: the script ${tool.script} of "${tool.name}" ${script.fault}`,
      );
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

function readText(dir: string, file: string, most: number): { readonly text: string } | { readonly fault: string } {
  const opened = withFileInside(dir, file, (fd, size) => {
    const bytes = Buffer.alloc(Math.min(size, most + 1));
    return bytes.subarray(0, readInto(fd, bytes));
  });
  if (opened.fault !== undefined) return { fault: FAULTS[opened.fault] };
  if (opened.value.length > most) return { fault: `it has more than ${most / 1024} KiB` };
  return isUtf8(opened.value) ? { text: opened.value.toString('utf8') } : { fault: 'it is not UTF-8' };
}

const FAULTS = {
  absent: 'is not there',
  outside: "leads out of the skill's folder",
  'not-a-file': 'is no regular file',
  unreadable: 'cannot be read',
} as const;

function checkScript(
  { dir, metadata }: Pick<SkillSummary, 'dir' | 'metadata'>,
  { script, pass }: ToolEntry,
): { readonly sha256: string } | { readonly fault: string } {
  const file = path.join(dir, script);
  const opened = withFileInside(dir, file, (fd, size) => {
    const bytes = Buffer.alloc(Math.min(size, MAX_SCRIPT_BYTES + 1));
    return bytes.subarray(0, readInto(fd, bytes));
  });
  if (opened.fault !== undefined) return { fault: FAULTS[opened.fault] };
  if (opened.value.length > MAX_SCRIPT_BYTES) return { fault: `has more than ${MAX_SCRIPT_BYTES / 1024 / 1024} MiB` };
  // An argument inside a file is not seen by the policy that asks a person about it.
  if (pass === 'json' && confirmedByArgument(dir, metadata.confirm ?? '').includes(realOf(file) ?? '')) {
    return { fault: `needs a person's yes for some of its arguments, which a file would hide: use "pass: flags"` };
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
