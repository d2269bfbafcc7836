/** Runs the demo model on one message: a search, a form with what it understood, or words. */
import { answer } from '../server.ts';
import { splitCommand } from '../skills.ts';
import { type Answer, chatRequestSchema } from '../wire.ts';

const SCRIPT = (name: string) => `  - \`/s/${name}\` (run with: \`python3 /s/${name}\`)`;
const SYSTEM = [
  '## Available Skills (use when needed)',
  '- [✓] **book-flight**: Flight booking assistant (机票预订): searches flights.',
  '- [○] **trip-planner**: Trip planner (旅行规划): plans days and activities, and makes an itinerary.',
  '## Loaded Skill Instructions',
  '',
  '### Skill: book-flight',
  '# Skill: book-flight',
  '',
  '## Skill Context',
  '- **Available Scripts**:',
  ...['get_current_time.py', 'search_flights.py', 'book_flight.py', 'manage_bookings.py'].map(SCRIPT),
  '- **Available References**: `reference.md`, `forms.md`',
  '',
  '## Instructions',
  'Book.',
].join('\n');

const tool = (name: string, ...fields: string[]) => ({
  type: 'function',
  function: { name, parameters: { properties: Object.fromEntries(fields.map((field) => [field, {}])) } },
});
export const TOOLS = [tool('run_command', 'command'), tool('load_skill', 'name'), tool('ask_user', 'form', 'values')];

export const person = (content: string) => ({ role: 'user', content });
export const called = (name: string, args: object, content: string) => [
  { role: 'assistant', content: 'x', tool_calls: [{ id: 'c', function: { name, arguments: JSON.stringify(args) } }] },
  { role: 'tool', tool_call_id: 'c', content },
];

export const talk = (tools: readonly object[], ...messages: object[]): Answer =>
  answer(chatRequestSchema.parse({ model: 'm', tools, messages: [{ role: 'system', content: SYSTEM }, ...messages] }));

export interface Made {
  /** Arguments of the search, by name. */
  readonly search?: Readonly<Record<string, string>>;
  /** Values of the form. */
  readonly form?: Readonly<Record<string, unknown>>;
  /** That the search is asked for in. */
  readonly currency?: string;
  /** Said back beside the form. */
  readonly unused?: readonly string[];
  readonly unclear?: readonly string[];
  readonly text: string;
}

/** @param today `YYYY-MM-DD`. */
export function madeOf(sentence: string, today: string, ...before: readonly object[]): Made {
  const messages = [...before, person(sentence)];
  const clock = called(
    'run_command',
    { command: 'python3 /s/get_current_time.py' },
    `Current Date: ${today}\nCurrent Time: 10:00`,
  );
  const first = talk(TOOLS, ...messages);
  const { call, text } = /get_current_time/.test(String(first.call?.arguments.command))
    ? talk(TOOLS, ...messages, ...clock)
    : first;
  if (call?.name === 'ask_user') {
    const {
      values,
      unused = [],
      unclear = [],
    } = call.arguments as {
      values: Record<string, unknown>;
      unused?: string[];
      unclear?: string[];
    };
    return { form: values, unused, unclear, text };
  }
  if (call === undefined) return { text };
  const [, script, ...argv] = splitCommand(String(call.arguments.command));
  if (script !== '/s/search_flights.py') return { text: String(call.arguments.command) };
  const names = argv.flatMap((word, index) =>
    word.startsWith('--') ? [[word.slice(2), argv[index + 1]?.replace(/^--.*/, '') ?? '']] : [],
  );
  const { lang: _, currency = 'CNY', ...search } = Object.fromEntries(names) as Record<string, string>;
  return { search, currency, text };
}
