/**
 * Tokens of a request besides its texts. These are the figures that OpenAI publishes for its own models (Cookbook, "How
 * to count tokens with tiktoken": sections 6, chat messages, and 7, tools). They are estimates: OpenAI itself says that
 * they may change with a model, and does not mention nested schemas, counted here like top-level ones. Other providers
 * publish nothing; their open chat templates (Qwen, GLM, DeepSeek) put a role's marks around each message and pass each
 * tool on as the posted JSON, so that is what is counted for them. The correction learned from the providers' own
 * figures covers the rest (docs/decisions/0010).
 */
import type { ToolDefinition } from '../../../shared/events.ts';
import type { TokenCounter } from './counter.ts';

/** Marks around a message: `tokens_per_message`, and the role's name, a token in every encoding. */
export const PER_MESSAGE = 3 + 1;
/** Marks around a call of a tool (gpt-tokenizer's `FUNCTION_CALL_METADATA_TOKEN_OVERHEAD`). */
export const PER_CALL = 3;
/** "Every reply is primed with <|start|>assistant<|message|>". */
const REPLY_PRIMING = 3;

/** `func_init`, for models of the o200k encodings and for older ones. */
const PER_TOOL = 7;
const PER_TOOL_BEFORE_O200K = 10;
/** `prop_init`, `prop_key`, `enum_init`, `enum_item`. */
const PROPERTIES = 3;
const PER_PROPERTY = 3;
const ENUM = -3;
const PER_ENUM_VALUE = 3;
/** `func_end`: once, after all tools. */
const TOOLS_END = 12;

/** Tokens outside the texts: the system message's marks, the reply's priming, the frame of the tools. */
export function baseOverhead(tools: readonly unknown[], { published }: TokenCounter): number {
  return PER_MESSAGE + REPLY_PRIMING + (tools.length > 0 && published ? TOOLS_END : 0);
}

/** Tokens of one tool, as written for the model. */
export function toolTokens({ name, description, parameters }: ToolDefinition, counter: TokenCounter): number {
  if (!counter.published) {
    return counter.count(JSON.stringify({ type: 'function', function: { name, description, parameters } }));
  }
  const start = counter.encoding.startsWith('o200k') ? PER_TOOL : PER_TOOL_BEFORE_O200K;
  return start + counter.count(`${name}:${withoutStop(description)}`) + propertiesTokens(parameters, counter);
}

function propertiesTokens(schema: Schema, counter: TokenCounter): number {
  const properties = Object.entries(asSchema(schema.properties));
  if (properties.length === 0) return 0;
  return properties.reduce((sum, [name, value]) => sum + propertyTokens(name, asSchema(value), counter), PROPERTIES);
}

function propertyTokens(name: string, schema: Schema, counter: TokenCounter): number {
  const { type, description, enum: values, items, anyOf, oneOf } = schema;
  const line = `${name}:${typeWords(type)}:${withoutStop(typeof description === 'string' ? description : '')}`;
  const choices = Array.isArray(values) ? values : [];
  const choice = choices.reduce<number>((sum, one) => sum + PER_ENUM_VALUE + counter.count(String(one)), ENUM);
  const variants = anyOf ?? oneOf;
  return (
    PER_PROPERTY +
    counter.count(line) +
    (choices.length === 0 ? 0 : choice) +
    (variants === undefined ? 0 : counter.count(JSON.stringify(variants))) +
    propertiesTokens(schema, counter) +
    propertiesTokens(asSchema(items), counter)
  );
}

type Schema = Readonly<Record<string, unknown>>;

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}

const typeWords = (type: unknown): string =>
  Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any';
const withoutStop = (text: string): string => text.replace(/\.$/, '');
