import { Copy, ImageDown, Share2 } from 'lucide-react';
import type { CalendarEntry, Reminder } from '../../../renderer/cards/card-view.tsx';
import { useT } from '../../../renderer/i18n.ts';
import { saveFile } from '../../../renderer/shared/save-file.ts';
import { Button, Menu, MenuItem, notify } from '../../../renderer/ui/index.ts';

/** Calendar files: a trip's own times, and reminders, which ring in the person's calendar with this program closed. */
type TripReminder = Reminder & Partial<CalendarEntry>;

/**
 * @param description shown in every entry.
 * @param now milliseconds.
 * @param rings each entry has an alarm at its time.
 */
export async function calendarFile(
  entries: readonly TripReminder[],
  description: string,
  now: number,
  rings: boolean,
): Promise<Blob> {
  const { default: ICAL } = await import('ical.js');
  const utc = (at: string | number) => ICAL.Time.fromJSDate(new Date(at), true);
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Skilldeck//Trips//EN');
  for (const { id, label, at, until = at } of entries) {
    const event = new ICAL.Component('vevent');
    event.addPropertyWithValue('uid', `${id.replace(/[^\w:+-]/g, '-')}@skilldeck`);
    event.addPropertyWithValue('dtstamp', utc(now));
    event.addPropertyWithValue('dtstart', utc(at));
    event.addPropertyWithValue('dtend', utc(until));
    event.addPropertyWithValue('summary', label);
    event.addPropertyWithValue('description', description);
    if (rings) {
      const alarm = new ICAL.Component('valarm');
      alarm.addPropertyWithValue('action', 'DISPLAY');
      alarm.addPropertyWithValue('description', label);
      alarm.addPropertyWithValue('trigger', ICAL.Duration.fromSeconds(0));
      event.addSubcomponent(alarm);
    }
    calendar.addSubcomponent(event);
  }
  return new Blob([calendar.toString()], { type: 'text/calendar' });
}

/** The shared picture: the first line large, the others below it. */
const WIDTH = 1080;
const PADDING = 64;
const TITLE = 52;
const LINE = 34;
const GAP = 20;

/** Words for a language with spaces, characters for one without. */
function wrapped(context: CanvasRenderingContext2D, text: string): string[] {
  const pieces = text.match(/\p{Script=Han}|[^\s\p{Script=Han}]+\s*|\s+/gu) ?? [];
  const lines: string[] = [''];
  for (const piece of pieces) {
    const line = `${lines.at(-1) ?? ''}${piece}`;
    if (context.measureText(line).width > WIDTH - 2 * PADDING && lines.at(-1) !== '') lines.push(piece);
    else lines[lines.length - 1] = line;
  }
  return lines;
}

/** A PNG; undefined where the browser draws none. Colours are those of the product in the light. */
async function shareImage(lines: readonly string[], sign: string): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  const font = (size: number, weight: number) => `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  const rows = lines.flatMap((text, index) => {
    const size = index === 0 ? TITLE : LINE;
    context.font = font(size, index === 0 ? 600 : 400);
    return wrapped(context, text).map((row) => ({ row, size, weight: index === 0 ? 600 : 400 }));
  });
  canvas.width = WIDTH;
  canvas.height = 2 * PADDING + rows.reduce((sum, { size }) => sum + size + GAP, 0) + LINE + GAP;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#0f6b63';
  context.fillRect(0, 0, 16, canvas.height);
  context.textBaseline = 'top';
  let top = PADDING;
  for (const { row, size, weight } of rows) {
    context.font = font(size, weight);
    context.fillStyle = '#1c1b19';
    context.fillText(row, PADDING, top);
    top += size + GAP;
  }
  context.font = font(24, 400);
  context.fillStyle = '#6b675f';
  context.fillText(sign, PADDING, top + GAP);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}

/** Text or picture of a record for somebody else. The system's own sheet takes the picture where there is one. */
export function ShareMenu({ name, lines }: { readonly name: string; readonly lines: readonly string[] }) {
  const t = useT();
  const copyText = async () => {
    await navigator.clipboard.writeText(lines.join('\n')).then(
      () => notify.done(t('bookings.shareCopied')),
      () => notify.error(t('common.copyFailed')),
    );
  };
  const shareAsImage = async () => {
    const image = await shareImage(lines, t('app.name'));
    if (image === undefined) return;
    const file = new File([image], `${name}.png`, { type: 'image/png' });
    const sheet = { files: [file], title: lines[0] ?? name };
    if (navigator.canShare?.(sheet) !== true) {
      saveFile(file.name, image);
      return;
    }
    // The person may close the sheet: nothing is wrong then.
    await navigator.share(sheet).catch(() => undefined);
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm">
          <Share2 aria-hidden className="size-3.5" />
          {t('bookings.share')}
        </Button>
      }
    >
      <MenuItem label={t('bookings.shareText')} icon={<Copy aria-hidden />} onSelect={() => void copyText()} />
      <MenuItem
        label={t('bookings.shareImage')}
        icon={<ImageDown aria-hidden />}
        onSelect={() => void shareAsImage()}
      />
    </Menu>
  );
}
