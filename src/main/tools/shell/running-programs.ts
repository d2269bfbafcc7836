/** The programs of one session that `skill_exec` started: they live until they end, are ended, or the turn is over. */
import { randomUUID } from 'node:crypto';
import type { InteractiveProgram } from '../../runner/terminal/interactive-program.ts';
import { ToolFailure } from '../tool-failure.ts';
import type { LiveTerminal } from './live-terminals.ts';

/** Max programs running at once in one session. */
const MAX_RUNNING = 8;
/** Ids of ended ones that are still known. */
const MAX_REMEMBERED = 100;

export type EndedBy = 'itself' | 'agent' | 'idle' | 'turn';

export interface RunningProgram {
  readonly id: string;
  readonly command: string;
  /** Real. */
  readonly cwd: string;
  /** Input goes to a skill's script as data; otherwise it may be a command. */
  readonly isScript: boolean;
  /** The bundled skill that owns the trusted script. */
  readonly owner: string | undefined;
  readonly program: InteractiveProgram;
  readonly terminal: LiveTerminal;
  /** Ends it, and waits until nothing of it is left. */
  end(by: Exclude<EndedBy, 'itself'>): Promise<void>;
  /** Typed since the last line break. */
  typed: string;
}

export interface RunningPrograms {
  /** @throws ToolFailure where too many run already. */
  readonly newId: () => string;
  add(program: RunningProgram): void;
  /** @throws ToolFailure that says what there is. */
  find(id: string): RunningProgram;
  /** Ends all, at the end of a run of the agent. Never rejects. */
  endAll(): Promise<void>;
}

export function createRunningPrograms(): RunningPrograms {
  const programs = new Map<string, RunningProgram>();
  const forgotten = new Map<string, string>();
  const running = () => [...programs.values()].filter(({ program }) => !program.exited);
  const listed = () => {
    const all = running().map(({ id, command }) => `- ${id}: ${command}`);
    return all.length === 0
      ? 'None is running: skill_exec starts one and answers its session_id.'
      : `Running are:\n${all.join('\n')}`;
  };

  return {
    newId() {
      if (running().length >= MAX_RUNNING) {
        throw new ToolFailure(
          `${MAX_RUNNING} programs are running. End one with skill_kill_session first. ${listed()}`,
        );
      }
      return `exec-${randomUUID().slice(0, 8)}`;
    },
    add(program) {
      programs.set(program.id, program);
      // Old ones that have exited are answered for from memory no longer.
      for (const [id, old] of programs) {
        if (programs.size <= MAX_REMEMBERED) break;
        if (old.program.exited) programs.delete(id);
      }
    },
    find(id) {
      const found = programs.get(id.trim());
      if (found !== undefined) return found;
      const command = forgotten.get(id.trim());
      throw new ToolFailure(
        command === undefined
          ? `There is no session "${id}". ${listed()}`
          : `Session ${id} (${command}) ended with the turn that started it; start it again with skill_exec. ${listed()}`,
      );
    },
    async endAll() {
      const all = [...programs.values()];
      for (const { id, command } of all) forgotten.set(id, command);
      for (const id of forgotten.keys()) {
        if (forgotten.size <= MAX_REMEMBERED) break;
        forgotten.delete(id);
      }
      programs.clear();
      await Promise.all(all.map((program) => program.end('turn')));
    },
  };
}
