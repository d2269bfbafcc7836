import { createContext, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { notifyFailure } from '../shared/failures.tsx';
import { useActions, useApp } from '../store/index.ts';
import { createWorkbench, type WorkbenchActions } from './workbench.ts';
import { dirtyOf, localTextKeeper, type Workbench } from './workbench-state.ts';

export type OpenWorkbench = ReturnType<typeof createWorkbench>;

export const WorkbenchContext = createContext<OpenWorkbench | undefined>(undefined);

function useOpen(): OpenWorkbench {
  const workbench = useContext(WorkbenchContext);
  if (workbench === undefined) throw new Error('No workbench above this component.');
  return workbench;
}

export const useBench = <T>(selector: (state: Workbench) => T): T => useStore(useOpen().state, selector);
export const useBenchActions = (): WorkbenchActions => useOpen().actions;

/** One per open skill. Checks again when the window regains focus or the skills were reloaded. */
export function useNewWorkbench(skill: string): OpenWorkbench | undefined {
  const { author: commands } = useActions();
  const skills = useApp((data) => data.skills);
  const connection = useApp((data) => data.connection);
  const asks = useApp((data) => data.info?.host === 'browser');
  const [workbench, setWorkbench] = useState<OpenWorkbench>();

  useEffect(() => {
    const opened = createWorkbench({ skill, commands, keeper: localTextKeeper(localStorage), tell: notifyFailure });
    setWorkbench(opened);
    void opened.actions.refresh();
    return () => opened.actions.dispose();
  }, [skill, commands]);

  useEffect(() => {
    if (workbench === undefined) return;
    const { state, actions } = workbench;
    const onFocus = () => void actions.refresh();
    const onLeave = (event: BeforeUnloadEvent) => {
      actions.keep();
      // Electron shows no prompt: its window would stay open silently.
      if (asks && dirtyOf(state.getState()).length > 0) event.preventDefault();
    };
    window.addEventListener('focus', onFocus);
    window.addEventListener('beforeunload', onLeave);
    return () => {
      window.removeEventListener('focus', onFocus);
      window.removeEventListener('beforeunload', onLeave);
    };
  }, [workbench, asks]);

  useEffect(() => {
    // Checks at each reload of the list.
    if (workbench !== undefined && skills !== undefined && connection === 'open') void workbench.actions.refresh();
  }, [workbench, skills, connection]);

  return workbench;
}
