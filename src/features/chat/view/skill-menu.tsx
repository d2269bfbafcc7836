import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react';
import { useT } from '../../../renderer/i18n.ts';
import { useActions, useApp } from '../../../renderer/store/index.ts';
import { cn } from '../../../renderer/ui/index.ts';
import type { SkillView } from '../../../shared/contract.ts';
import { isOffered } from '../../../shared/skills/skill-list.ts';
import { shownText } from '../../../shared/text/invisible.ts';
import { isComposing } from './use-autosize.ts';

/** Entries shown at a time. */
const MOST = 8;

/** A skill, or a prompt of an MCP server. */
type Entry = Pick<SkillView, 'id' | 'name' | 'description'> & { readonly wants?: readonly string[] };

/** Handles a key of the message box. True: it was for the menu. */
export type MenuKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;

/**
 * Skills and prompts whose name begins with, or has, what follows the slash, or resources of MCP servers after an `@`: Enter
 * or Tab writes the name, Esc closes.
 */
export function SkillMenu({
  sign,
  typed,
  field,
  keys,
  onPick,
  onClose,
}: {
  readonly sign: '/' | '@';
  /** After the sign. */
  readonly typed: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly keys: RefObject<MenuKeys | null>;
  readonly onPick: (text: string) => void;
  readonly onClose: () => void;
}) {
  const t = useT();
  const id = useId();
  const { refreshSkills } = useActions();
  const skills = useApp((data) => data.skills?.skills);
  const others = useOfServers(sign === '/' ? 'prompts' : 'resources');
  const [at, setAt] = useState(0);
  const isCalled = (skill: SkillView) => sign === '/' && isOffered(skill) && skill.use?.enabled !== false;
  const found = matching([...(skills?.filter(isCalled) ?? []), ...others], typed);
  const active = found[Math.min(at, found.length - 1)];
  const option = (skill: Entry) => `${id}${skill.id}`;

  useEffect(() => {
    if (skills === undefined) void refreshSkills();
  }, [skills, refreshSkills]);
  // With the menu itself: a screen reader that looks at once finds which name is chosen.
  useLayoutEffect(() => {
    const box = field.current;
    if (box === null || active === undefined) return;
    box.setAttribute('aria-autocomplete', 'list');
    box.setAttribute('aria-controls', id);
    box.setAttribute('aria-activedescendant', `${id}${active.id}`);
    document.getElementById(`${id}${active.id}`)?.scrollIntoView({ block: 'nearest' });
    return () => {
      for (const name of ['autocomplete', 'controls', 'activedescendant']) box.removeAttribute(`aria-${name}`);
    };
  }, [field, id, active]);

  const pick = ({ id: name, wants = [] }: Entry) => {
    onPick(`${sign}${name} ${wants.map((one) => `${one}="" `).join('')}`);
    field.current?.focus();
  };
  useImperativeHandle(keys, () => (event) => {
    if (active === undefined || isComposing(event)) return false;
    const index = found.indexOf(active);
    if (event.key === 'ArrowDown') setAt((index + 1) % found.length);
    else if (event.key === 'ArrowUp') setAt((index + found.length - 1) % found.length);
    else if (event.key === 'Escape') onClose();
    // A name that is written out is sent.
    else if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey && active.id !== typed)) pick(active);
    else return false;
    return true;
  });

  if (found.length === 0) return null;
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={t(sign === '/' ? 'skills.call.label' : 'chat.composer.resources')}
      className="absolute inset-x-0 bottom-full z-20 mb-1 max-h-72 overflow-y-auto rounded-panel border border-line bg-raised p-1 shadow-float"
    >
      {found.map((skill) => (
        <div
          key={skill.id}
          id={option(skill)}
          role="option"
          tabIndex={-1}
          aria-selected={skill === active}
          className={cn('flex gap-3 rounded-control px-2 py-1 text-sm', skill === active && 'bg-hover')}
          onMouseDown={(event) => {
            event.preventDefault();
            pick(skill);
          }}
        >
          <span className="max-w-[60%] shrink-0 truncate font-medium">{`${sign}${shownText(skill.id)}`}</span>
          <span className="min-w-0 truncate text-ink-soft">{shownText(skill.description)}</span>
        </div>
      ))}
    </div>
  );
}

/** Last that were seen: the menu is made again at each key. */
const seen: Record<'prompts' | 'resources', readonly Entry[]> = { prompts: [], resources: [] };

/** Those of the MCP servers that are on, as they are now. */
function useOfServers(kind: keyof typeof seen): readonly Entry[] {
  const { mcp } = useActions();
  const [entries, setEntries] = useState(seen[kind]);
  useEffect(() => {
    const closed = new AbortController();
    void mcp[kind](closed.signal).then((found) => {
      if (closed.signal.aborted) return;
      seen[kind] = found;
      setEntries(found);
    });
    return () => closed.abort();
  }, [mcp, kind]);
  return entries;
}

/** Names that begin so come first. */
function matching(offered: readonly Entry[], typed: string): readonly Entry[] {
  const words = typed.toLowerCase();
  const begins = offered.filter(({ id }) => id.toLowerCase().startsWith(words));
  const has = offered.filter(
    (skill) => !begins.includes(skill) && `${skill.id} ${skill.name}`.toLowerCase().includes(words),
  );
  return [...begins, ...has].slice(0, MOST);
}
