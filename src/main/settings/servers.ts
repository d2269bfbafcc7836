/**
 * MCP servers as files define them: an environment's `config.jsonc`, the data folder's, and a project's `.mcp.json`
 * once its folder is trusted; and which of them, and of their tools, the person turned on.
 */

import path from 'node:path';
import { isEqual } from '../../shared/defined.ts';
import type { SkilldeckError } from '../../shared/errors.ts';
import { type McpServer, type McpSwitch, type ReadServer, readServer, serverNameSchema } from '../../shared/mcp.ts';
import { type DetailCode, detailed, type ValueFault, valueFault } from '../../shared/messages/failure.ts';
import { type RepositoryDefinition, repositoryNameSchema, repositorySchema } from '../../shared/skills/repositories.ts';
import { sha256 } from '../lib/text.ts';
import { type ConfigFile, readJsonc } from './jsonc.ts';

/** @throws SkilldeckError `bad-input`, which lists the names. */
function named<T extends { readonly name: string }>(
  all: readonly T[],
  name: string,
  none: DetailCode,
  missing: DetailCode,
): T {
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = all.map((one) => one.name).join(', ');
  throw detailed('bad-input', names === '' ? none : missing, { name, names });
}

/** Repositories of skills as files define them: an environment's `config.jsonc`, and the data folder's. */
export interface DefinedRepository {
  readonly name: string;
  readonly source: 'environment' | 'everywhere';
  /** Absolute. */
  readonly file: string;
  readonly definition: RepositoryDefinition;
}

export type Repositories = ReturnType<typeof repositories>;

export function repositories(home: ConfigFile, fileOf: (environment: string) => ConfigFile) {
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
  const find = (environment: string, name: string) =>
    named(list(environment), name, 'repository-none', 'repository-missing');
  return {
    /** By name; an environment's own comes before one of the same name for all. Entries that cannot be read are left out. */
    list,
    /** @throws SkilldeckError `bad-input`, which lists the names. */
    find,
    /** Into the file that has it, else the environment's; `undefined` removes it. @throws SkilldeckError `config-invalid`, `bad-input`. */
    define(environment: string, name: string, definition: RepositoryDefinition | undefined) {
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

const PROJECT_FILE = '.mcp.json';

type ServerSource = 'environment' | 'everywhere' | 'project';

export interface DefinedServer {
  readonly name: string;
  readonly source: ServerSource;
  /** Absolute. */
  readonly file: string;
  readonly read: ReadServer;
  /** False: off. */
  readonly on: McpSwitch;
}

export type McpServers = ReturnType<typeof mcpServers>;

interface ProjectFolder {
  readonly dir: string;
  trusted(): boolean;
}

export function mcpServers(home: ConfigFile, fileOf: (environment: string) => ConfigFile, project: ProjectFolder) {
  const definitions = (file: ConfigFile) => file.read().config.mcpServers ?? {};
  const switches = (file: ConfigFile) => file.read().config.mcpSwitches ?? {};
  const projectServers = (): readonly (readonly [string, unknown])[] => {
    if (!project.trusted()) return [];
    const { entries } = readJsonc(path.join(project.dir, PROJECT_FILE));
    const servers = entries.find(({ key }) => key === 'mcpServers');
    return servers === undefined ? [] : servers.entries().map(({ key, value }) => [key, value] as const);
  };

  const list = (environment: string): readonly DefinedServer[] => {
    const own = fileOf(environment);
    const on = { ...switches(home), ...switches(own) };
    const found = new Map<string, DefinedServer>();
    const add = (name: string, value: unknown, source: ServerSource, file: string): void => {
      if (found.has(name)) return;
      const named = serverNameSchema.safeParse(name);
      const read: ReadServer = named.success ? readServer(value) : { fault: valueFault(named.error) };
      const usable = 'server' in read && !read.disabled;
      const key = source === 'project' ? projectKey(project.dir, name, value) : name;
      found.set(name, { name, source, file, read, on: usable && Object.hasOwn(on, key) ? (on[key] ?? false) : false });
    };
    for (const [name, value] of Object.entries(definitions(own))) add(name, value, 'environment', own.path);
    for (const [name, value] of Object.entries(definitions(home))) add(name, value, 'everywhere', home.path);
    for (const [name, value] of projectServers()) add(name, value, 'project', path.join(project.dir, PROJECT_FILE));
    return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  };
  const find = (environment: string, name: string) => named(list(environment), name, 'mcp-none', 'mcp-missing');
  const without = <T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> | undefined => {
    const left = Object.entries(all).filter(([key]) => key !== name);
    return left.length === 0 ? undefined : Object.fromEntries(left);
  };

  return {
    /** By name; an environment's own comes before one of the same name for all, and a project's after both. */
    list,
    find,
    /** Into the environment's file; `undefined` removes it from where it is. @throws SkilldeckError `config-invalid`, `bad-input`. */
    define(environment: string, name: string, server: McpServer | undefined) {
      const own = fileOf(environment);
      if (server !== undefined) {
        const before = definitions(own);
        own.change({ mcpServers: { ...before, [name]: server } });
        return;
      }
      const { source } = find(environment, name);
      if (source === 'project')
        throw detailed('bad-input', 'mcp-project', { file: PROJECT_FILE, folder: project.dir, name });
      const file = source === 'environment' ? own : home;
      file.change({ mcpServers: without(definitions(file), name) });
      for (const one of [own, home]) {
        if (Object.hasOwn(switches(one), name)) one.change({ mcpSwitches: without(switches(one), name) });
      }
    },
    /** @throws SkilldeckError `bad-input`, `config-invalid`. */
    turn(environment: string, name: string, on: McpSwitch) {
      const own = fileOf(environment);
      const { source, read } = find(environment, name);
      if ('fault' in read) throw unusableServer(name, read.fault);
      const value = projectServers().find(([key]) => key === name)?.[1];
      const key = source === 'project' ? projectKey(project.dir, name, value) : name;
      const before = switches(own);
      if (isEqual(before[key], on)) return;
      // Off is said where the data folder's file says otherwise.
      const isNeeded = on !== false || Object.hasOwn(switches(home), key);
      own.change({ mcpSwitches: isNeeded ? { ...before, [key]: on } : without(before, key) });
    },
  };
}

/** `config-invalid`. */
export const unusableServer = (server: string, { place, figures }: ValueFault): SkilldeckError =>
  detailed('config-invalid', place === '' ? 'server-whole' : 'server-field', { ...figures, place, server });

/** The person turned on this program, for this folder: another one of the same name is off again. */
const projectKey = (dir: string, name: string, value: unknown): string =>
  `${name}@${sha256(JSON.stringify([dir, value])).slice(0, 16)}`;
