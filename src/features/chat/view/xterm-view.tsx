import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { useEffect, useRef } from 'react';
import { useResolvedTheme } from '../../../renderer/store/index.ts';
import { cn } from '../../../renderer/ui/index.ts';
import { TERMINAL_COLUMNS, TERMINAL_ROWS } from '../../../shared/terminal.ts';
import { shownPrint } from '../../../shared/text/invisible.ts';

const FONT_SIZE = 12;

/** WCAG AA for text: the sixteen colours of a terminal were chosen for black. */
const CONTRAST = 4.5;

/** Tokens are `light-dark(…)`: only the browser knows what they come to. */
function computed(host: HTMLElement, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function themeOf(host: HTMLElement) {
  return {
    background: computed(host, '--color-side'),
    foreground: computed(host, '--color-ink'),
    cursor: computed(host, '--color-side'),
    selectionBackground: computed(host, '--color-selected'),
  };
}

/** A read-only terminal: no typing, no links, and Tab moves on through the page. */
function terminalIn(element: HTMLElement): Terminal {
  const made = new Terminal({
    fontSize: FONT_SIZE,
    minimumContrastRatio: CONTRAST,
    fontFamily: getComputedStyle(element).fontFamily,
    disableStdin: true,
    convertEol: true,
    scrollback: 50_000,
    screenReaderMode: true,
    linkHandler: { activate: () => {} },
  });
  made.open(element);
  made.attachCustomKeyEventHandler((event) => event.key !== 'Tab');
  return made;
}

/** Units parsed at a time: in between the window draws, and takes what is typed and clicked. */
const PIECE = 32 * 1024;
/** Limit of what can be scrolled back; more than the lines kept. */
const MAX_SHOWN = 4 * 1024 * 1024;

/** Pieces of at most `size` UTF-16 units, none of which ends within a character. */
export function* inPieces(text: string, size: number): Generator<string, void, void> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + size);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff && end - 1 > start) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}

/** Script output as a terminal shows it. `sized`: in the columns that the program wrote for, else in what fits. */
export function XtermView({
  data,
  label,
  sized,
}: {
  readonly data: string;
  readonly label: string;
  readonly sized: boolean;
}) {
  const host = useRef<HTMLDivElement>(null);
  const terminal = useRef<Terminal>(null);
  const written = useRef('');
  const theme = useResolvedTheme();

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const made = terminalIn(element);
    const fit = new FitAddon();
    made.loadAddon(fit);
    const resize = () => (sized ? made.resize(TERMINAL_COLUMNS, TERMINAL_ROWS) : fit.fit());
    resize();
    terminal.current = made;
    written.current = '';
    // The box has a fixed height: one that followed the rows would resize forever.
    const watcher = new ResizeObserver(resize);
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.dispose();
      terminal.current = null;
    };
  }, [sized]);

  // Its colours are the screen's, and follow it.
  useEffect(() => {
    if (host.current === null || terminal.current === null) return;
    if (theme === 'light' || theme === 'dark') terminal.current.options.theme = themeOf(host.current);
  }, [theme]);

  useEffect(() => {
    const made = terminal.current;
    if (made === null) return;
    const grown = data.startsWith(written.current);
    if (!grown) made.reset();
    const added = (grown ? data.slice(written.current.length) : data).slice(-MAX_SHOWN);
    for (const piece of inPieces(added, PIECE)) made.write(shownPrint(piece));
    written.current = data;
  }, [data]);

  return (
    <section
      ref={host}
      aria-label={label}
      className={cn(
        'h-64 rounded-control border border-line bg-side p-2 font-mono',
        sized ? 'overflow-auto' : 'overflow-hidden',
      )}
    />
  );
}
