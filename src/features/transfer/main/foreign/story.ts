/**
 * The walk that all formats share: a message in any of the forms that programs write becomes messages of a
 * conversation, with its thoughts, calls, results, usage, cost, model and times. A reader says only what is its own.
 */
import { defined } from '../../../../shared/defined.ts';
import type { ForeignCall, ForeignMessage } from './format.ts';
import { isObject, LeftOut, listIn, objectIn, objectsIn, type Raw, textIn, timeIn, timeOf, whole } from './raw.ts';
import {
  argumentsOf,
  aroundOf,
  CALL_IDS,
  callOf,
  costIn,
  firstIn,
  hasFailed,
  isCall,
  isResult,
  mediaIn,
  type Role,
  roleIn,
  usageIn,
} from './values.ts';

const THOUGHTS = /^(?:reasoning(?:_text)?|think(?:ing)?|thought)$|ReasoningContent$/;
const WORDS = new Set(['text', 'input_text', 'output_text', 'summary_text', 'reasoning_text', 'refusal', 'undefined']);

/** Fields of an answer beside its content. */
const OWN_CALLS = 'tool_calls toolCalls toolRequests action_calls'.split(' ');
const OWN_THOUGHTS = 'reasoning_content reasoning reasoningText thinking thinking_trace thoughts thought'.split(' ');

type ToolMessage = Extract<ForeignMessage, { role: 'tool' }>;

interface Parts {
  readonly text: string[];
  readonly thoughts: string[];
  readonly calls: ForeignCall[];
  readonly results: ToolMessage[];
  /** Only in a person's message or a result: no other has a place for files. */
  readonly media?: string[];
  /** Its text names each picture: a program may look for what was there. */
  readonly isResult?: boolean;
}

type AssistantMessage = Omit<Extract<ForeignMessage, { role: 'assistant' }>, 'role'>;

/** Facts of a message that its reader knows better, or that have another place in its format. */
export interface MessageFacts extends Pick<AssistantMessage, 'at' | 'from' | 'model' | 'usage' | 'cost' | 'reasoning'> {
  readonly role?: Role | undefined;
  readonly content?: unknown;
  /** Continues the answer before it. */
  readonly joins?: boolean | undefined;
}

export class Story {
  readonly list: ForeignMessage[] = [];
  readonly leftOut = new LeftOut();

  /** Range of an entry's messages in the list, by its id. */
  readonly #places = new Map<unknown, { readonly from: number; to: number }>();
  #answerId: unknown;
  /** Title that an entry gives. */
  title: string | undefined;

  /** First model that answered. */
  get model(): string | undefined {
    const first = this.list.find((one) => one.role === 'assistant' && one.model !== undefined);
    return first?.role === 'assistant' ? first.model : undefined;
  }

  /** True while the last answer is a thought alone: what comes next is its words. */
  get isThinking(): boolean {
    const last = this.#last;
    return last?.text === '' && last.calls.length === 0;
  }

  /** True while the last answer's calls have no result. */
  get isCalling(): boolean {
    return (this.#last?.calls.length ?? 0) > 0;
  }

  get #last() {
    const last = this.list.at(-1);
    return last?.role === 'assistant' ? last : undefined;
  }

  /** True if the answer with this id was the last one to be asked about. */
  sameAnswer(id: unknown): boolean {
    const isSame = id !== undefined && id === this.#answerId;
    this.#answerId = id;
    return isSame;
  }

