/** One request to the demo model, with the flight skill loaded. */
import { answer } from '../server.ts';
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
