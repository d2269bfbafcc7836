/** A YAML list whose entries are read one by one if the whole fails to parse: one fault hides no other entry. */
import type { FindingFacts } from '../../../shared/messages/finding.ts';
import { readYamlData, type YamlData } from './yaml.ts';

export interface YamlEntry {
  readonly value: YamlData;
  /** 1-based; 1 where the list is not written with a dash a line. */
  readonly line: number;
}

/**
 * The list's entries; if the whole is not YAML, those that parse alone.
 * @param key under which the list may be.
 */
export function yamlEntries(
  text: string,
  key: string,
  fail: (line: number, facts: FindingFacts) => void,
): readonly YamlEntry[] {
  const whole = readYamlData(text);
  const blocks = entryBlocks(text);
  if ('value' in whole) {
    const list = whole.value instanceof Map ? (whole.value.get(key) ?? null) : whole.value;
    if (!Array.isArray(list)) {
      fail(1, { code: 'tools-not-listed', figures: { key } });
      return [];
    }
    const atBlocks = blocks.length === list.length;
    return list.map((value: YamlData, index) => ({ value, line: (atBlocks ? blocks[index]?.line : undefined) ?? 1 }));
  }
  if (blocks.length === 0) {
    fail(whole.line + 1, { code: 'yaml-invalid', figures: { detail: whole.reason } });
    return [];
  }
  return blocks.flatMap((block) => {
    const alone = readYamlData(block.text);
    if ('value' in alone && Array.isArray(alone.value) && alone.value.length === 1) {
      return [{ value: alone.value[0] ?? null, line: block.line }];
    }
    const at = 'reason' in alone ? alone : { reason: 'not one entry', line: 0 };
    fail(block.line + at.line, { code: 'yaml-left-out', figures: { detail: at.reason } });
    return [];
  });
}

/** The list's entries by their dashes: each at the indent of the first one, with the lines below it. */
function entryBlocks(text: string): readonly { readonly line: number; readonly text: string }[] {
  const lines = text.split(/\r\n|\n|\r/);
  const first = lines.findIndex((line) => /^ *-(?:\s|$)/.test(line));
  const indent = /^ */.exec(lines[first] ?? '')?.[0].length ?? 0;
  const blocks: { line: number; lines: string[] }[] = [];
  for (const [index, line] of lines.entries()) {
    if (first === -1 || index < first) continue;
    const begins = /^-(?:\s|$)/.test(line.slice(indent)) && /^ *$/.test(line.slice(0, indent));
    if (begins) blocks.push({ line: index + 1, lines: [line.slice(indent)] });
    // A key at the list's own edge or before it ends the list.
    else if (/^\S/.test(line.slice(0, indent + 1).trimEnd()) && !line.trimStart().startsWith('#')) break;
    else blocks.at(-1)?.lines.push(line.slice(Math.min(indent, /^ */.exec(line)?.[0].length ?? 0)));
  }
  return blocks.map((block) => ({ line: block.line, text: block.lines.join('\n') }));
}
