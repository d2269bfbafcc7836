/** Every loader that is measured, each doing what its own program does at its start. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CACHE } from '../../scripts/lib/paths.mjs';
import { createSkillLibrary } from '../../src/main/skills/discovery/library.ts';
import { floorLoad } from './floor.ts';

export interface Discovery {
  /** Number of skills found. */
  readonly count: number;
  /** Data that the program keeps; measured as its memory. */
  readonly kept: unknown;
}

/** Gives the function that discovers; its second call is the same program looking again. */
export type OpenLoader = (root: string) => Promise<() => Promise<Discovery> | Discovery>;

export interface Peer {
  readonly id: string;
  /** Arguments of `npm install`. */
  readonly packages: readonly string[];
  /** Module to import. */
  readonly entry: string;
  readonly discover: (module: Readonly<Record<string, unknown>>, root: string) => () => Promise<Discovery> | Discovery;
}

export const peerDir = (id: string): string => path.join(CACHE, 'peers', id);

/** The peers' own types are no part of this project: it must compile without them. */
type Call = (...args: readonly unknown[]) => unknown;

function called(module: Readonly<Record<string, unknown>>, name: string): Call {
  const found = module[name];
  if (typeof found !== 'function') throw new Error(`It has no ${name}() any more`);
  return (...args) => found(...args);
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('It gave no list of skills');
  return value;
}

const discovery = (kept: unknown): Discovery => ({ count: listOf(kept).length, kept });

export const PEERS: readonly Peer[] = [
  {
    id: 'pi',
    packages: ['@earendil-works/pi-coding-agent@0.87.1'],
    entry: '@earendil-works/pi-coding-agent/dist/index.js',
    discover: (module, root) => {
      const load = called(module, 'loadSkillsFromDir');
      return () => {
        const kept = load({ dir: root, source: 'user' });
        return discovery((kept as { readonly skills: unknown }).skills);
      };
    },
  },
  {
    id: 'gemini-cli',
    packages: ['@google/gemini-cli-core@0.61.0'],
    entry: '@google/gemini-cli-core/dist/index.js',
    discover: (module, root) => {
      const load = called(module, 'loadSkillsFromDir');
      return async () => discovery(await load(root));
    },
  },
  {
    id: 'openai-agents',
    packages: ['@openai/agents@0.20.0', 'zod@4'],
    entry: '@openai/agents/dist/sandbox/local.mjs',
    discover: (module, root) => {
      const source = called(module, 'localDirLazySkillSource')({ src: '.', baseDir: root });
      const getIndex = called(source as Readonly<Record<string, unknown>>, 'getIndex');
      return async () => discovery(await getIndex({}));
    },
  },
  {
    id: 'deepagents',
    packages: ['deepagents@1.14.1'],
    entry: 'deepagents/dist/index.js',
    discover: (module, root) => {
      const load = called(module, 'listSkills');
      return () => discovery(load({ userSkillsDir: root }));
    },
  },
];

/** `skilldeck`, `floor`, or the id of a peer. */
export async function openLoader(id: string): Promise<OpenLoader> {
  if (id === 'floor') return async (root) => () => discovery(floorLoad(root));
  if (id === 'skilldeck') {
    return async (root) => {
      const library = createSkillLibrary({ roots: [{ dir: root, source: 'user' }] });
      return async () => {
        const { skills } = await library.refresh();
        return { count: skills.length, kept: library };
      };
    };
  }
  const peer = PEERS.find((one) => one.id === id);
  if (peer === undefined) throw new Error(`There is no loader ${id}`);
  const file = path.join(peerDir(peer.id), 'node_modules', peer.entry);
  const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href);
  return async (root) => peer.discover(module, root);
}
