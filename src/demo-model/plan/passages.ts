/** The part of a reference that answers a question, in the person's language as far as its figures allow. */
import type { Language } from '../language.ts';
import { TOPICS, type Topic } from '../understand/topics.ts';
import { inChinese } from './reference-zh.ts';

/** Markdown, or undefined where the text does not speak of the topic. */
export function findPassage(reference: string, topic: Topic, language: Language): string | undefined {
  const written = TOPICS.find((one) => one.topic === topic)?.written;
  if (written === undefined) return undefined;
  const sections = readSections(reference).filter((section) => !NO_RULES.test(section.heading));
  if (topic === 'cities') return cities(sections, written, language);
  const own = sections.filter((section) => written.test(section.heading));
  const tables = own.flatMap((section) => section.tables);
  const inOwn = own.flatMap((section) =>
    own.length === 1 && WHOLE.has(topic) ? section.lines : section.lines.filter((line) => written.test(line)),
  );
  const lines =
    own.length > 0 ? inOwn : sections.flatMap((section) => section.lines.filter((line) => written.test(line)));
  if (tables.length === 0 && lines.length === 0) return undefined;
  const parts = [...tables.map((table) => table.join('\n')), lines.map((line) => `- ${line}`).join('\n')];
  const text = parts.filter((part) => part !== '').join('\n\n');
  return language === 'zh' ? inChinese(text) : text;
}

/** Errors, forms of commands and example talks hold no rules for a traveller. */
const NO_RULES =
  /error|remed|example|dialogue|示例|options?$|command|environment|exit status|cards?$|filled in|how to ask/i;
/** A section of its own is given whole; others share theirs with their neighbours. */
const WHOLE: ReadonlySet<Topic> = new Set(['baggage']);

interface Section {
  readonly heading: string;
  readonly tables: readonly (readonly string[])[];
  /** Sentences and list items, each on one line. */
  readonly lines: readonly string[];
}

function readSections(text: string): Section[] {
  return text.split(/^## /m).map((part) => {
    const [heading = '', ...body] = part.split('\n');
    const tables: string[][] = [];
    const lines: string[] = [];
    let open = false;
    body.forEach((line, index) => {
      const isRow = line.startsWith('|');
      if (isRow && !body[index - 1]?.startsWith('|')) tables.push([]);
      if (isRow) tables.at(-1)?.push(line);
      else if (/^\s*[-*] /.test(line)) lines.push(line.replace(/^\s*[-*] /, ''));
      else if (open && line.trim() !== '') lines.push(`${lines.pop() ?? ''} ${line.trim()}`);
      else if (line.trim() !== '' && !/^(?:#|>|```|\*\*)/.test(line)) lines.push(line.trim());
      open = !isRow && line.trim() !== '';
    });
    return { heading: heading.trim(), tables, lines };
  });
}

/** City names by region, short enough to read. */
function cities(sections: readonly Section[], written: RegExp, language: Language): string | undefined {
  const section = sections.find((one) => written.test(one.heading));
  const rows = (section?.tables ?? []).map((table) =>
    table.slice(2).map((row) => row.split('|').map((cell) => cell.trim())),
  );
  const names = rows.map((table) =>
    table.map((cells) => cells[language === 'zh' ? 2 : 1] ?? '').filter((name) => name !== ''),
  );
  const regions = names.filter((region) => region.length > 0);
  if (regions.length === 0) return undefined;
  return regions.map((region) => `- ${region.join(language === 'zh' ? '、' : ', ')}`).join('\n');
}
