import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { cn } from './cn.ts';
import { useCountAsDialog } from './open-dialogs.ts';
import { useUiWords } from './words.tsx';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg' | 'xl';
  readonly footer?: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Element that gets the focus on close; `null`: the one that had it before. */
  readonly finalFocus?: () => HTMLElement | null;
  /** Omits the body's padding, for content that has its own. */
  readonly flush?: boolean;
  /** Nothing in it can be pressed: the body itself takes the keys that scroll. */
  readonly reading?: boolean;
  /** More comes into it while one presses something: its top stays where it is, and it grows downward. */
  readonly growing?: boolean;
  readonly children: ReactNode;
}

const SIZES = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-2xl', xl: 'max-w-4xl' } as const;

export const BACKDROP =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-slow data-ending-style:opacity-0 data-starting-style:opacity-0';
export const POPUP =
  'relative flex max-h-[min(46rem,calc(100dvh-4rem))] w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-panel border border-line bg-raised text-ink shadow-dialog outline-none transition-[opacity,scale] duration-slow data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0';
export const CLOSE =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-hover hover:text-ink';
export const CENTER = 'fixed inset-0 z-40 flex items-center justify-center p-4';

/** A modal with a title, a scrolling body and, where given, a footer of buttons. Escape and the backdrop close it. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  size = 'md',
  footer,
  initialFocus,
  finalFocus,
  flush = false,
  reading = false,
  growing = false,
  children,
}: DialogProps) {
  const words = useUiWords();
  useCountAsDialog(open);
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Viewport className={cn(CENTER, growing && 'items-start pt-[8dvh]')}>
          <Base.Popup
            className={cn(POPUP, SIZES[size])}
            {...(initialFocus === undefined ? {} : { initialFocus })}
            {...(finalFocus === undefined ? {} : { finalFocus: () => finalFocus() ?? true })}
          >
            <header className="px-5 pt-4 pr-14 pb-3">
              <div>
                <Base.Title className="font-semibold text-lg">{title}</Base.Title>
                {description === undefined ? null : (
                  <Base.Description className="mt-0.5 text-base text-ink-soft">{description}</Base.Description>
                )}
              </div>
            </header>
            <div
              className={cn(
                'min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]',
                flush ? '' : 'px-5 pb-5',
                reading && 'pt-2',
              )}
              {...(reading ? { tabIndex: 0 } : {})}
            >
              {children}
            </div>
            {footer === undefined ? null : (
              <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-3">
                {footer}
              </footer>
            )}
            {/* Last in the order of the Tab key, so that a dialog opens on its content. */}
            <Base.Close aria-label={words.close} className={cn(CLOSE, 'absolute top-3 right-3')}>
              <X className="size-4" aria-hidden />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
