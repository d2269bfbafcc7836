import { X } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import type { InterruptedWork, TrustView } from '../../features-view.ts';
import { useT, useText } from '../i18n.ts';
import { unlessGone } from '../shared/failures.tsx';
import { useActions, useApp } from '../store/index.ts';
import { Banner, Button, IconButton } from '../ui/index.ts';

/** A banner over the whole width. */
export function WideBanner({
  dismiss,
  onDismiss,
  ...props
}: Omit<ComponentProps<typeof Banner>, 'action' | 'className'> & {
  /** Name of the button that takes it away. */
  readonly dismiss?: string;
  readonly onDismiss?: () => void;
}) {
  const t = useT();
  const action =
    onDismiss === undefined ? null : <IconButton label={dismiss ?? t('common.dismiss')} onClick={onDismiss} icon={X} />;
  return <Banner {...props} className="rounded-none border-line border-b" action={action} />;
}

/** Above this many, only the number is shown. */
const MOST_SHOWN = 3;

/** Errors in the settings files until fixed: the core reads them again at every change. */
export function ConfigBanner() {
  const t = useT();
  const faults = useApp((data) => data.environments?.diagnostics);
  const more = (faults?.length ?? 0) - MOST_SHOWN;
  return (
    <div role="status">
      {faults === undefined || faults.length === 0 ? null : (
        <WideBanner tone="warning" title={t('app.config.title')}>
          <ul className="font-mono text-sm" lang="en">
            {faults.slice(0, MOST_SHOWN).map(({ file, line = 1, column = 1, message }) => (
              <li key={`${file}:${line}:${column}:${message}`} className="[overflow-wrap:anywhere]">
                {`${file}:${line}:${column}: ${message}`}
              </li>
            ))}
          </ul>
          {more > 0 ? <p className="text-sm">{t('app.config.more', { count: more })}</p> : null}
          <p className="text-ink-soft text-sm">{t('app.config.help')}</p>
        </WideBanner>
      )}
    </div>
  );
}

/** Milliseconds: a break that recovers at once is not shown. */
const PATIENCE_MS = 900;

export function ConnectionBanner() {
  const t = useT();
  const lost = useApp((data) => data.connection === 'lost');
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!lost) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [lost]);
  return <div role="status">{shown ? <WideBanner tone="warning">{t('app.connection.lost')}</WideBanner> : null}</div>;
}

/** The desktop app, or its page, ended unexpectedly: said once, with a way to its report. */
export function CrashBanner() {
  const t = useT();
  const { openDialog, crashesSeen } = useActions();
  const crashes = useApp((data) => data.info?.crashes ?? 0);
  if (crashes === 0) return null;
  return (
    <WideBanner onDismiss={() => void crashesSeen()}>
      <p>{t('app.crashes.banner')}</p>
      <Button
        size="sm"
        className="mt-1"
        onClick={() => {
          void crashesSeen();
          openDialog({ name: 'crashes' });
        }}
      >
        {t('app.crashes.title')}
      </Button>
    </WideBanner>
  );
}

/** Sessions cut off by a crash before this start, with links to them; shown once. */
export function InterruptedBanner() {
  const t = useT();
  const { select } = useActions();
  const interrupted = useApp((data) => data.info?.interrupted);
  const [dismissed, setDismissed] = useState(false);
  if (dismissed || interrupted === undefined || interrupted.length === 0) return null;
  const more = interrupted.length - MOST_SHOWN;
  return (
    <WideBanner onDismiss={() => setDismissed(true)}>
      <p>{t('app.interrupted.title', { count: interrupted.length })}</p>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        {interrupted.slice(0, MOST_SHOWN).map(({ sessionId, title }) => (
          <Button
            key={sessionId}
            size="sm"
            className="max-w-72"
            onClick={() => {
              setDismissed(interrupted.length === 1);
              select(sessionId);
            }}
          >
            <span className="truncate">{title === '' ? t('common.untitled') : title}</span>
          </Button>
        ))}
        {more > 0 ? <span className="text-ink-soft text-sm">{t('app.interrupted.more', { count: more })}</span> : null}
      </div>
    </WideBanner>
  );
}

