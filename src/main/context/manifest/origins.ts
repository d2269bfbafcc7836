/** The event behind what no message and no load added: tools, fixed words, the catalog. */
import type { SessionEvent } from '../../../shared/events.ts';
import { modelSkills } from '../../../shared/skill-list.ts';

export interface Origins {
  of(id: string): number | undefined;
}

/** @param events those that the request was built from. */
export function originsOf(events: readonly SessionEvent[]): Origins {
  const since = new Map<string, { readonly text: string; readonly seq: number }>();
  const note = (id: string, text: string, seq: number) => {
    if (since.get(id)?.text !== text) since.set(id, { text, seq });
  };
  for (const event of events) {
    if (event.type === 'catalog-changed') {
      note(
        'catalog',
        // `userInvocable` and the fingerprint change no list.
        JSON.stringify(
          modelSkills({ catalog: event.skills }).map(({ userInvocable: _, content: __, ...listed }) => listed),
        ),
        event.seq,
      );
    }
    if (event.type !== 'prompt-changed') continue;
    note('base', event.basePrompt, event.seq);
    note('workspace', event.workspaceSection, event.seq);
    note('tool-list', JSON.stringify(event.tools.map(({ name, description }) => [name, description])), event.seq);
    for (const tool of event.tools) note(`tool:${tool.name}`, JSON.stringify(tool), event.seq);
  }
  return { of: (id) => since.get(id)?.seq };
}
