/**
 * Plays a session against the demo model over real HTTP: the app's part of the request (CONTRACT §3 and §4) and its
 * tools, which run the real scripts of `skills/book-flight` with the machine's Python. Everything that the model was
 * sent and answered is kept for the tests to look at.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { splitCommand } from '../skills.ts';

const SKILL_DIR = path.resolve(import.meta.dirname, '../../../skills/book-flight');
/** A Wednesday. */
const NOW = '2026-11-04T10:00:00+08:00';

export interface Call {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

export interface PersonOptions {
  readonly now?: string;
  /** The person's answer to the app's question before `book_flight.py` or `cancel`. */
  readonly consent?: (command: string) => boolean;
  /** Stands in for a tool: a result, or undefined to continue as usual. */
  readonly intercept?: (call: Call) => string | undefined;
  readonly tools?: readonly string[];
  readonly extraSkills?: readonly { id: string; description: string; instructions?: string }[];
  readonly withoutFlights?: boolean;
  readonly withoutScripts?: readonly string[];
  /** In place of the scripts: what one prints, named with its arguments. */
  readonly runs?: (command: string) => Promise<string>;
  /** Load mode `once`: instructions are in one request only. */
  readonly once?: boolean;
}

type Message =
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: WireCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };
interface WireCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  load_skill: ['name'],
  unload_skill: ['name'],
  load_skill_reference: ['skill_name', 'ref_path'],
  list_skills: [],
  run_command: ['command', 'cwd', 'timeout', 'env'],
  grep: ['pattern', 'path', 'glob'],
  list_dir: ['path'],
  read_file: ['path', 'offset', 'limit'],
  write_file: ['path', 'content', 'mode'],
};

export function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return existsSync(path.join(SKILL_DIR, 'SKILL.md'));
  } catch {
    return false;
  }
}

export interface Reply {
  /** The words that ended the turn. */
  readonly text: string;
  /** Steps before them: `load book-flight`, `search_flights.py --from …`, `reference.md`. */
  readonly steps: readonly string[];
}

export class Person {
  readonly messages: Message[] = [];
  readonly requests: Record<string, unknown>[] = [];
  readonly home = mkdtempSync(path.join(tmpdir(), 'demo-model-'));
  readonly #url: string;
  readonly #options: PersonOptions;
  readonly #loaded = new Set<string>();
  readonly #references = new Set<string>();

  constructor(url: string, options: PersonOptions = {}) {
    this.#url = url;
    this.#options = options;
  }

