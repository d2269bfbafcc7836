/**
 * Session settings implied by a dialect (CONTRACT §8 "Placement", "Load modes"). Its words and tools belong to the
 * core.
 */
import type { Dialect, LoadMode, Placement } from './events.ts';

export interface DialectSettings {
  /** Those that it honours; the first is its default. */
  readonly placements: readonly [Placement, ...Placement[]];
  /** Default of the dialect. */
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
