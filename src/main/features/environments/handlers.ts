/** Environments for the screen and the command line. Changes throw SkilldeckError `bad-input`, in words for the person. */

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { environmentsContract } from '../../../shared/contract/environments.ts';
import type { EnvironmentsView } from '../../../shared/environments.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { keylessAddress } from '../../../shared/models/keyless-address.ts';
import { implementContract } from '../../api/implement-contract.ts';
import { changes } from '../../api/streams.ts';
import type { Core } from '../../core/core.ts';

export function environmentHandlers({ settings, diagnostics, reportBug }: Core) {
  const os = implementContract(environmentsContract, reportBug);
  const { folders } = settings;
  const view = (): EnvironmentsView => {
    const current = settings.environment();
    const own = settings.of(current);
    return {
      current,
      environments: folders.list().map((name) => {
        const folder = folders.folder(name);
        return { name, folder: existsSync(folder) ? folder : null, skills: foldersIn(path.join(folder, 'skills')) };
      }),
      agents: own.agents().map(({ name, description, model }) => ({
        name,
        ...(description === undefined ? {} : { description }),
        ...(model === undefined ? {} : { model }),
      })),
      agent: own.agentFor(undefined)?.name ?? null,
      models: own.models().map(({ name, model, baseUrl = '' }) => ({ name, model, baseUrl: keylessAddress(baseUrl) })),
      diagnostics: diagnostics(),
    };
  };
  const create = async (name: string, from?: string): Promise<EnvironmentsView> => {
    folders.create(name, from);
    await settings.notify();
    return view();
  };
  return {
    list: os.list.handler(view),
    watch: os.watch.handler(({ signal }) => changes(view, settings.onChange, signal)),
    create: os.create.handler(({ input }) => create(input.name)),
    copy: os.copy.handler(({ input }) => create(input.name, input.from)),
    switch: os.switch.handler(async ({ input }) => {
      await settings.switchTo(input.name);
      return view();
    }),
    remove: os.remove.handler(async ({ input: { name } }) => {
      if (name === settings.environment() && folders.has(name))
        throw detailed('bad-input', 'environment-in-use', { name });
      const entry = folders.remove(name);
      await settings.notify();
      return { entry };
    }),
    restore: os.restore.handler(async ({ input }) => {
      folders.restore(input.what);
      await settings.notify();
      return view();
    }),
  };
}

function foldersIn(dir: string): number {
  try {
    return readdirSync(dir, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.') && !entry.isFile())
      .length;
  } catch {
    return 0;
  }
}
