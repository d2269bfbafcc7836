import { Blocks, PencilLine } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import { useActions, useApp, usePast, useSessionState } from '../../store/index.ts';
import type { PaletteCommand } from './palette-command.ts';

/** Loading or unloading each skill, and opening its files. */
export function useSkillCommands(): readonly PaletteCommand[] {
  const t = useT();
  const { openAuthor, loadSkill, unloadSkill } = useActions();
  const past = usePast();
  const skillsView = useApp((data) => data.skills);
  const loaded = useSessionState((state) => state.loadedSkills);
  return (skillsView?.skills ?? []).flatMap(({ id, source }): PaletteCommand[] => {
    const isLoaded = loaded.some((skill) => skill.id === id);
    const load: PaletteCommand = {
      id: `skill ${id}`,
      label: t(isLoaded ? 'app.palette.unload' : 'app.palette.load', { skill: id }),
      icon: <Blocks aria-hidden />,
      run: () => void (isLoaded ? unloadSkill(id) : loadSkill(id)),
    };
    const edit: PaletteCommand = {
      id: `author ${id}`,
      label: t(source === 'bundled' ? 'author.openSkill' : 'author.editSkill', { skill: id }),
      icon: <PencilLine aria-hidden />,
      run: () => openAuthor(id),
    };
    return past ? [edit] : [load, edit];
  });
}
