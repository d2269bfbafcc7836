import { type ReactNode, useEffect, useState } from 'react';
import { useActions, useApp, useSettings } from '../store/index.ts';
import { later } from '../ui/index.ts';

/** True if the app is unused and the welcome was not completed; undefined until known. */
const useIsFirstRun = (): boolean | undefined =>
  useApp(({ settings, sessions, selected }) =>
    settings === undefined || sessions === undefined
      ? undefined
      : !settings.welcomed && settings.demo && sessions.length === 0 && selected === undefined,
  );

const FirstSteps = later(async () => (await import('./first-steps.tsx')).FirstSteps);

/** For an app that starts without the first steps: what was in use before there was a choice keeps the full view. */
function useFirstView(isFirst: boolean | undefined): void {
  const { setSettings } = useActions();
  const { view, welcomed } = useSettings();
  const isUsed = useApp(({ sessions = [], selected }) => sessions.length > 0 || selected !== undefined);
  const undecided = isFirst === false && view === undefined && !welcomed;
  useEffect(() => {
    if (undecided) void setSettings({ view: isUsed ? 'full' : 'simple' });
  }, [undecided, isUsed, setSettings]);
}

/** Shows the first steps instead of the app. Decided once at the start, regardless of later changes. */
export function FirstRunGate({ children }: { readonly children: ReactNode }) {
  const isFirst = useIsFirstRun();
  useFirstView(isFirst);
  const [stage, setStage] = useState<'unknown' | 'steps' | 'done'>('unknown');
  useEffect(() => {
    if (isFirst !== undefined) setStage((now) => (now === 'unknown' ? (isFirst ? 'steps' : 'done') : now));
  }, [isFirst]);
  return stage === 'steps' ? <FirstSteps onDone={() => setStage('done')} /> : children;
}
