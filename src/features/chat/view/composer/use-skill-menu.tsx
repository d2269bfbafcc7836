import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { later } from '../../../../renderer/ui/index.ts';
import type { MenuKeys } from './skill-menu.tsx';

const SkillMenu = later(async () => (await import('./skill-menu.tsx')).SkillMenu);

/** The menu of skills while the message is a slash and the beginning of a name. */
export function useSkillMenu(
  draft: string,
  setDraft: (text: string) => void,
  field: RefObject<HTMLTextAreaElement | null>,
): { readonly menu: ReactNode; readonly takes: MenuKeys } {
  const keys = useRef<MenuKeys>(null);
  const [closed, setClosed] = useState<string>();
  const isOpen = /^\/\S*$/.test(draft) && draft !== closed;
  return {
    menu: isOpen ? (
      <SkillMenu
        key={draft}
        typed={draft.slice(1)}
        field={field}
        keys={keys}
        onPick={setDraft}
        onClose={() => setClosed(draft)}
      />
    ) : null,
    takes: (event) => {
      if (!isOpen || keys.current?.(event) !== true) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
