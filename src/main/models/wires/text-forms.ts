/** Reasoning and calls that a model wrote into its text, from servers that have no parser for them. */
import type { ToolCall } from '../../../shared/events.ts';
import { asObject, type Json } from './wire.ts';

const TAGS = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['◁think▷', '◁/think▷'],
] as const;

/** Characters at the end of a text that may be the beginning of the mark. */
function begunAtEnd(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1) {
    if (mark.startsWith(text.slice(-length))) return length;
  }
  return 0;
}

/** Parts of a text whose beginning may be reasoning in tags, cut anywhere. */
export class ThoughtInText {
  #held = '';
  #state: 'start' | 'inside' | 'after' | 'text' = 'start';
  #close = '';

  /** Never both empty for a piece that decides something; a piece that may be half of a tag waits. */
  take(piece: string): { readonly thought: string; readonly text: string } {
    this.#held += piece;
    let thought = '';
    if (this.#state === 'start') {
      const begin = this.#held.trimStart();
      const open = TAGS.find(([tag]) => begin.startsWith(tag));
      if (open === undefined) {
        if (TAGS.some(([tag]) => tag.startsWith(begin))) return { thought, text: '' };
        this.#state = 'text';
      } else {
        this.#state = 'inside';
        this.#close = open[1];
        this.#held = begin.slice(open[0].length);
      }
    }
    if (this.#state === 'inside') {
      const at = this.#held.indexOf(this.#close);
      const length = at < 0 ? this.#held.length - begunAtEnd(this.#held, this.#close) : at;
      thought = this.#held.slice(0, length);
      this.#held = this.#held.slice(at < 0 ? length : length + this.#close.length);
      if (at < 0) return { thought, text: '' };
      this.#state = 'after';
    }
    if (this.#state === 'after') {
      this.#held = this.#held.trimStart();
      if (this.#held === '') return { thought, text: '' };
      this.#state = 'text';
    }
    const text = this.#held;
    this.#held = '';
    return { thought, text };
  }

  /** The held rest, once nothing follows. */
  end(): { readonly thought: string; readonly text: string } {
    const rest = this.#held;
    const isThought = this.#state === 'inside';
    this.#held = '';
    this.#state = 'text';
    return isThought ? { thought: rest, text: '' } : { thought: '', text: rest };
  }
}

/** A call as JSON: `arguments` (Hermes, Qwen) or `parameters` (Llama), an object or its text. */
function callOf(json: string): Omit<ToolCall, 'id'> | undefined {
  try {
    const call = asObject(JSON.parse(json));
    return called(call?.name, call?.arguments ?? call?.parameters);
  } catch {
    return undefined;
  }
}

function called(name: unknown, given: unknown): Omit<ToolCall, 'id'> | undefined {
  const args: Json | undefined = typeof given === 'string' ? asObject(JSON.parse(given)) : asObject(given);
  return typeof name === 'string' && name !== '' && args !== undefined
    ? { name, arguments: JSON.stringify(args) }
    : undefined;
}

/** Calls count only at the end of an answer; in the middle of a text they are quoted. */
const HERMES = /(?:\s*<tool_call>\s*(\{[\s\S]*?\})\s*<\/tool_call>)+\s*$/;
const LLAMA = /\s*<\|python_tag\|>\s*(\{[\s\S]*\})\s*(?:<\|e(?:om|ot)_id\|>)?\s*$/;
const DEEPSEEK = /\s*<｜tool▁calls▁begin｜>[\s\S]*<｜tool▁calls▁end｜>\s*$/;
const DEEPSEEK_CALL =
  /<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?([\w.-]+)(?:\s*```json\s*|<｜tool▁sep｜>)([\s\S]*?)(?:```)?\s*<｜tool▁call▁end｜>/g;

/** Calls that an answer ends with, and the text before them; undefined where it has none, or one that cannot be read. */
export function callsInText(text: string): { readonly text: string; readonly calls: readonly ToolCall[] } | undefined {
  const found = [HERMES, LLAMA, DEEPSEEK].map((form) => form.exec(text)).find((one) => one !== null);
  if (found === undefined || found === null) return undefined;
  const [written] = found;
  const one = (call: Omit<ToolCall, 'id'> | undefined) => (call === undefined ? [] : [{ id: '', ...call }]);
  const parts = written.includes('<tool_call>')
    ? [...written.matchAll(/<tool_call>\s*(\{[\s\S]*?\})\s*<\/tool_call>/g)].map(([, json = '']) => callOf(json))
    : written.includes('python_tag')
      ? [callOf(found[1] ?? '')]
      : [...written.matchAll(DEEPSEEK_CALL)].map(([, name, json = '']) =>
          callOf(`{"name":${JSON.stringify(name)},"arguments":${json}}`),
        );
  const calls = parts.flatMap(one);
  if (calls.length === 0 || calls.length < parts.length) return undefined;
  return { text: text.slice(0, found.index), calls };
}
