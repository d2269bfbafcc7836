import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../../renderer/i18n/index.ts';

const STEPS = ['language', 'role', 'model', 'ready'] as const;
export type Step = (typeof STEPS)[number];

/** One step: what it is about, what can be done, and the way on and back. */
export function StepFrame({
  step,
  title,
  text,
  children,
  actions,
}: {
  readonly step: Step;
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const at = STEPS.indexOf(step);
  return (
    <section aria-labelledby="first-run-title" className="flex w-full max-w-[34rem] flex-col gap-6">
      <div className="flex items-center gap-3">
        <ol aria-hidden className="flex gap-1.5">
          {STEPS.map((each, index) => (
            <li key={each} className={`h-1 w-8 rounded-full ${index <= at ? 'bg-accent' : 'bg-line-strong'}`} />
          ))}
        </ol>
        <p className="text-ink-soft text-sm tabular-nums">{t('firstRun.step', { at: at + 1, of: STEPS.length })}</p>
      </div>
      <div>
        <h1 id="first-run-title" ref={heading} tabIndex={-1} className="font-semibold text-xl outline-none">
          {title}
        </h1>
        {text === undefined ? null : <p className="mt-2 text-pretty text-ink-soft text-md">{text}</p>}
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </section>
  );
}
