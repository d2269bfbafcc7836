/** Environments for the screen and the command line: what there is, and the few things that can be done with one. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { EnvironmentsView } from '../../../shared/environments.ts';
import { SkilldeckError } from '../../../shared/errors.ts';
import type { SettingsStore } from '../../config/settings.ts';
import type { Environments } from './environment-commands.ts';

export function createEnvironments(settings: SettingsStore): Environments {
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
      models: own.models().map(({ name, model, baseUrl = '' }) => ({ name, model, baseUrl })),
      diagnostics: [...settings.diagnostics()],
    };
  };
  const changed = async (): Promise<EnvironmentsView> => {
    await settings.tell();
    return view();
  };
  return {
    view,
    onChange: (listener) => settings.onChange(() => listener()),
    async create(name, from) {
      folders.create(name, from);
      return changed();
    },
    async switchTo(name) {
      await settings.switchTo(name);
      return view();
    },
    async remove(name) {
      if (name === settings.environment() && folders.has(name)) {
        const message = `The app is in the environment '${name}'. Switch to another one first, then remove it.`;
        throw new SkilldeckError('bad-input', message);
      }
      const entry = folders.remove(name);
      await settings.tell();
      return { entry };
    },
    async restore(what) {
      folders.restore(what);
      return changed();
    },
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
