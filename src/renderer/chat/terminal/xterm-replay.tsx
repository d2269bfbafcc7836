import type { Terminal } from '@xterm/xterm';
import { useEffect, useRef } from 'react';
import type { TerminalRecording } from '../../../shared/terminal.ts';
import { shownPrint } from '../../../shared/text/invisible.ts';
import { needsTerminal } from '../../shared/visible-text.ts';
import { printedIn } from './recording-view.ts';
import { FONT_SIZE, terminalIn, useTerminalTheme } from './xterm-view.tsx';

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