  close(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  /** One message and all that follows from it, until the model answers in words. */
  async say(text: string): Promise<Reply> {
    this.messages.push({ role: 'user', content: text });
    const steps: string[] = [];
    for (let iteration = 0; iteration < 12; iteration++) {
      const { content, calls } = await this.#ask();
      const wire = calls.map((call) => ({ id: call.id, type: 'function' as const, function: call.function }));
      this.messages.push({ role: 'assistant', content, ...(wire.length === 0 ? {} : { tool_calls: wire }) });
      if (wire.length === 0) return { text: content ?? '', steps };
      for (const call of wire) {
        if (!this.#offered().includes(call.function.name)) throw new Error(`unknown tool ${call.function.name}`);
        const args = JSON.parse(call.function.arguments) as Record<string, unknown>;
        steps.push(stepName({ name: call.function.name, arguments: args }));
        this.messages.push({
          role: 'tool',
          tool_call_id: call.id,
          content: await this.#run({ name: call.function.name, arguments: args }),
        });
      }
    }
    throw new Error(`no words after 12 requests: ${steps.join(' | ')}`);
  }

  body(): Record<string, unknown> {
    const tools = this.#offered().map((name) => ({
      type: 'function',
      function: {
        name,
        description: `${name}.`,
        parameters: {
          type: 'object',
          properties: Object.fromEntries((FIELDS[name] ?? []).map((field) => [field, { type: 'string' }])),
        },
      },
    }));
    return {
      model: 'skilldeck-demo',
      messages: [{ role: 'system', content: this.#system() }, ...this.messages],
      tools,
      stream: true,
      stream_options: { include_usage: true },
    };
  }

  async #ask(): Promise<{ content: string | null; calls: WireCall[] }> {
    const body = this.body();
    if (this.#options.once) this.#loaded.clear();
    this.requests.push(body);
    const response = await fetch(`${this.#url}/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return assemble(await response.text());
  }

  #offered(): readonly string[] {
    return this.#options.tools ?? Object.keys(FIELDS);
  }

  #system(): string {
    const flights = this.#options.withoutFlights ? [] : [{ id: 'book-flight', description: frontMatterDescription() }];
    const catalog = [...flights, ...(this.#options.extraSkills ?? [])].map(
      (skill) => `- [${this.#loaded.has(skill.id) ? '✓' : '○'}] **${skill.id}**: ${skill.description}`,
    );
    const parts = [
      'You are Skilldeck. Load a skill when a request matches it: flights, for example.',
      `## Workspace\n- **Folder**: \`/home/ada/sessions/1\` (relative paths and commands start here)`,
      `## Available Tools\n${this.#offered()
        .map((name) => `- ${name}: does it.`)
        .join('\n')}`,
      ...(catalog.length === 0 ? [] : [`## Available Skills (use when needed)\n${catalog.join('\n')}`]),
    ];
    const skills = [...this.#loaded].map((id) => this.#skillSection(id));
    if (skills.length > 0) parts.push(`## Loaded Skill Instructions\n\n${skills.join('\n\n')}`);
    const references = [...this.#references].map(referenceSection);
    if (references.length > 0) parts.push(`## Loaded Skill References\n\n${references.join('\n\n')}`);
    return parts.join('\n\n');
  }

  #skillSection(id: string): string {
    const extra = this.#options.extraSkills?.find((skill) => skill.id === id);
    if (extra !== undefined) {
      return `### Skill: ${id}\n# Skill: ${id}\n\n${extra.description}\n\n## Skill Context\n- **Skill Directory**: \`/skills/${id}\`\n\n## Instructions\n${extra.instructions ?? ''}`;
    }
    const scripts = readdirSync(path.join(SKILL_DIR, 'scripts'))
      .filter((file) => file.endsWith('.py') && !this.#options.withoutScripts?.includes(file))
      .map((file) => path.join(SKILL_DIR, 'scripts', file));
    const body = readFileSync(path.join(SKILL_DIR, 'SKILL.md'), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
    return [
      `### Skill: ${id}`,
      `# Skill: ${id}`,
      '',
      frontMatterDescription(),
      '',
      '## Skill Context',
      `- **Skill Directory**: \`${SKILL_DIR}\``,
      '- **Available Scripts**:',
      ...scripts.map((file) => `  - \`${file}\` (run with: \`python3 ${file}\`)`),
      '- **Available References**: `forms.md`, `reference.md`, `references/api.md`, `references/changing.md`, `references/cities.md`, `references/fares.md`',
      '',
      '## Instructions',
      body,
    ].join('\n');
  }

  async #run(call: Call): Promise<string> {
    const given = this.#options.intercept?.(call);
    if (given !== undefined) return given;
    switch (call.name) {
      case 'load_skill': {
        const id = String(call.arguments.name);
        this.#loaded.add(id);
        return `Loaded skill ${id} (4,200 tokens).`;
      }
      case 'unload_skill':
        this.#loaded.delete(String(call.arguments.name));
        return 'Unloaded.';
      case 'load_skill_reference': {
        const file = String(call.arguments.ref_path);
        this.#references.add(file);
        return `Loaded ${file}.`;
      }
      case 'run_command':
        return this.#command(String(call.arguments.command));
      default:
        throw new Error(`the test has no ${call.name}`);
    }
  }

  async #command(command: string): Promise<string> {
    const [program = '', ...args] = splitCommand(command);
    const asks = /book_flight\.py/.test(command) || /manage_bookings\.py (?:cancel|change)(?!.*--quote)/.test(command);
    if (asks && !(this.#options.consent?.(command) ?? true)) {
      return 'The person did not allow this. Do not run it again and do not look for another way to do the same; ask what they would like instead.';
    }
    const env = {
      PATH: process.env.PATH ?? '',
      SKILLDECK_NOW: this.#options.now ?? NOW,
      SKILL_DATA_DIR: path.join(this.home, 'data'),
      OUTPUT_DIR: path.join(this.home, 'out'),
      RUN_DIR: path.join(this.home, 'run'),
    };
    if (this.#options.runs !== undefined) return this.#options.runs(afterScripts(command));
    return new Promise((resolve) => {
      const child = execFile(program, args, { cwd: this.home, env }, (_, stdout, stderr) => {
        resolve(`${`${stdout}${stderr}`.trimEnd()}\n\n[exit status ${child.exitCode}]`);
      });
    });
  }
}

function afterScripts(command: string): string {
  return command.replace(/^.*\/scripts\//, '');
}

function stepName({ name, arguments: args }: Call): string {
  if (name === 'load_skill') return `load ${args.name}`;
  if (name === 'unload_skill') return `unload ${args.name}`;
  if (name === 'load_skill_reference') return String(args.ref_path);
  return afterScripts(String(args.command ?? name));
}

function referenceSection(file: string): string {
  return `### book-flight - ${file}\n${readFileSync(path.join(SKILL_DIR, file), 'utf8')}`;
}

function frontMatterDescription(): string {
  const text = readFileSync(path.join(SKILL_DIR, 'SKILL.md'), 'utf8');
  return (/description: >-\n([\s\S]*?)\n\w/.exec(text)?.[1] ?? 'Flight booking assistant').replace(/\s+/g, ' ').trim();
}

interface Delta {
  content?: string | null;
  tool_calls?: { index: number; id?: string; function: { name?: string; arguments?: string } }[];
}

/** Puts a stream together again. Throws where it is not as the protocol has it. */
function assemble(sse: string): { content: string | null; calls: WireCall[] } {
  const lines = sse.split('\n\n').filter((line) => line !== '');
  if (lines.at(-1) !== 'data: [DONE]') throw new Error('the stream has no [DONE]');
  const chunks = lines.slice(0, -1).map(
    (line) =>
      JSON.parse(line.replace(/^data: /, '')) as {
        choices: { delta: Delta; finish_reason: string | null }[];
        usage?: unknown;
      },
  );
  if (!chunks.at(-1)?.usage) throw new Error('the stream has no usage');
  const calls: WireCall[] = [];
  let content = '';
  let finish: string | null = null;
  for (const choice of chunks.flatMap((chunk) => chunk.choices)) {
    content += choice.delta.content ?? '';
    finish = choice.finish_reason ?? finish;
    for (const part of choice.delta.tool_calls ?? []) {
      const call = calls[part.index] ?? {
        id: part.id ?? '',
        type: 'function' as const,
        function: { name: part.function.name ?? '', arguments: '' },
      };
      call.function.arguments += part.function.arguments ?? '';
      calls[part.index] = call;
    }
  }
  if (finish !== (calls.length > 0 ? 'tool_calls' : 'stop')) throw new Error(`finish reason ${finish}`);
  return { content: content === '' ? null : content, calls };
}
