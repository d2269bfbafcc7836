import { describe, expect, it } from 'vitest';
import { type Attachment, MAX_SHOWN_BYTES } from '../../../shared/attachments.ts';
import type { EventBody, MediaKind } from '../../../shared/events.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import { eventsOf } from '../../store/test-kit/home.ts';
import { buildRequest, readableJson } from '../build-request.ts';
import { afterStep, compactionSteps } from '../compaction.ts';
import { tableOf } from '../engine.ts';
import { manifestWithFigures } from '../left-out.ts';
import { mediaTokens } from '../media.ts';
import { answered, created, prompt } from '../test-kit/states.ts';

const seeing = (...sees: MediaKind[]): EventBody =>
  ({ ...created(), route: { wire: 'chat', endpoint: 'https://api.example.com/v1', sees } }) as EventBody;

const PHOTO: Attachment = {
  name: 'photo.png',
  path: 'inputs/photo.png',
  mime: 'image/png',
  bytes: 1_000,
  sha256: 'a'.repeat(64),
  media: { kind: 'image', width: 1_024, height: 1_024 },
};
const PDF: Attachment = {
  name: 'trip.pdf',
  path: 'inputs/trip.pdf',
  mime: 'application/pdf',
  bytes: 2_000,
  sha256: 'b'.repeat(64),
  media: { kind: 'pdf', pages: 2 },
};
const with_ = (text: string, ...attachments: Attachment[]): EventBody => ({
  type: 'user-message-added',
  text,
  attachments,
});
const data = ({ sha256 }: { sha256: string }) => `data-of-${sha256[0]}`;
const stateOf = (...bodies: readonly EventBody[]) => foldEvents('s', eventsOf(...bodies));
const userContent = (state: ReturnType<typeof stateOf>) =>
  (buildRequest(state, data).body.messages as { role: string; content: unknown }[]).flatMap(({ role, content }) =>
    role === 'user' ? [content] : [],
  );