/**
 * Asks whether the skills of the current folder may be used, and shows which there are: once for the folder, then for
 * skills that came or changed.
 */
export function TrustBanner() {
  const t = useT();
  const { readTrust, setTrust } = useActions();
  const [view, setView] = useState<TrustView>();
  const [isPutOff, setPutOff] = useState(false);
  /** Changes with every look at the skills. */
  const skills = useApp((app) => app.skills);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a look at the skills may have found another one.
  useEffect(() => void readTrust().then(setView), [readTrust, skills]);
  if (view === undefined || isPutOff || (!view.trusted && view.decided)) return null;
  const asked = view.skills.filter(({ heldBack }) => heldBack !== undefined);
  if (asked.length === 0) return null;
  const decide = async (trusted: boolean) => {
    const shown = asked.flatMap(({ digest }) => digest ?? []);
    const next = await setTrust(trusted, trusted ? { shown } : {});
    if (next !== undefined) setView(next);
  };
  const figures = { folder: view.folder, count: asked.length };
  return (
    <WideBanner tone="warning">
      <p className="[overflow-wrap:anywhere]">
        {view.trusted ? t('app.trust.changed', figures) : t('app.trust.title', figures)}
      </p>
      <ul className="mt-1 max-h-40 overflow-y-auto text-sm">
        {asked.map(({ id, description, path, heldBack = 'untrusted', replaces }) => (
          <li key={path} title={path} className="line-clamp-2 [overflow-wrap:anywhere]">
            <span className="font-medium">{id}</span>{' '}
            {heldBack !== 'untrusted' && <span>({t(`app.trust.reason.${heldBack}`)}) </span>}
            {replaces === true && <span>({t('app.trust.replaces')}) </span>}
            <span className="text-ink-soft">{description}</span>
          </li>
        ))}
      </ul>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void decide(true)}>
          {t(view.trusted ? 'app.trust.yesChanged' : 'app.trust.yes')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => (view.trusted ? setPutOff(true) : void decide(false))}>
          {t(view.trusted ? 'app.trust.notNow' : 'app.trust.no')}
        </Button>
      </div>
    </WideBanner>
  );
}

/** Evals and improvements that the end of the app or a crash cut off: one press continues each. */
export function WorkBanner() {
  const { evals } = useActions();
  const [works, setWorks] = useState<readonly InterruptedWork[]>([]);
  useEffect(() => unlessGone(evals.interrupted(), setWorks), [evals]);
  return works.map((work) => (
    <WorkLine
      key={work.skill}
      work={work}
      onDone={() => setWorks((all) => all.filter(({ skill }) => skill !== work.skill))}
    />
  ));
}

function WorkLine({ work, onDone }: { readonly work: InterruptedWork; readonly onDone: () => void }) {
  const { t, format } = useText();
  const { evals, openAuthor } = useActions();
  const { skill, done, of } = work;
  const goOn = (): void => {
    onDone();
    openAuthor(skill);
    if (work.eval !== undefined) void evals.run({ ...work.eval, resume: true });
    if (work.improve !== undefined) void evals.improve({ ...work.improve, resume: true });
  };
  return (
    <WideBanner
      live
      dismiss={t('evals.interrupted.dismiss')}
      onDismiss={() => {
        onDone();
        void evals.putAside(skill);
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <p>
          {t(work.improve === undefined ? 'evals.interrupted.eval' : 'evals.interrupted.improve', {
            skill,
            n: format.number(done),
            of: format.number(of),
          })}
        </p>
        <Button size="sm" onClick={goOn}>
          {t('common.continue')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => openAuthor(skill)}>
          {t('evals.interrupted.show')}
        </Button>
      </div>
    </WideBanner>
  );
}

/** Banners above everything: problems, and decisions that are due. */
export function Banners() {
  return (
    <>
      <ConnectionBanner />
      <ConfigBanner />
      <CrashBanner />
      <InterruptedBanner />
      <WorkBanner />
      <TrustBanner />
    </>
  );
}
