/** The part of a skill in a tool call, for the conventions' spans of agent skills. */
import type { EventOf, SessionEvent } from '../../../shared/events.ts';
import { operationsOf } from '../../../shared/tool-operations.ts';
import { parsedArguments } from './messages.ts';

export interface SkillUse {
  readonly skill: string;
  /** Relative to the skill's folder. */
  readonly resource?: string;
  /** The call loads the skill. */
  readonly loads?: true;
}

/** Arguments that name a skill; `name` only of a tool that loads one. */
const SKILL_FIELDS = ['skill', 'skill_name', 'skillId'];
const LOADS: ReadonlySet<string> = new Set(['load-skill', 'unload-skill']);

function fromArguments({ name, arguments: text }: EventOf<'tool-started'>): SkillUse | undefined {
  const given = parsedArguments(text);
  if (given === null || typeof given !== 'object') return undefined;
  const operations = operationsOf(name);
  if (operations.length === 0 && name !== 'skill_run' && name !== 'skill_exec') return undefined;
  const fields = operations.some((one) => LOADS.has(one)) ? [...SKILL_FIELDS, 'name'] : SKILL_FIELDS;
  const skill = fields.map((field) => Reflect.get(given, field)).find((value) => typeof value === 'string');
  if (skill === undefined || skill === '') return undefined;
  return operations.includes('load-skill') ? { skill, loads: true } : { skill };
}

/** Skills of a session: which are loaded, and which tools they bring. */
export class SkillUses {
  readonly #scripts = new Map<string, SkillUse>();
  readonly #loaded = new Set<string>();

  take(event: SessionEvent): void {
    if (event.type !== 'skill-loaded') return;
    this.#loaded.add(event.skill);
    for (const { name, script } of event.tools ?? []) this.#scripts.set(name, { skill: event.skill, resource: script });
  }

  /** Facts of the call itself. */
  ofCall(event: EventOf<'tool-started'>): SkillUse | undefined {
    return this.#scripts.get(event.name) ?? fromArguments(event);
  }

  /** Events while it ran. */
  during(event: SessionEvent): SkillUse | undefined {
    switch (event.type) {
      case 'skill-loaded':
        return event.by === 'agent' ? { skill: event.skill, loads: true } : undefined;
      case 'reference-loaded':
        return event.by === 'agent' ? { skill: event.skill, resource: event.path } : undefined;
      case 'approval-requested': {
        const { skill, script } = event.detail;
        if (skill === undefined) return undefined;
        return script === undefined ? { skill } : { skill, resource: script };
      }
      case 'script-started': {
        // The folder of a loaded skill, or of its copy in the workspace.
        const where = `${event.cwd}/`.replaceAll('\\', '/');
        const skill = [...this.#loaded].find((id) => where.includes(`/${id}/`));
        return skill === undefined ? undefined : { skill };
      }
      default:
        return undefined;
    }
  }
}