  /** An entry begins. @returns true for an id that was there before. */
  begins(id: unknown): boolean {
    if (this.#places.has(id)) return true;
    this.#places.set(id, { from: this.list.length, to: this.list.length });
    return false;
  }

  /** The next entry follows this one: where others came after that, the person went back. Unknown: to the beginning. */
  follows(parent: unknown): void {
    const to = this.#places.get(parent)?.to ?? 0;
    if (parent !== undefined && to < this.list.length) this.list.push({ role: 'rewound', to });
  }

  ends(id: unknown): void {
    const place = this.#places.get(id);
    if (place !== undefined) place.to = this.list.length;
  }

  /** The person went back to before this entry. */
  rewinds(id: unknown): void {
    this.list.push({ role: 'rewound', to: this.#places.get(id)?.from ?? 0 });
  }

  /** Counts it, all of it, as left out. */
  skip(given: unknown, kind: string): void {
    whole(given);
    this.leftOut.add(kind);
  }

  /** Text of a content; of a part without one, its type. */
  words(content: unknown): string {
    return this.given(content, {}).text;
  }

  /** Text of a result's content, and its pictures. */
  given(
    content: unknown,
    own: Pick<Parts, 'media' | 'isResult'> = { media: [], isResult: true },
  ): Pick<ToolMessage, 'text' | 'media'> {
    const parts: Parts = { text: [], thoughts: [], calls: [], results: [], ...own };
    this.#parts(content, parts);
    const media = [...(parts.media ?? []), ...parts.results.flatMap((one) => one.media ?? [])];
    const text = [...parts.thoughts, ...parts.text, ...parts.results.map((one) => one.text)].join('\n');
    return { text, ...(media.length > 0 ? { media } : {}) };
  }

  /** A message as any API has it: of a role, an item of OpenAI's Responses, or in one of LangChain's wrappers. */
  take(raw: Raw, told: MessageFacts = {}): boolean {
    const fields = [raw.kwargs, raw.type === undefined || raw.role !== undefined ? undefined : raw.data].find(isObject);
    if (fields !== undefined) {
      const named = roleIn(
        String(listIn(raw.id).at(-1))
          .replace(/Message(?:Chunk)?$/, '')
          .toLowerCase(),
      );
      return this.say(fields, { ...told, role: named ?? roleIn(fields.role ?? fields.type ?? raw.type) });
    }
    if (raw.role !== undefined) return this.say(raw, { ...told, role: roleIn(raw.role) });
    if (raw.type === 'function_call') this.answer({ calls: [callOf(raw)], at: timeOf(raw) }, false);
    else if (raw.type === 'reasoning') {
      const reasoning = this.reasoningOf(raw);
      if (reasoning === '') return false;
      this.answer({ reasoning }, false);
    } else return this.say(raw, raw.type === 'function_call_output' ? { ...told, content: raw.output } : told);
    return true;
  }

  /** Text of an item that is a thought. */
  reasoningOf = ({ summary, content }: Raw): string =>
    [summary, content].flatMap((one) => this.words(one) || []).join('\n');

  /** Continues the last answer; false if there is none that goes on. */
  adds(text: string, to: 'text' | 'reasoning' = 'text'): boolean {
    const last = this.#last;
    if (last === undefined || last.calls.length > 0) return false;
    this.list[this.list.length - 1] = { ...last, [to]: (last[to] ?? '') + text };
    return true;
  }

  /** Usage, cost and model of the last answer, where they are said after it. */
  spent(facts: Pick<AssistantMessage, 'usage' | 'cost' | 'model'>): void {
    const at = this.list.findLastIndex(({ role }) => role === 'assistant');
    const last = this.list[at];
    if (last?.role === 'assistant') this.list[at] = { ...defined(facts), ...last };
  }

  /** Id of the last call by this name. */
  lastCall(name: unknown): string | undefined {
    const calls = this.list.flatMap((one) => (one.role === 'assistant' ? one.calls : []));
    return calls.findLast((call) => call.name === name)?.id;
  }

  /** A call of the last answer, whatever results came since. */
  call(call: ForeignCall): void {
    const at = this.list.findLastIndex(({ role }) => role !== 'tool');
    const last = this.list[at];
    if (last?.role === 'assistant') this.list[at] = { ...last, calls: [...last.calls, call] };
    else this.answer({ calls: [call], at: call.at }, false);
  }

  result(
    callId: string | undefined,
    content: unknown,
    { at, failed }: { at?: string | undefined; failed?: boolean },
  ): void {
    this.list.push({ ...toolOf(callId, '', this.given(content), failed === true), ...defined({ at }) });
  }

  /** @returns false for a message of no known role, which is left to the caller. */
  say(raw: Raw, told: MessageFacts = {}): boolean {
    const role = 'role' in told ? told.role : roleIn(raw.role ?? raw.type ?? raw.from ?? raw.sender);
    const callId = role === undefined ? this.lastCall(raw.role) : undefined;
    // Some name the tool where others name the role.
    if (callId !== undefined) this.result(callId, raw.content, { at: timeOf(raw) });
    if (role === undefined || role === 'call') return callId !== undefined;
    const at = told.at ?? timeOf(raw);
    const content = 'content' in told ? told.content : firstIn(raw, ['content', 'parts', 'text', 'value']);
    const when = defined({ at, from: told.from });
    if (role === 'system') this.list.push({ role, text: this.words(content), ...when });
    else if (role === 'tool' && !listIn(content).some(isResult)) this.#result(raw, content, when);
    else if (role === 'assistant' && Array.isArray(content) && this.#rounds(content).length > 1) {
      // What was said after a result is a further answer; the figures are of the whole message, and count once.
      const [first = [], ...others] = this.#rounds(content);
      this.say(raw, { ...told, role, content: first });
      for (const later of others) this.say({ model: raw.model }, { role, at, model: told.model, content: later });
    } else {
      const media: string[] = [];
      const parts: Parts = { text: [], thoughts: [], calls: [], results: [], ...(role === 'user' ? { media } : {}) };
      this.#parts(content, parts);
      if (role !== 'assistant') {
        const last = parts.results.at(-1);
        // Gemini has pictures beside the result that they are of.
        if (last !== undefined && parts.text.length === 0 && media.length > 0)
          parts.results.splice(-1, 1, { ...last, media: [...(last.media ?? []), ...media.splice(0)] });
        for (const one of parts.results) this.list.push({ ...one, ...when });
        if (parts.text.length + media.length > 0 || parts.results.length === 0) {
          const own = media.length > 0 ? { media } : {};
          this.list.push({ role: 'user', text: parts.text.join('\n'), ...when, ...own });
        }
      } else this.#answer(raw, parts, { ...told, at });
    }
    return true;
  }

  /** Adds to an answer: another text, thought or call joins the last message where `joins` says that it belongs to it. */
  answer(given: Partial<AssistantMessage>, joins: boolean): void {
    const last = this.#last;
    const { text = '', calls = [], ...rest } = defined(given);
    if (!joins || last === undefined) {
      this.list.push({ role: 'assistant', text, calls, ...rest });
      return;
    }
    const both = (a: string | undefined, b: string | undefined): string =>
      [a, b].filter((part) => part !== undefined && part !== '').join('\n');
    const reasoning = both(last.reasoning, given.reasoning);
    this.list[this.list.length - 1] = defined({
      ...last,
      ...rest,
      from: last.from ?? last.at,
      text: both(last.text, text),
      calls: [...last.calls, ...calls],
      reasoning: reasoning === '' ? undefined : reasoning,
    });
  }

  /** Parts of an answer up to the results of its calls, and those that came after. */
  #rounds(content: readonly unknown[]): unknown[][] {
    const rounds: unknown[][] = [[]];
    let before = '';
    for (const part of content) {
      const now = isResult(part) ? 'result' : isObject(part) && isCall(part) && 'state' in part ? 'both' : 'said';
      if ((before === 'result' && now !== before) || (before === 'both' && now === 'said')) rounds.push([]);
      before = now;
      rounds.at(-1)?.push(part);
    }
    return rounds;
  }

  #answer(raw: Raw, { text, thoughts, calls, results }: Parts, told: MessageFacts): void {
    const own = objectsIn(firstIn(raw, OWN_CALLS) ?? objectIn(raw.additional_kwargs).tool_calls);
    const called = isObject(raw.function_call) ? [raw.function_call] : [];
    const thought = firstIn(raw, OWN_THOUGHTS);
    const usage =
      told.usage ??
      usageIn(
        firstIn(raw, ['usage', 'usage_metadata', 'tokens', 'metrics']) ?? objectIn(objectIn(raw.extra).response).usage,
      );
    const beside = [...own, ...called].map((one) => ({ ...callOf(one), ...defined({ at: timeOf(one) }) }));
    // Some write them beside the content too.
    const ids = new Set(beside.map(({ id }) => id));
    const list = [...calls.filter(({ id }) => id === '' || !ids.has(id)), ...beside];
    const said = text.join('\n') || (textIn(raw.refusal) ?? '');
    const thinking = told.reasoning ?? (thought === undefined ? '' : this.#thought(thought));
    const reasoning = [...(thinking === '' ? [] : [thinking]), ...thoughts].join('\n');
    const { joins = false, at, from } = told;
    this.answer(
      {
        text: said,
        calls: list,
        reasoning: reasoning === '' ? undefined : reasoning,
        usage,
        cost: told.cost ?? costIn(raw.cost ?? objectIn(raw.usage).cost ?? objectIn(raw.metrics).cost_usd),
        model: told.model ?? textIn(raw.model ?? raw.model_name ?? raw.modelID ?? objectIn(raw.usage).model),
        at,
        from,
      },
      joins,
    );
    for (const one of results) this.list.push({ ...defined({ at }), ...one });
    for (const one of own)
      this.list.push(
        ...[this.#within(one, { ...callOf(one), at: timeOf(one) })].filter((result) => result !== undefined),
      );
  }

  /** Result of a call that has it within. */
  #within(part: Raw, { id, name, at }: ForeignCall): ToolMessage | undefined {
    const state = isObject(part.state) ? part.state : part;
    const given =
      firstIn(state, ['result', 'output', 'response', 'error', 'errorText']) ?? objectIn(part.tool_call).output;
    if (given === undefined) return undefined;
    const { start, end } = objectIn(state.time);
    const failed = hasFailed(state) || 'errorText' in part;
    const when = defined({ from: timeIn(start), at: timeIn(end) ?? at });
    return { ...toolOf(id, name, this.given(given), failed), ...when };
  }

  #thought(given: unknown): string {
    if (typeof given === 'string') return given;
    const said = (one: Raw) => [one.subject, firstIn(one, ['description', 'thinking', 'text', 'content'])];
    const texts = listIn(given).map((one) => (isObject(one) ? said(one).flatMap((part) => textIn(part) ?? []) : [one]));
    return texts.map((parts) => parts.join(': ')).join('\n');
  }

  #result(raw: Raw, content: unknown, when: { readonly at?: string; readonly from?: string }): void {
    const [id, name] = [firstIn(raw, CALL_IDS.slice(0, -1)), firstIn(raw, ['name', 'toolName', 'function'])];
    this.list.push({ ...toolOf(id, name, this.given(content ?? raw.output), hasFailed(raw)), ...when });
  }

