import { type ReactNode, type Ref, useId } from 'react';
import { cn } from '../ui/index.ts';

/** The frame that all cards share: a region named by its heading, with a head and a body. */
export function CardFrame({
  title,
  aside,
  titleRef,
  tone = 'plain',
  className,
  children,
}: {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  /** Takes the focus when a card needs a person: the words first, never a button that does something. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly tone?: 'plain' | 'asking';
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className={cn(
        '@container overflow-hidden rounded-panel border bg-surface',
        tone === 'asking' ? 'border-accent shadow-float' : 'border-line',
        className,
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-line border-b bg-side px-4 py-2.5">
        <h3
          id={heading}
          ref={titleRef}
          tabIndex={titleRef === undefined ? undefined : -1}
          className="min-w-0 font-semibold text-md outline-none"
        >
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
