/** Applies and explains the limits when there is no sandbox. */
import { RUN_MARKER } from '../process/process-tree.ts';
import { limitScript } from './launch-script.ts';
import { explainEnd } from './limit-reached.ts';
import type { RunLimits } from './limits.ts';
import type { Sandbox } from './sandbox.ts';
import { watchMemory } from './watch-memory.ts';

/** @returns any kind other than none unchanged: it applies them itself. */
export function withLimits(sandbox: Sandbox, limits: RunLimits): Sandbox {
  if (sandbox.kind !== 'none' || process.platform === 'win32') return sandbox;
  // Not of processes: without a sandbox the kernel counts all that the person has.
  const script = limitScript({ ...limits, processes: undefined });
  return {
    ...sandbox,
    async wrap(program, bounds) {
      const plain = await sandbox.wrap(program, bounds);
      const memory = watchMemory(program.env[RUN_MARKER] ?? '', limits.memoryBytes);
      return {
        ...plain,
        file: '/bin/sh',
        args: ['-c', script, 'sh', plain.file, ...plain.args],
        over: memory.over,
        explain: (end) => explainEnd(end, limits, memory.over.aborted ? 'memory' : undefined),
        async dispose() {
          memory.end();
          await plain.dispose();
        },
      };
    },
  };
}