  #parts(content: unknown, parts: Parts): void {
    if (content === null || content === undefined || content === '') return;
    if (typeof content !== 'object') parts.text.push(String(content));
    else if (Array.isArray(content)) for (const one of content) this.#parts(one, parts);
    else this.#part(content as Raw, parts);
  }

  #part(part: Raw, parts: Parts): void {
    const type = String(part.type);
    const text = part.text ?? (WORDS.has(type) ? part.value : undefined);
    const answered = part.functionResponse ?? part.function_response;
    if (isCall(part)) {
      const call = callOf(part);
      parts.calls.push(call);
      const result = this.#within(part, call);
      if (result !== undefined) parts.results.push(result);
    } else if (isObject(answered)) {
      const { id, name, response } = answered;
      const given = objectIn(response);
      const said = given.output ?? given.error ?? response;
      const text = typeof said === 'string' ? said : JSON.stringify(whole(said));
      parts.results.push(toolOf(id, name, { ...this.given(answered.parts), text }, given.error !== undefined));
    } else if (isResult(part)) {
      const [inner, output] = [aroundOf(part), objectIn(part.output)];
      const own = firstIn(part, ['content', 'response', 'result', 'output']);
      const given = inner.value ?? inner.error ?? inner.content ?? (part.run === undefined ? own : inner.result);
      const isOwn = given === output && output.type === undefined;
      const said = isObject(given) && Array.isArray(given.content) ? given.content : isOwn ? argumentsOf(given) : given;
      const id = firstIn(part, CALL_IDS) ?? firstIn(inner, CALL_IDS);
      parts.results.push(toolOf(id, part.name, this.given(said), [part, inner, output].some(hasFailed)));
    } else if (THOUGHTS.test(type) || part.thought === true) {
      const said = firstIn(part, ['thinking', 'text', 'reasoning', 'content', 'summary', 'think', 'value']);
      if (said === undefined || said === '') this.skip(part, type);
      else parts.thoughts.push(typeof said === 'string' ? said : this.words(said));
    } else if (typeof text === 'string' && (WORDS.has(type) || !('data' in part))) parts.text.push(text);
    else if (typeof part.refusal === 'string') parts.text.push(part.refusal);
    else if (WORDS.has(type) && typeof part.content === 'string') parts.text.push(part.content);
    else if (WORDS.has(type) && isObject(text) && typeof text.value === 'string') parts.text.push(text.value);
    else if (part.type === undefined && !['image_url', 'inlineData', 'source'].some((name) => name in part)) {
      parts.text.push(JSON.stringify(whole(part), null, 2));
    } else {
      const kind = part.type === undefined ? 'picture' : type;
      const media = mediaIn(part);
      const isAddress = media?.startsWith('http') === true;
      if (media !== undefined && (parts.media !== undefined || isAddress)) {
        whole(part);
        if (!isAddress) parts.media?.push(media);
        if (isAddress || parts.isResult) parts.text.push(isAddress ? `[${kind} ${media}]` : `[${kind}]`);
        return;
      }
      this.skip(part, kind);
      if (!kind.startsWith('step-')) parts.text.push(`[${kind}]`);
    }
  }
}

const toolOf = (
  callId: unknown,
  name: unknown,
  given: Pick<ToolMessage, 'text' | 'media'>,
  failed: boolean,
): ToolMessage => ({
  role: 'tool',
  callId: textIn(callId) ?? '',
  name: textIn(name) ?? '',
  ...given,
  ...(failed ? { failed } : {}),
});
