/**
 * Streams between events: the answer being written, the terminals. Collects deltas for a moment, writes the answer's
 * draft to disk, and only then shows them: everything on screen is on disk. (A terminal's bytes are already in its
 * run's log file.)
 */
import type { Delta, DeltaBody, EventBody, SessionEvent } from '../../shared/events.ts';

/** Milliseconds for which deltas are gathered: under three frames, so that it still looks live. */
const GATHER_MS = 40;
/** Each flush writes the whole draft: a long one is written less often, so that writing takes a small share of the time. */
const CHARACTERS_PER_MS = 10_000;

type Draft = { readonly iteration: number; readonly text: string; readonly reasoning: string };

/** Parts of an answer kept on disk while it streams; reasoning comes first. */
const DRAFTED = ['reasoning', 'text'] as const;

interface StreamingOptions {
  readonly session: string;
  saveDraft(draft: Draft): void;
  emit(delta: Delta): void;
}

/** After it, the draft is removed from the disk. */
export const endsAnswer = ({ type }: Pick<EventBody, 'type'> | Pick<SessionEvent, 'type'>): boolean =>
  type === 'model-responded' || type === 'model-failed';

export class Streaming {
  readonly #options: StreamingOptions;
  #draft: Draft | undefined;
  /** Characters of the draft that were shown. */
  #shown = { text: 0, reasoning: 0 };
  readonly #calls = new Map<number, Extract<Delta, { type: 'tool-call-delta' }>>();
  /** Keyed by call. */
  readonly #packages = new Map<string, Extract<Delta, { type: 'packages-delta' }>>();
  /** Keyed by call: text so far (bounded), its offset, and how much was shown. */
  readonly #terminals = new Map<string, { start: number; text: string; shown: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: StreamingOptions) {
    this.#options = options;
  }

  push(delta: DeltaBody): void {
    switch (delta.type) {
      case 'text-delta':
      case 'reasoning-delta': {
        const part = delta.type === 'text-delta' ? 'text' : 'reasoning';
        const { iteration, offset } = delta;
        const isSame = this.#draft?.iteration === iteration;
        const draft = isSame && this.#draft !== undefined ? this.#draft : { iteration, text: '', reasoning: '' };
        if (!isSame) this.#shown = { text: 0, reasoning: 0 };
        if (offset === 0) this.#shown[part] = 0;
        this.#draft = { ...draft, [part]: draft[part].slice(0, offset) + delta.text };
        break;
      }
      case 'tool-call-delta': {
        const stamped = this.#stamp(delta);
        this.#calls.set(delta.index, stamped);
        this.#tryFlush();
        this.#options.emit(stamped);
        return;
      }
      case 'packages-delta': {
        const stamped = this.#stamp(delta);
        this.#packages.set(delta.callId, stamped);
        this.#options.emit(stamped);
        return;
      }
      case 'terminal-delta': {
        // A program outlives the call that started it; what it printed before was shown then.
        const { offset } = delta;
        const known = this.#terminals.get(delta.callId) ?? { start: offset, text: '', shown: offset };
        const text = known.text.slice(0, delta.offset - known.start) + delta.data;
        const cut = Math.max(0, text.length - KEPT_TERMINAL);
        this.#terminals.set(delta.callId, { start: known.start + cut, text: text.slice(cut), shown: known.shown });
        break;
      }
    }
    const length = (this.#draft?.text.length ?? 0) + (this.#draft?.reasoning.length ?? 0);
    this.#timer ??= setTimeout(() => this.#tryFlush(), GATHER_MS + length / CHARACTERS_PER_MS);
  }

  /**
   * A draft that cannot be written (the disk is full) is not shown and is tried again with the next. Nothing throws
   * into the model's stream or a timer: the event that completes the draft meets the same disk, and the run ends there.
   */
  #tryFlush(): void {
    try {
      this.flush();
    } catch {
      // That event reports the error.
    }
  }

  /** Writes and shows what was gathered. @throws SkilldeckError `home-unusable`. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#draft !== undefined && this.#fresh(this.#draft).length > 0) this.#options.saveDraft(this.#draft);
    this.show();
  }

  /** Shows what was gathered, without writing it: for an answer whose event has just been stored. */
  show(): void {
    const draft = this.#draft;
    if (draft !== undefined) {
      for (const part of this.#fresh(draft)) {
        this.#options.emit(this.#draftDelta(draft, part, this.#shown[part]));
        this.#shown[part] = draft[part].length;
      }
    }
    for (const [callId, terminal] of this.#terminals) {
      const end = terminal.start + terminal.text.length;
      if (end === terminal.shown) continue;
      const offset = Math.max(terminal.shown, terminal.start);
      terminal.shown = end;
      const data = terminal.text.slice(offset - terminal.start);
      this.#options.emit(this.#stamp({ type: 'terminal-delta', callId, offset, data }));
    }
  }

  #fresh(draft: Draft): readonly (typeof DRAFTED)[number][] {
    return DRAFTED.filter((part) => draft[part].length > this.#shown[part]);
  }

  /** For late viewers: everything that is streaming, from its beginning. */
  current(): Delta[] {
    const draft = this.#draft;
    const drafted =
      draft === undefined
        ? []
        : DRAFTED.filter((part) => draft[part] !== '').map((part) => this.#draftDelta(draft, part, 0));
    const terminals = [...this.#terminals].map(([callId, { start, text: data }]) =>
      this.#stamp({ type: 'terminal-delta' as const, callId, offset: start, data }),
    );
    return [...drafted, ...this.#calls.values(), ...this.#packages.values(), ...terminals];
  }

  /** Stored events end what they complete. */
  settle(events: readonly SessionEvent[]): void {
    for (const event of events) {
      if (endsAnswer(event)) {
        this.#draft = undefined;
        this.#shown = { text: 0, reasoning: 0 };
        this.#calls.clear();
      }
      if (event.type === 'tool-finished' || event.type === 'script-finished') this.#terminals.delete(event.callId);
      if (event.type === 'tool-finished' || event.type === 'script-started') this.#packages.delete(event.callId);
    }
  }

  #draftDelta(draft: Draft, part: (typeof DRAFTED)[number], offset: number): Delta {
    return this.#stamp({ type: `${part}-delta`, iteration: draft.iteration, offset, text: draft[part].slice(offset) });
  }

  #stamp<T extends DeltaBody>(body: T): T & Pick<Delta, 'session' | 'at'> {
    return { ...body, session: this.#options.session, at: new Date().toISOString() };
  }
}

/** Characters of a running terminal kept for late viewers; the run's log file has all of it. */
const KEPT_TERMINAL = 200_000;
