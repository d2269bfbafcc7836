/** Pictures and PDFs that a request shows. Pure: the log alone decides. */
import { type Attachment, MAX_SHOWN, MAX_SHOWN_BYTES, type MediaFacts } from '../../shared/attachments.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { mapGrowing } from '../lib/growing.ts';
import type { SentMessage, SummaryMessage } from './compacted-messages.ts';

/**
 * Tokens of pictures and PDFs, by the rules that providers publish. All are estimates: the real number is in the usage
 * that the provider reports.
 *
 * - OpenAI, "Images and vision": tiles of 512 pixels for gpt-4o, gpt-4.1, gpt-5 and the o models; patches of 32
 *   pixels for the mini and nano models. PDFs: "extracted text and an image of each page".
 * - Anthropic, "Vision": width × height ÷ 750, after scaling down to 1568 pixels and about 1.15 megapixels; "PDF
 *   support": 1,500 to 3,000 tokens of text a page, and each page as a picture.
 * - Google, "Understand and count tokens": 258 where both sides are at most 384 pixels, else 258 a tile of 768 pixels;
 *   258 a page of a PDF.
 */
type MediaRule = 'openai-tiles' | 'openai-patches' | 'anthropic' | 'gemini';

interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** A page of A4 as providers draw it, near enough. */
const PAGE: Pixels = { width: 1_024, height: 1_448 };
/** Tokens of the text on a page: the middle of what Anthropic names. */
const PAGE_TEXT = 2_250;

/** Another provider's model takes OpenAI's tiles, as nothing better is known. */
export function mediaTokens(model: string, { kind, width = 0, height = 0, pages = 1 }: MediaFacts): number {
  const name = model.toLowerCase().replace(/^.*\//, '');
  const rule = ruleOf(name);
  if (kind === 'image') return imageTokens(name, rule, { width, height });
  const page = rule === 'gemini' ? GEMINI_TILE : PAGE_TEXT + imageTokens(name, rule, PAGE);
  return pages * page;
}

function ruleOf(name: string): MediaRule {
  if (/claude/.test(name)) return 'anthropic';
  if (/gemini|gemma/.test(name)) return 'gemini';
  return PATCHED.some(([pattern]) => pattern.test(name)) ? 'openai-patches' : 'openai-tiles';
}

function imageTokens(name: string, rule: MediaRule, pixels: Pixels): number {
  switch (rule) {
    case 'anthropic':
      return anthropicTokens(pixels);
    case 'gemini':
      return geminiTokens(pixels);
    case 'openai-patches':
      return patchTokens(pixels, PATCHED.find(([pattern]) => pattern.test(name))?.[1] ?? 1);
    case 'openai-tiles':
      return tileTokens(pixels, TILED.find(([pattern]) => pattern.test(name))?.[1] ?? TILES);
  }
}

/** Scales down, never up, until the picture is no larger than `most` by its longer or its shorter side. */
function within({ width, height }: Pixels, most: number, side: (...sides: number[]) => number): Pixels {
  const scale = Math.min(1, most / Math.max(1, side(width, height)));
  return { width: width * scale, height: height * scale };
}

const ANTHROPIC_LONGEST = 1_568;
const ANTHROPIC_PIXELS = 1.15e6;
const ANTHROPIC_PIXELS_PER_TOKEN = 750;

function anthropicTokens(pixels: Pixels): number {
  const { width, height } = within(pixels, ANTHROPIC_LONGEST, Math.max);
  return Math.ceil(Math.min(width * height, ANTHROPIC_PIXELS) / ANTHROPIC_PIXELS_PER_TOKEN);
}

const GEMINI_TILE = 258;
const GEMINI_SMALL = 384;
const GEMINI_SIDE = 768;

function geminiTokens({ width, height }: Pixels): number {
  if (width <= GEMINI_SMALL && height <= GEMINI_SMALL) return GEMINI_TILE;
  return Math.ceil(width / GEMINI_SIDE) * Math.ceil(height / GEMINI_SIDE) * GEMINI_TILE;
}

interface TileCost {
  readonly base: number;
  readonly tile: number;
}
const TILES: TileCost = { base: 85, tile: 170 };
const TILED: readonly (readonly [RegExp, TileCost])[] = [
  [/^gpt-4o-mini/, { base: 2_833, tile: 5_667 }],
  [/^gpt-5/, { base: 70, tile: 140 }],
  [/^o[13]\b/, { base: 75, tile: 150 }],
];

function tileTokens(pixels: Pixels, { base, tile }: TileCost): number {
  const { width, height } = within(within(pixels, 2_048, Math.max), 768, Math.min);
  return base + tile * Math.ceil(width / 512) * Math.ceil(height / 512);
}

const PATCHED: readonly (readonly [RegExp, number])[] = [
  [/^gpt-(?:4\.1|5)[\d.]*-nano/, 2.46],
  [/^gpt-(?:4\.1|5)[\d.]*-mini/, 1.62],
  [/^o4-mini/, 1.72],
];
const PATCH = 32;
const MOST_PATCHES = 1_536;

/** Above the most, it is scaled down until whole patches cover one side. */
function patchTokens({ width, height }: Pixels, times: number): number {
  const [across, down] = [width / PATCH, height / PATCH];
  const patches = Math.ceil(across) * Math.ceil(down);
  if (patches <= MOST_PATCHES) return Math.ceil(patches * times);
  const shrunk = Math.sqrt(MOST_PATCHES / (across * down));
  const whole = (side: number) => Math.floor(side * shrunk) / (side * shrunk);
  const scale = shrunk * Math.min(whole(across), whole(down));
  // A side that comes out whole may miss it by the last digit.
  const fitted = (side: number) => Math.ceil(side * scale - 1e-9);
  return Math.ceil(fitted(across) * fitted(down) * times);
}

export type ShownAttachment = Attachment & { readonly media: MediaFacts };

export interface MessageMedia {
  readonly shown: readonly ShownAttachment[];
  /** Shown before, and no longer: by a compaction, or because newer ones fill a request. */
  readonly dropped: readonly Attachment[];
}

/** Files of a message that the session's model accepts. */
export function visible(
  { route }: Pick<SessionState, 'route'>,
  attachments: readonly Attachment[] = [],
): readonly ShownAttachment[] {
  return attachments.filter(
    (one): one is ShownAttachment => one.media !== undefined && route?.sees?.includes(one.media.kind) === true,
  );
}

const withFiles = mapGrowing((message: SentMessage | SummaryMessage) =>
  message.role === 'user' && message.attachments !== undefined ? [message] : [],
);

/** By `seq` of the user's messages. The newest are shown, as far as one request can hold them. */
export function mediaOf(
  state: SessionState,
  messages: readonly (SentMessage | SummaryMessage)[],
): ReadonlyMap<number, MessageMedia> {
  const found = new Map<number, MessageMedia>();
  let [bytes, count] = [0, 0];
  for (const message of withFiles(messages).reverse()) {
    const all = visible(state, message.attachments);
    if (all.length === 0) continue;
    const shown = all.filter((one) => {
      const fits = message.withoutMedia !== true && count < MAX_SHOWN && bytes + one.bytes <= MAX_SHOWN_BYTES;
      if (fits) [bytes, count] = [bytes + one.bytes, count + 1];
      return fits;
    });
    found.set(message.seq, { shown, dropped: all.filter((one) => !shown.includes(one)) });
  }
  return found;
}
