/** The skills that the request lists: in the system message as lines or as XML, or in the description of a tool. */

import type { ToolUse } from './conversation.ts';
import type { ChatRequest } from './wire.ts';

/** The tool for skills that the list has no room for. */
export const SEARCH = 'search_skills';

export interface CatalogSkill {
  readonly id: string;
  readonly description: string;
  /** Path of the skill's file, where the list names it. */
  readonly location?: string;
}

export function readCatalog(system: string, tools: ChatRequest['tools']): CatalogSkill[] {
  const skills = [...markedLines(system), ...plainLines(system), ...elements(system), ...inTools(tools)];
  return skills.filter((skill) => skill.id !== '');
}

/** Results of `search_skills` in this turn: as listed, and loadable as well. */
export function foundSkills(uses: readonly ToolUse[]): CatalogSkill[] {
  const results = uses.filter(({ name }) => name === SEARCH).map(({ result }) => result);
  const lines = results
    .join('\n')
    .matchAll(/^- \*\*([^*\n]+)\*\*(?: \([^)\n]*\))?(?: \[loaded\])?: (.*?)(?: Location: (\S+))?$/gm);
  return [...lines].map(([, id = '', description = '', location]) => ({
    id,
    description,
    ...(location === undefined ? {} : { location }),
  }));
}

/** `- [○] **id** (Name): description`; with placement `tool-result` there are no marks. */
function markedLines(system: string): CatalogSkill[] {
  const section = /^## Available Skills[^\n]*\n((?:- .*(?:\n|$))+)/m.exec(system)?.[1] ?? '';
  const lines = section.matchAll(/^- (?:\[[○✓]\] )?\*\*([^*\n]+)\*\*(?: \([^)\n]*\))?: (.*)$/gm);
  return [...lines].map((match) => ({ id: match[1] ?? '', description: match[2] ?? '' }));
}

/** `- id (Name): description` below "Available skills". */
function plainLines(text: string): CatalogSkill[] {
  const section = /^Available skills[^\n]*:\n((?:- .*(?:\n|$))+)/m.exec(text)?.[1] ?? '';
  const lines = section.matchAll(/^- ([^\s:(]+)(?: \([^)\n]*\))?: (.*)$/gm);
  return [...lines].map((match) => ({ id: match[1] ?? '', description: match[2] ?? '' }));
}

function elements(system: string): CatalogSkill[] {
  return [...system.matchAll(/<skill>([\s\S]*?)<\/skill>/g)].map((match) => {
    const tag = (name: string) => {
      const text = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(match[1] ?? '')?.[1]?.trim();
      return text === undefined ? undefined : unescaped(text);
    };
    const location = tag('location');
    return {
      // The folder is named after the id.
      id: tag('skill-id') ?? /([^/\\]+)[/\\][^/\\]+$/.exec(location ?? '')?.[1] ?? tag('name') ?? '',
      description: tag('description') ?? '',
      ...(location === undefined ? {} : { location }),
    };
  });
}

/** The list has names; ids that differ are beside the field: `notes (My Notes)`. */
function inTools(tools: ChatRequest['tools']): CatalogSkill[] {
  return (tools ?? []).flatMap(({ function: { description = '', parameters } }) => {
    const list = /Available skills:\n([\s\S]*)$/.exec(description)?.[1] ?? '';
    const field = JSON.stringify(parameters?.properties ?? {});
    const ids = new Map([...field.matchAll(/([^\s,:"]+) \(([^)"]+)\)/g)].map((match) => [match[2], match[1]]));
    return [...list.matchAll(/^- (?!… )([^:\n]+): (.*)$/gm)].map(([, name = '', text = '']) => ({
      id: ids.get(name) ?? name,
      description: text,
    }));
  });
}

function unescaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '');
}