describe('pictures and PDFs', () => {
  it('are message parts for a model that sees them, beside the path of the files', () => {
    const words = [
      'Which?\n\nAttached files, in the workspace:',
      '- inputs/photo.png (image/png, 1000 bytes)',
      '- inputs/trip.pdf (application/pdf, 2000 bytes)',
    ].join('\n');
    const both = stateOf(seeing('image', 'pdf'), prompt(), with_('Which?', PHOTO, PDF));
    expect(userContent(both)).toEqual([
      [
        { type: 'text', text: words },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,data-of-a' } },
        { type: 'file', file: { filename: 'trip.pdf', file_data: 'data:application/pdf;base64,data-of-b' } },
      ],
    ]);
    const image = stateOf(seeing('image'), prompt(), with_('Which?', PHOTO, PDF));
    expect(userContent(image)[0]).toHaveLength(2);
    expect(userContent(stateOf(seeing(), prompt(), with_('Which?', PHOTO, PDF)))).toEqual([words]);
    // A log from before models were shown anything.
    expect(userContent(stateOf(created(), prompt(), with_('Which?', PHOTO, PDF)))).toEqual([words]);
  });

  it('are separate parts with their own estimate, and add up to the total', async () => {
    const events = eventsOf(seeing('image', 'pdf'), prompt(), with_('Which?', PHOTO, PDF));
    const state = foldEvents('s', events);
    const table = await tableOf(state);
    expect(table.parts.filter(({ label }) => label === 'photo.png')).toEqual([
      { kind: 'user', label: 'photo.png', tokens: 765, reason: 'image', figures: { width: 1_024, height: 1_024 } },
    ]);
    const { parts } = await manifestWithFigures(state, events);
    expect(parts.slice(-2).map(({ id, tokens, reason, place }) => [id, tokens, reason, place])).toEqual([
      ['media:3:1', 765, 'image', 2],
      ['media:3:2', 2 * (2_250 + 1_105), 'pdf', 2],
    ]);
    expect(parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(table.total);
  });

  it('are hashed by their bytes, and appear by hash in the readable text', () => {
    const state = stateOf(seeing('image'), prompt(), with_('Which?', PHOTO));
    const request = buildRequest(state, data);
    expect(request.sha256).not.toBe(buildRequest(state, () => 'other').sha256);
    expect(readableJson(request)).toMatchObject({ withoutMedia: true });
    expect(readableJson(request).json).toContain(`base64,sha256:${PHOTO.sha256}`);
    expect(readableJson(buildRequest(stateOf(seeing(), prompt(), with_('Which?', PHOTO))))).not.toHaveProperty(
      'withoutMedia',
    );
  });

  it('are replaced by a placeholder when old messages are compacted; a pinned message keeps them', async () => {
    const later = Array.from({ length: 12 }, (_, index) => answered(`Answer ${index}`));
    const before = stateOf(seeing('image'), prompt(), with_('Which?', PHOTO), ...later, with_('And now?'));
    const [step] = compactionSteps(before);
    expect(step).toMatchObject({ strategy: 'tool-results', coversSeq: [3, 3], messages: 1 });
    if (step === undefined) throw new Error('unreachable');
    const after = afterStep(before, step);
    expect(userContent(after)[0]).toBe(
      'Which?\n\nAttached files, in the workspace:\n- inputs/photo.png (image/png, 1000 bytes)\n\n' +
        'No longer shown here, to save room; the files are still in the workspace:\n- inputs/photo.png (image/png, 1000 bytes)',
    );
    expect((await tableOf(after)).total).toBeLessThan((await tableOf(before)).total - 700);
    expect(compactionSteps(after).filter(({ strategy }) => strategy === 'tool-results')).toEqual([]);
    const pinned = { ...before, pinnedMessages: [3] };
    expect(compactionSteps(pinned).filter(({ strategy }) => strategy === 'tool-results')).toEqual([]);
  });

  it('beyond the limit of one request are dropped, oldest first', () => {
    const large = (letter: string): Attachment => ({
      ...PHOTO,
      sha256: letter.repeat(64),
      bytes: Math.ceil(MAX_SHOWN_BYTES / 2),
    });
    const state = stateOf(
      seeing('image'),
      prompt(),
      with_('One', large('a')),
      answered('1'),
      with_('Two', large('b')),
      answered('2'),
      with_('Three', PHOTO),
    );
    const shown = JSON.stringify(userContent(state));
    expect(['a', 'b'].map((letter) => shown.includes(`data-of-${letter}`))).toEqual([true, true]);
    expect(userContent(state)[0]).toContain('No longer shown here');
  });
});

const image = (width: number, height: number) => ({ kind: 'image' as const, width, height });

/** The examples that the providers themselves give beside their rules, and borders of them. */
it.each([
  ['gpt-4o', image(1_024, 1_024), 765],
  ['gpt-4o', image(2_048, 4_096), 1_105],
  ['openai/gpt-4.1-mini', image(1_024, 1_024), 1_659],
  ['o4-mini', image(1_800, 2_400), Math.ceil(1_452 * 1.72)],
  ['claude-sonnet-4-5', image(1_000, 1_000), 1_334],
  ['claude-sonnet-4-5', image(200, 200), 54],
  ['claude-sonnet-4-5', image(8_000, 8_000), 1_534],
  ['gemini-2.5-flash', image(384, 384), 258],
  ['gemini-2.5-flash', image(960, 540), 516],
  ['gemini-2.5-flash', { kind: 'pdf' as const, pages: 4 }, 4 * 258],
  ['claude-sonnet-4-5', { kind: 'pdf' as const, pages: 2 }, 2 * (2_250 + 1_534)],
  ['some-vision-model', image(512, 512), 255],
])('%s: %j takes %i tokens', (model, facts, tokens) => {
  expect(mediaTokens(model, facts)).toBe(tokens);
});
