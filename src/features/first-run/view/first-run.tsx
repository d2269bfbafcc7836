import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '../../../renderer/i18n.ts';
import { useActions, useApp, useSettings } from '../../../renderer/store/index.ts';
import { later } from '../../../renderer/ui/index.ts';

/** True if the app is unused and the welcome was not completed; undefined until known. */
const useIsFirstRun = (): boolean | undefined =>
  useApp(({ settings, sessions, selected }) =>
    settings === undefined || sessions === undefined
      ? undefined
      : !settings.welcomed && settings.demo && sessions.length === 0 && selected === undefined,
  );

const FirstSteps = later(async () => (await import('./first-steps.tsx')).FirstSteps, <AppName />);

/** First paint of the first steps, which come after it. */
function AppName() {
  const t = useT();
  return (
    <main aria-busy className="h-full bg-canvas px-6 py-4">
      <p className="py-1 font-semibold text-md">{t('app.name')}</p>
    </main>
  );
}

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

/** `likely`: the host says so, before the core can be asked. */
type Stage = 'unknown' | 'likely' | 'steps' | 'done';

/** Shows the first steps instead of the app. Decided once at the start, regardless of later changes. */
export function FirstRunGate({ children }: { readonly children: ReactNode }) {
  const isFirst = useIsFirstRun();
  useFirstView(isFirst);
  const [stage, setStage] = useState<Stage>('unused' in document.documentElement.dataset ? 'likely' : 'unknown');
  useEffect(() => {
    if (isFirst === undefined) return;
    const decide = (to: 'steps' | 'done') => setStage((now) => (now === 'unknown' || now === 'likely' ? to : now));
    // The app stays until the steps are there: nothing blank in between.
    if (isFirst) void FirstSteps.fetch().then(() => decide('steps'));
    else decide('done');
  }, [isFirst]);
  return stage === 'steps' || stage === 'likely' ? <FirstSteps onDone={() => setStage('done')} /> : children;
}
