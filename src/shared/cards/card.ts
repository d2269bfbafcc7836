/**
 * Structured results that the screen shows as cards. A script writes `card.json` into `$RUN_DIR`; it arrives as
 * `data` of `tool-finished`, or as `preview` of an approval.
 */
import { z } from 'zod';

// The card that any skill can write without code in the app: a title, facts as rows, items to choose from, a price.

/** One text for all languages, or one for each, by language code (`{"en": …, "zh": …}`). */
export const textSchema = z.union([z.string(), z.record(z.string(), z.string())]);
export type CardText = z.infer<typeof textSchema>;

/** Largest amount, positive or negative: above any purchase, and with few enough digits to read. */
const AMOUNT_LIMIT = 1e9;

/** `currency` has the shape of an ISO 4217 code. An amount below zero is paid back. */
export const moneySchema = z.object({
  amount: z.number().gt(-AMOUNT_LIMIT).lt(AMOUNT_LIMIT),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
type Money = z.infer<typeof moneySchema>;

/** `2027-03-12`, or with the local time and offset `2027-03-12T08:30:00+08:00`; shown as the clock there shows it. */
const dateSchema = z.object({ date: z.string() });

export const valueSchema = z.union([z.number(), moneySchema, dateSchema, textSchema]);
export type CardValue = z.infer<typeof valueSchema>;

const factSchema = z.object({ label: textSchema.optional(), value: valueSchema });
export type CardFact = z.infer<typeof factSchema>;

const CARD_TONES = ['neutral', 'success', 'warning', 'danger'] as const;
const statusSchema = z.object({ text: textSchema, tone: z.enum(CARD_TONES).default('neutral') });
export type CardStatus = z.infer<typeof statusSchema>;

/** A button that sends `say` as the person's message. */
const actionSchema = z.object({ label: textSchema, say: textSchema });
export type CardAction = z.infer<typeof actionSchema>;

const itemSchema = z.object({
  /** Key of the record that this item shows, if any. */
  key: z.string().optional(),
  title: textSchema,
  subtitle: textSchema.optional(),
  status: statusSchema.optional(),
  price: moneySchema.optional(),
  facts: z.array(factSchema).default([]),
  actions: z.array(actionSchema).default([]),
});
export type CardItem = z.infer<typeof itemSchema>;

export const plainCardSchema = itemSchema.extend({
  kind: z.string(),
  version: z.int(),
  items: z.array(itemSchema).default([]),
  /** Conditions and remarks, one line each. */
  notes: z.array(textSchema).default([]),
  files: z.array(z.object({ name: z.string(), mime: z.string() })).default([]),
  /** When what a record is about begins and ends, ISO-8601: `upcoming` until its end. */
  period: z.object({ from: z.string(), to: z.string().optional() }).optional(),
  /** Cancelled or done, whatever the date. */
  over: z.boolean().optional(),
  /** Names a conversation that has no title yet. */
  conversation: textSchema.optional(),
  /** Quotes only: labels of the two buttons. */
  ask: z.object({ confirm: textSchema, decline: textSchema, danger: z.boolean().optional() }).optional(),
});
export type PlainCard = z.infer<typeof plainCardSchema>;

/** Value of a watch, as a run of its script reports it. */
export const watchReadingSchema = z.object({
  value: z.number().optional(),
  currency: moneySchema.shape.currency.optional(),
  /** In place of the value, or beside it. */
  text: textSchema.optional(),
});
export type WatchReading = Readonly<z.infer<typeof watchReadingSchema>>;

const MINUTES = { m: 1, h: 60, d: 1_440 } as const;
const minutesIn = (text: string): number => Number.parseInt(text, 10) * MINUTES[text.at(-1) as keyof typeof MINUTES];
/** A day counts to its end. */
const endOf = (text: string): number => Date.parse(text.length === 10 ? `${text}T23:59:59Z` : text);

/** `watch` of a card: a script that runs again and again once the person wants that, to tell them of a change. */
export const cardWatchSchema = watchReadingSchema.extend({
  /** Minutes, or a text such as `30m`, `6h` or `1d`. */
  every: z.union([
    z.number().positive(),
    z
      .string()
      .regex(/^\d{1,5}[mhd]$/)
      .transform(minutesIn),
  ]),
  /** A day, or a time with its offset: ISO 8601. Read as milliseconds since 1970. */
  until: z.string().transform(endOf).refine(Number.isFinite),
  /** Script in the skill's folder with its arguments: words, or one simple command. */
  command: z.union([z.string(), z.array(z.string())]),
  /** Subject, such as the route. Default: the card's title. */
  title: textSchema.optional(),
  /** The button. */
  label: textSchema.optional(),
  /** Only a value below this one is reported. */
  below: z.number().optional(),
  /** Message by which the person takes up a change. */
  say: textSchema.optional(),
});
export type CardWatch = z.infer<typeof cardWatchSchema>;

export const textIn = (text: CardText, language: string): string =>
  typeof text === 'string' ? text : (text[language] ?? text.en ?? Object.values(text)[0] ?? '');

/** Shows what has no known shape: its kind and its plain fields. */
export function factsOfUnknown(data: { readonly kind: string; readonly version: number }): PlainCard {
  const facts = Object.entries(data).flatMap(([label, value]): CardFact[] =>
    label !== 'kind' && label !== 'version' && (typeof value === 'string' || typeof value === 'number')
      ? [{ label, value }]
      : [],
  );
  const { kind, version } = data;
  return { kind, version, title: kind, facts, actions: [], items: [], notes: [], files: [] };
}

/** Local date and time as written: the offset is the place's own. */
export const dateText = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** Tells apart what a value is; a text comes as `text`. */
export function valueKind(
  value: CardValue,
): { readonly number: number } | { readonly money: Money } | { readonly date: string } | { readonly text: CardText } {
  if (typeof value === 'number') return { number: value };
  const money = moneySchema.safeParse(value);
  if (money.success) return { money: money.data };
  const date = dateSchema.safeParse(value);
  return date.success ? date.data : { text: value as CardText };
}

export function valueText(value: CardValue, { language, number }: Speech): string {
  const shown = valueKind(value);
  if ('number' in shown) return number(shown.number);
  if ('money' in shown) return `${shown.money.currency} ${number(shown.money.amount)}`;
  return 'date' in shown ? dateText(shown.date) : textIn(shown.text, language);
}

export interface Speech {
  /** `en`, `zh`. */
  readonly language: string;
  number(value: number): string;
}

function itemLines(item: CardItem, speech: Speech): string[] {
  const { title, subtitle, status, price, facts } = item;
  const say = (text: CardText) => textIn(text, speech.language);
  return [
    [title, ...(subtitle === undefined ? [] : [subtitle]), ...(status === undefined ? [] : [status.text])]
      .map(say)
      .join(', '),
    ...facts.map(({ label, value }) => {
      const said = valueText(value, speech);
      return label === undefined ? said : `${say(label)}: ${said}`;
    }),
    ...(price === undefined ? [] : [valueText(price, speech)]),
  ];
}

/** The whole card as text for a terminal. */
export function cardLines(card: PlainCard, speech: Speech): string[] {
  return [
    ...itemLines(card, speech),
    ...card.items.flatMap((item, index) =>
      itemLines(item, speech).map((line, at) => (at === 0 ? `${index + 1}. ${line}` : `   ${line}`)),
    ),
    ...card.notes.map((note) => textIn(note, speech.language)),
  ];
}

export const cardHeadSchema = z.looseObject({ kind: z.string().min(1), version: z.int() });
export type CardHead = z.infer<typeof cardHeadSchema>;

/** One record of a skill's store, as a card shows it. */
interface CardRecord {
  readonly kind: string;
  /** Unique among the records of this kind, and the name of the record's file. */
  readonly key: string;
}

export interface Card {
  readonly kind: string;
  readonly version: number;
  /** Parsed by the kind's schema, or as a plain card. */
  readonly data: CardHead;
  /** True for a kind or version that the app does not know: `data` is a `PlainCard`. */
  readonly isPlain: boolean;
  /** False where the step that made it says enough. */
  readonly isShown: boolean;
  /** The same card without its kind: for the terminal, for lists, and for hosts that have no view of it. */
  plain(): PlainCard;
  readonly records: readonly CardRecord[];
  /** Title for a conversation that has none. */
  readonly conversation: CardText | undefined;
  /** Watch that it offers; one of another shape is none. */
  readonly watch?: CardWatch | undefined;
  /** Over the values of the command line, for the sentence of the step that made it. */
  readonly stepValues: Readonly<Record<string, CardValue>>;
}

export interface CardKind {
  readonly kind: string;
  readonly version: number;
  /** Undefined where `data` has another shape. */
  read(data: CardHead): Card | undefined;
}

interface CardModule<T extends CardHead> {
  readonly kind: string;
  readonly version: number;
  readonly schema: z.ZodType<T>;
  plain(card: T): PlainCard;
  readonly isShown?: (card: T) => boolean;
  readonly records?: (card: T) => readonly CardRecord[];
  readonly stepValues?: (card: T) => Readonly<Record<string, CardValue>>;
  readonly conversation?: (card: T) => CardText;
}

export function defineCard<T extends CardHead>(module: CardModule<T>): CardKind {
  const { kind, version } = module;
  return {
    kind,
    version,
    read(data) {
      const { data: card } = module.schema.safeParse(data);
      if (card === undefined) return undefined;
      return {
        kind,
        version,
        data: card,
        isPlain: false,
        isShown: module.isShown?.(card) ?? true,
        plain: () => module.plain(card),
        records: module.records?.(card) ?? [],
        stepValues: module.stepValues?.(card) ?? {},
        conversation: module.conversation?.(card),
      };
    },
  };
}
