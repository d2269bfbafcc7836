/** Reasoning and calls that a model wrote into its text, from servers that have no parser for them. Pure. */
import { parsedJson } from '../../../shared/defined.ts';
import type { ToolCall } from '../../../shared/events.ts';
import { asObject, type Json, type OfferedTool } from './wire.ts';

/** Marks of reasoning at the beginning of an answer, and their ends; one without an end only says what follows. */
const TAGS = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<seed:think>', '</seed:think>'],
  ['[think]', '[/think]'],
  ['◁think▷', '◁/think▷'],
  ['<|channel|>analysis<|message|>', '<|end|>'],
  ['<|channel|>final<|message|>', ''],
  ['<|start|>assistant<|channel|>final<|message|>', ''],
] as const;

/** ASCII alone, in which every place stays: 'İ' would become two units. */
const lowered = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

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
  #close = '';
  #isText = false;
  #hadTag = false;

  /** Never both empty for a piece that decides something; a piece that may be half of a tag waits. */
  take(piece: string): { readonly thought: string; readonly text: string } {
    this.#held += piece;
    let thought = '';
    while (!this.#isText) {
      if (this.#close === '') {
        const begin = this.#held.trimStart();
        const lower = lowered(begin);
        const open = TAGS.find(([tag]) => lower.startsWith(tag));
        if (open === undefined) {
          if (TAGS.some(([tag]) => tag.startsWith(lower))) return { thought, text: '' };
          this.#isText = true;
          if (this.#hadTag) this.#held = begin;
          break;
        }
        this.#hadTag = true;
        this.#close = open[1];
        this.#held = begin.slice(open[0].length);
        if (this.#close === '') continue;
      }
      const lower = lowered(this.#held);
      const at = lower.indexOf(this.#close);
      const length = at < 0 ? lower.length - begunAtEnd(lower, this.#close) : at;
      thought += this.#held.slice(0, length);
      this.#held = this.#held.slice(at < 0 ? length : length + this.#close.length);
      if (at < 0) return { thought, text: '' };
      this.#close = '';
    }
    const text = this.#held;
    this.#held = '';
    return { thought, text };
  }

  /** The held rest, once nothing follows. */
  end(): { readonly thought: string; readonly text: string } {
    const rest = this.#held;
    const isThought = this.#close !== '';
    this.#held = '';
    this.#isText = true;
    return isThought ? { thought: rest, text: '' } : { thought: '', text: this.#hadTag ? rest.trimStart() : rest };
  }
}

/** Reasoning that ends with a tag on a separate line, whose beginning the template wrote. */
export function closedThought(text: string): { readonly thought: string; readonly text: string } | undefined {
  const at = text.search(/\n<\/think>|<\/think>\n/);
  if (at < 0 || text.slice(0, at).includes('<think')) return undefined;
  const rest = text.slice(at).replace(/^\n?<\/think>/, '');
  return { thought: text.slice(0, at).trimEnd(), text: rest.trimStart() };
}

/** Tokens that end an answer, from servers that pass them on. */
export const LEAKED_END = /(?:<\|(?:return|end|im_end|eot_id|endoftext)\|>|<\/s>)$/;

/** Begin calls, and with no letter, which any text may end with: the forms of Hermes, Qwen, GLM, Llama, Phi, Kimi, DeepSeek, Claude, MiniMax, Mistral and gpt-oss. */
const MARKS = (
  '<tool_call> <function= <|python_tag|> <|tool_call|> <|tool_calls_section_begin|> <｜tool▁calls▁begin｜> <｜DSML｜function_calls> ' +
  '<function_calls> <minimax:tool_call> <tool_use> [TOOL_CALLS] <|channel|>commentary'
).split(' ');
const LONGEST_MARK = Math.max(...MARKS.map(({ length }) => length));
/** UTF-16 units that are not shown before the answer's end, because calls may have begun in them. */
const MOST_HELD = 20_000;
/** Marks that are tried, and UTF-16 units after one that are read: each place is looked at once, however long the text. */
const MOST_MARKS = 8;
const LONGEST = 200_000;

/** The end of a text that may yet be calls: `[shown, held]`. @param held earlier, which begins with a mark where it is long. */
export function holdCalls(held: string, words: string): readonly [string, string] {
  const all = held + words;
  if (all.length > MOST_HELD) return [all, ''];
  if (held.length > LONGEST_MARK) return ['', all];
  const begun = MARKS.map((mark) => all.indexOf(mark)).filter((at) => at >= 0);
  const at =
    begun.length > 0 ? Math.min(...begun) : all.length - Math.max(...MARKS.map((mark) => begunAtEnd(all, mark)));
  return [all.slice(0, at), all.slice(at)];
}

type Call = Omit<ToolCall, 'id'>;

/** Between calls, and between a call's name and its arguments: blanks, commas, fences, tokens and tags that say nothing. */
const BETWEEN =
  /(?:\s|,|```(?:json|tool_code|python)?|\[(?:TOOL_CALLS|ARGS)\]|functools|<\|[\w/]+\|>|<\/?｜[^｜>]*｜\w*>|<\/?(?:tool_calls?|tool_use|name|arguments|function|function_calls|minimax:tool_call)>|json(?=<\|))*/y;
const NAMED = /(?:commentary to=functions\.|function<｜tool▁sep｜>|functions\.)?([\w.-]+)(?::\d+)?/y;
const TAGGED =
  /<(?:｜DSML｜)?(?:function=|invoke name=")([\w.-]+)"?>([\s\S]*?)(?:<\/(?:｜DSML｜)?(?:function|invoke)>|$)/y;
const KEYED = /([\w.-]+)\s*(?:((?:<arg_key>[\s\S]*?<\/arg_value>\s*)+)|(?=<\/tool_call>))/y;
const PARAMETERS =
  /<(?:｜DSML｜)?parameter(?:=| name=")([\w.-]+)"?[^>]*>\n?([\s\S]*?)\n?<\/(?:｜DSML｜)?parameter>|<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/g;
const PYTHON = /\[?([\w.]+)\(([^()]*)\)\]?/y;
const KEYWORD = /(\w+)\s*=\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^,\s]+)/g;

/** Calls that an answer ends with or begins with, and its text without them; undefined where it has none. */
export function callsInText(
  text: string,
  tools: () => readonly OfferedTool[],
): { readonly text: string; readonly calls: readonly ToolCall[] } | undefined {
  const ended = text.trimEnd();
  const mark = new RegExp(MARKS.map((one) => one.replaceAll(/[[\]|]/g, '\\$&')).join('|'), 'g');
  for (const { index } of [...ended.matchAll(mark)].slice(0, MOST_MARKS)) {
    if (ended.length - index > LONGEST) continue;
    const found = callsAt(ended, index, tools, true);
    if (found === undefined || (found.end < ended.length && ended.slice(0, index).trim() !== '')) continue;
    return {
      text: (ended.slice(0, index).trimEnd() + ended.slice(found.end)).trimStart(),
      calls: withIds(found.calls),
    };
  }
  if (ended.length > LONGEST || !/^(?:[[{]|```|functools|\w{1,99}\()/.test(ended)) return undefined;
  // Without a mark it is a call only if nothing else is there, and the tool is one that was offered.
  const found = callsAt(ended, 0, tools, false);
  const isOffered = found?.calls.every(({ name }) => tools().some((tool) => tool.name === name)) === true;
  return isOffered && found.end === ended.length ? { text: '', calls: withIds(found.calls) } : undefined;
}

const withIds = (calls: readonly Call[]): ToolCall[] => calls.map((call) => ({ id: '', ...call }));

/** @param isMarked one that cannot be read counts too: its result tells the model what is wrong. */
function callsAt(text: string, from: number, tools: () => readonly OfferedTool[], isMarked: boolean) {
  const calls: Call[] = [];
  const after = (pattern: RegExp, at: number): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  let at = from;
  const skip = (): number => {
    after(BETWEEN, at);
    return BETWEEN.lastIndex;
  };
  for (;;) {
    at = skip();
    const tagged = after(TAGGED, at) ?? after(KEYED, at);
    if (tagged !== null) {
      const [whole, name = '', body = ''] = tagged;
      calls.push({ name, arguments: body.trim().startsWith('{') ? body.trim() : argumentsOf(name, body, tools) });
      at += whole.length;
      continue;
    }
    const before = at;
    const [whole = '', name] = after(NAMED, at) ?? [];
    at += whole.length;
    const json = jsonAt(text, skip());
    const found =
      json === undefined ? [] : name === undefined ? [json.value].flat().map(callOf) : [{ name, arguments: json.text }];
    if (json !== undefined && found.every((one) => one !== undefined)) {
      calls.push(...found);
      at = json.end;
      continue;
    }
    at = before;
    const [written = '', called, words = ''] = after(PYTHON, at) ?? [];
    if (called === undefined) break;
    calls.push({ name: called, arguments: keywordsOf(words) });
    at += written.length;
  }
  const [, broken, args = ''] =
    /"name"\s*:\s*"([\w.-]+)"(?:\s*,\s*"(?:arguments|parameters)"\s*:)?([\s\S]*)/.exec(text.slice(at)) ?? [];
  if (isMarked && broken !== undefined)
    return {
      calls: [...calls, { name: broken, arguments: args.replace(/\s*\}?\s*<[^<]*$/, '').trim() }],
      end: text.length,
    };
  return calls.length === 0 ? undefined : { calls, end: at };
}

/** The JSON value that begins there. One pass over the text. */
function jsonAt(
  text: string,
  from: number,
): { readonly value: unknown; readonly text: string; readonly end: number } | undefined {
  if (text[from] !== '{' && text[from] !== '[') return undefined;
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign === '\\') at += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if ((sign === '}' || sign === ']') && --depth === 0) {
      const json = text.slice(from, at + 1);
      const value = parsedJson(json);
      return value === undefined ? undefined : { value, text: json, end: at + 1 };
    }
  }
  return undefined;
}

/** `arguments` (Hermes, Qwen) or `parameters` (Llama), an object or its text; also inside of `function`. */
function callOf(value: unknown): Call | undefined {
  const call: Json | undefined = asObject(asObject(value)?.function) ?? asObject(value);
  const given = call?.arguments ?? call?.parameters;
  if (typeof call?.name !== 'string' || call.name === '' || given === undefined) return undefined;
  return { name: call.name, arguments: typeof given === 'string' ? given : JSON.stringify(given) };
}

/** Values in tags are text where the tool's schema says so, else JSON if they are that. */
function argumentsOf(name: string, body: string, tools: () => readonly OfferedTool[]): string {
  const properties = asObject(tools().find((tool) => tool.name === name)?.parameters.properties);
  const values = [...body.matchAll(PARAMETERS)].map(([, own, text, key, value]) => {
    const field = own ?? key?.trim() ?? '';
    const given = text ?? value ?? '';
    const isText = asObject(properties?.[field])?.type === 'string';
    return [field, isText ? given : (parsedJson(given) ?? given)];
  });
  return JSON.stringify(Object.fromEntries(values));
}

/** `path=".", deep=True` */
const keywordsOf = (body: string): string =>
  JSON.stringify(
    Object.fromEntries(
      [...body.matchAll(KEYWORD)].map(([, name, value = '']) => {
        const json = value
          .replace(/^'(.*)'$/s, (_, text: string) => JSON.stringify(text))
          .replace(/^(True|False|None)$/, (word) => (word === 'None' ? 'null' : word.toLowerCase()));
        return [name, parsedJson(json) ?? value];
      }),
    ),
  );
