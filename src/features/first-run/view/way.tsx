import type { ReactNode } from 'react';

/** One of a few ways on: a large button with a line that says what it means. */
export function Way({
  icon,
  title,
  text,
  onClick,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex w-full items-start gap-3 rounded-panel border border-line bg-surface px-4 py-4 text-left transition-colors duration-fast hover:border-line-strong hover:bg-hover [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-accent"
    >
      {icon}
      <span className="min-w-0">
        <span className="block font-semibold text-md">{title}</span>
        <span className="mt-0.5 block text-pretty text-ink-soft">{text}</span>
      </span>
    </button>
  );
}
