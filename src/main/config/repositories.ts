/** Repositories of skills as files define them: an environment's `config.jsonc`, and the data folder's. */
import { detailed } from '../../shared/messages/detail.ts';
import { type RepositoryDefinition, repositoryNameSchema, repositorySchema } from '../../shared/repositories.ts';
import type { ConfigFile } from './config-file.ts';

export interface DefinedRepository {
  readonly name: string;
  readonly source: 'environment' | 'everywhere';
  /** Absolute. */
  readonly file: string;
  readonly definition: RepositoryDefinition;
}

export interface Repositories {
  /** By name; an environment's own comes before one of the same name for all. Entries that cannot be read are left out. */
  list(environment: string): readonly DefinedRepository[];
  /** @throws SkilldeckError `bad-input`, which lists the names. */
  find(environment: string, name: string): DefinedRepository;
  /** Into the file that has it, else the environment's; `undefined` removes it. @throws SkilldeckError `config-invalid`, `bad-input`. */
  define(environment: string, name: string, definition: RepositoryDefinition | undefined): void;
}

export function repositories(home: ConfigFile, fileOf: (environment: string) => ConfigFile): Repositories {
  const definitions = (file: ConfigFile) => file.read().config.repositories ?? {};
  const list = (environment: string): readonly DefinedRepository[] => {
    const own = fileOf(environment);
    const found = new Map<string, DefinedRepository>();
    for (const [source, file] of [['environment', own] as const, ['everywhere', home] as const]) {
      for (const [name, value] of Object.entries(definitions(file))) {
        const read = repositorySchema.safeParse(value);
        if (!read.success || !repositoryNameSchema.safeParse(name).success || found.has(name)) continue;
        found.set(name, { name, source, file: file.path, definition: read.data });
      }
    }
    return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  };
  const find = (environment: string, name: string): DefinedRepository => {
    const all = list(environment);
    const found = all.find((one) => one.name === name);
    if (found !== undefined) return found;
    const names = all.map((one) => one.name).join(', ');
    throw detailed('bad-input', names === '' ? 'repository-none' : 'repository-missing', { name, names });
  };
  return {
    list,
    find,
    define(environment, name, definition) {
      const own = fileOf(environment);
      const before = list(environment).find((one) => one.name === name);
      if (definition === undefined) find(environment, name);
      const file = before?.source === 'everywhere' ? home : own;
      const { [name]: _old, ...others } = definitions(file);
      const all = definition === undefined ? others : { ...others, [name]: definition };
      file.change({ repositories: Object.keys(all).length === 0 ? undefined : all });
    },
  };
}
