import ICAL from 'ical.js';
import { useEffect, useMemo, useState } from 'react';
import type { Components } from 'streamdown';
import { type Format, useT, useText } from '../../../renderer/i18n.ts';
import { MARKDOWN_COMPONENTS, SafeMarkdown } from '../../../renderer/shared/markdown.tsx';
import { VisibleText } from '../../../renderer/shared/words.tsx';
import { shownName } from './table-view.tsx';

/** Rendered like a chat answer, but links show their target and cannot be followed here. */
const COMPONENTS = {
  ...MARKDOWN_COMPONENTS,
  a: ({ href, children }) => (
    <span>
      {children}
      {href === undefined || String(children) === href ? null : (
        <span className="text-ink-soft text-sm"> ({href})</span>
      )}
    </span>
  ),
  img: ({ alt }) => <span className="text-ink-soft">[{alt}]</span>,
  pre: ({ children }) => (
    <pre className="my-3 overflow-x-auto rounded-panel border border-line bg-side px-3.5 py-3 font-mono text-sm">
      {children}
    </pre>
  ),
} satisfies Components;

export function MarkdownView({ text, truncated }: { readonly text: string; readonly truncated: boolean }) {
  const t = useT();
  return (
    <div className="px-5 pb-4">
      <SafeMarkdown text={text} streaming={false} components={COMPONENTS} />
      {truncated ? <p className="pt-3 text-ink-soft text-sm">{t('files.preview.cut')}</p> : null}
    </div>
  );
}

/** UTF-16 units that are drawn: more than anybody reads here, and what a window draws at once. */
const MOST_DRAWN = 200_000;

/** Text in full, with what cannot be seen named. */
export function TextView({ text, truncated }: { readonly text: string; readonly truncated: boolean }) {
  const t = useT();
  const shown = useMemo(() => text.slice(0, MOST_DRAWN).replaceAll('\r\n', '\n'), [text]);
  if (text === '') return <p className="p-5 text-ink-soft text-sm">{t('files.preview.empty')}</p>;
  return (
    <>
      <pre className="whitespace-pre-wrap px-5 py-3 font-mono text-sm leading-relaxed [overflow-wrap:anywhere]">
        <VisibleText text={shown} />
      </pre>
      {truncated || text.length > MOST_DRAWN ? (
        <p className="px-5 pb-4 text-ink-soft text-sm">{t('files.preview.cut')}</p>
      ) : null}
    </>
  );
}

/** From memory only: no request is made, and an SVG shown as a picture runs no script. */
export function ImageView({
  name,
  mime,
  base64,
}: {
  readonly name: string;
  readonly mime: string;
  readonly base64: string;
}) {
  const { t, format } = useText();
  const [url, setUrl] = useState<string>();
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: mime }));
    setUrl(made);
    setBroken(false);
    return () => URL.revokeObjectURL(made);
  }, [mime, base64]);
  if (broken) return <p className="p-5 text-ink-soft text-sm">{t('files.preview.brokenImage')}</p>;
  return (
    <figure className="flex flex-col items-center gap-2 px-5 pb-4">
      {url === undefined ? null : (
        <img
          src={url}
          alt={name}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
          onError={() => setBroken(true)}
          className="max-h-[32rem] max-w-full rounded-panel border border-line bg-sunken object-contain"
        />
      )}
      {size === undefined || size.width === 0 ? null : (
        <figcaption className="text-ink-soft text-sm tabular-nums">
          {t('files.preview.imageSize', { width: format.number(size.width), height: format.number(size.height) })}
        </figcaption>
      )}
    </figure>
  );
}

const MOST_EVENTS = 200;

export interface CalendarEvent {
  readonly title: string;
  readonly place: string;
  readonly text: string;
  readonly from: string;
  readonly to: string | undefined;
}

/** In the zone that the file names; a time in UTC or without a zone in this computer's. */
function clockOf(time: unknown, zone: string | undefined, { date, dateTime }: Format): string | undefined {
  if (!(time instanceof ICAL.Time)) return undefined;
  if (time.isDate) return date(time.toJSDate());
  return zone === undefined ? dateTime(time.toJSDate()) : `${time}`.slice(0, 16).replace('T', ' ').concat(' ', zone);
}

/** Its end or duration. Of whole days the last: a file gives the one after it. */
function endOf(event: ICAL.Component): ICAL.Time {
  const { startDate, endDate } = new ICAL.Event(event);
  if (!endDate.isDate) return endDate;
  const last = endDate.clone();
  last.adjust(-1, 0, 0, 0);
  return last.compare(startDate) < 0 ? startDate : last;
}

/** An .ics file's events, in its order. Undefined if the text is not a calendar. */
export function readCalendar(text: string, format: Format): readonly CalendarEvent[] | undefined {
  try {
    const calendar = new ICAL.Component(ICAL.parse(text));
    if (calendar.name !== 'vcalendar') return undefined;
    return calendar
      .getAllSubcomponents('vevent')
      .slice(0, MOST_EVENTS)
      .map((event) => {
        const said = (name: string): string => String(event.getFirstPropertyValue(name) ?? '');
        const start = event.getFirstProperty('dtstart');
        const end = event.getFirstProperty('dtend') ?? start;
        const from = clockOf(start?.getFirstValue(), start?.getFirstParameter('tzid'), format) ?? '';
        const until = start === null ? undefined : clockOf(endOf(event), end?.getFirstParameter('tzid'), format);
        const to = until === from ? undefined : until;
        return { title: said('summary'), place: said('location'), text: said('description'), from, to };
      });
  } catch {
    return undefined;
  }
}

/** Its events as cards. */
export function CalendarView({ text, truncated }: { readonly text: string; readonly truncated: boolean }) {
  const { t, format } = useText();
  const events = useMemo(() => readCalendar(text, format), [text, format]);
  if (events === undefined || events.length === 0) return <TextView text={text} truncated={truncated} />;
  return (
    <ul className="flex flex-col gap-2 px-5 pb-4">
      {events.map(({ title, place, text: words, from, to }) => (
        <li key={`${from} ${title} ${words}`} className="rounded-panel border border-line bg-surface px-4 py-3">
          <p className="font-medium text-md">{shownName(title)}</p>
          <p className="text-base tabular-nums">{to === undefined ? from : t('files.preview.until', { from, to })}</p>
          {place === '' ? null : <p className="text-base text-ink-soft">{shownName(place)}</p>}
          {words === '' ? null : <p className="mt-1 line-clamp-6 whitespace-pre-line text-ink-soft text-sm">{words}</p>}
        </li>
      ))}
    </ul>
  );
}
