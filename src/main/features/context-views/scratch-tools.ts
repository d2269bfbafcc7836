/** Runs the tools over a temporary folder, so that a preview leaves nothing in the data folder. */

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { SandboxWish } from '../../../shared/sandbox.ts';
import { createRunner } from '../../runner/runner.ts';
import type { SessionDeps } from '../../session/deps.ts';
import { createTools } from '../../tools/registry.ts';
import type { ToolParts } from '../../tools/types.ts';

export async function withScratchTools<T>(
  {
    sandbox,
    library,
    bundledRoot,
    runner,
  }: Pick<ToolParts, 'library' | 'bundledRoot' | 'runner'> & { readonly sandbox: SandboxWish },
  work: (tools: SessionDeps['tools']) => Promise<T>,
): Promise<T> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-preview-'));
  try {
    const registry = createTools({
      library,
      bundledRoot,
      runner: createRunner({ home, sandbox, interpreters: runner.interpreters }),
    });
    return await work((host) => registry.forSession(host));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
