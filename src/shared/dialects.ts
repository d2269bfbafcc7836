/** What a dialect says of a session's settings (CONTRACT §8 "Placement", "Load modes"). Its words and tools are the core's. */
import type { Dialect, LoadMode, Placement } from './events.ts';

export interface DialectSettings {
  /** Those that it honours; the first is its default. */
  readonly placements: readonly [Placement, ...Placement[]];
  /** Where none is given. */
  readonly loadMode: LoadMode;
}

const FREE = { placements: ['system', 'tool-result'], loadMode: 'session' } as const;
const IN_RESULTS = { placements: ['tool-result'], loadMode: 'session' } as const;

export const DIALECT_SETTINGS: Readonly<Record<Dialect, DialectSettings>> = {
  omni: FREE,
  trpc: { ...FREE, loadMode: 'turn' },
  'agent-core': IN_RESULTS,
  agentscope: IN_RESULTS,
  standard: IN_RESULTS,
};
