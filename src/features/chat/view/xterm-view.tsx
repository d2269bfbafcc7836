import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { type RefObject, useEffect, useRef } from 'react';
import { needsTerminal } from '../../../renderer/shared/words.tsx';
import { useResolvedTheme } from '../../../renderer/store/index.ts';
import type { TerminalRecording } from '../../../shared/terminal.ts';
import { shownPrint } from '../../../shared/text/invisible.ts';
import { printedIn } from './recording-view.ts';
import { inPieces, type TypedInto, takeInput } from './terminal-question.tsx';

export const FONT_SIZE = 12;

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
export function terminalIn(element: HTMLElement): Terminal {
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

/** Its colours are the screen's, and follow it. */
export function useTerminalTheme(host: RefObject<HTMLElement | null>, terminal: RefObject<Terminal | null>): void {
  const theme = useResolvedTheme();
  useEffect(() => {
    const element = host.current;
    if (element === null || terminal.current === null) return;
    if (theme === 'light' || theme === 'dark') terminal.current.options.theme = themeOf(element);
  }, [theme, host, terminal]);
}

/** Units parsed at a time: in between the window draws, and takes what is typed and clicked. */
const PIECE = 32 * 1024;
/** Limit of what can be scrolled back; more than the lines kept. */
const MAX_SHOWN = 4 * 1024 * 1024;

/** Script output as a terminal shows it; `data` only grows. `into`: sends typed input to the program. */
export function XtermView({
  data,
  label,
  into,
}: {
  readonly data: string;
  readonly label: string;
  readonly into?: TypedInto;
}) {
  const host = useRef<HTMLDivElement>(null);
  const terminal = useRef<Terminal>(null);
  const written = useRef('');

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const made = terminalIn(element);
    const fit = new FitAddon();
    made.loadAddon(fit);
    fit.fit();
    terminal.current = made;
    written.current = '';
    // The box has a fixed height: one that followed the rows would resize forever.
    const watcher = new ResizeObserver(() => fit.fit());
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.dispose();
      terminal.current = null;
    };
  }, []);

  useTerminalTheme(host, terminal);

  useEffect(() => {
    const made = terminal.current;
    if (made === null) return;
    const grown = data.startsWith(written.current);
    if (!grown) made.reset();
    const added = (grown ? data.slice(written.current.length) : data).slice(-MAX_SHOWN);
    for (const piece of inPieces(added, PIECE)) made.write(shownPrint(piece));
    written.current = data;
  }, [data]);

  useEffect(() => {
    const made = terminal.current;
    return made === null || into === undefined ? undefined : takeInput(made, into);
  }, [into]);

  return (
    <section
      ref={host}
      aria-label={label}
      className="h-64 overflow-hidden rounded-control border border-line bg-side p-2 font-mono"
    />
  );
}

/** Pixels; below this, text is unreadable, so the box scrolls sideways instead. */
const SMALLEST_FONT = 9;
/** Pixels, of the box, on both sides. */
const PADDING = 16;
/** Rows that are shown at the least. */
const FEWEST_ROWS = 3;

/**
 * Visible part of a terminal at its own size: plain lines leave out empty rows below and empty columns beside them;
 * output that moves the cursor gets the full size.
 */
function seenOf({ events, columns, rows }: TerminalRecording): { readonly columns: number; readonly rows: number } {
  const printed = printedIn(events);
  if (needsTerminal(printed) || events.some((event) => 'rows' in event)) return { columns, rows };
  const lines = printed.split('\n');
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  return { columns: Math.min(columns, longest), rows: Math.min(rows, Math.max(FEWEST_ROWS, lines.length)) };
}

/** A recorded terminal at its own size, after the first `shown` of its events. */
export function XtermReplay({
  recording,
  shown,
  label,
}: {
  readonly recording: TerminalRecording;
  readonly shown: number;
  readonly label: string;
}) {
  const host = useRef<HTMLDivElement>(null);
  const terminal = useRef<Terminal>(null);
  const written = useRef(0);

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const made = terminalIn(element);
    const seen = seenOf(recording);
    made.resize(recording.columns, seen.rows);
    terminal.current = made;
    written.current = 0;
    const fitWidth = () => {
      const screen = element.querySelector<HTMLElement>('.xterm-screen');
      if (screen === null || screen.offsetWidth === 0) return;
      const { fontSize = FONT_SIZE } = made.options;
      const needed = (screen.offsetWidth * seen.columns) / made.cols;
      const wanted = Math.floor((fontSize * (element.clientWidth - PADDING) * 4) / Math.max(1, needed)) / 4;
      element.style.overflowX = wanted < SMALLEST_FONT ? 'auto' : 'hidden';
      made.options.fontSize = Math.max(SMALLEST_FONT, Math.min(FONT_SIZE, wanted));
    };
    fitWidth();
    const watcher = new ResizeObserver(fitWidth);
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.dispose();
      terminal.current = null;
    };
  }, [recording]);

  useTerminalTheme(host, terminal);

  useEffect(() => {
    const made = terminal.current;
    if (made === null) return;
    if (shown < written.current) {
      made.reset();
      made.resize(recording.columns, seenOf(recording).rows);
      written.current = 0;
    }
    for (const event of recording.events.slice(written.current, shown)) {
      if ('data' in event) made.write(shownPrint(event.data));
      // In order with what is printed.
      else made.write('', () => made.resize(event.columns, event.rows));
    }
    written.current = shown;
  }, [recording, shown]);

  return (
    <section
      ref={host}
      aria-label={label}
      className="max-h-[28rem] overflow-y-auto rounded-control border border-line bg-side p-2 font-mono"
    />
  );
}
