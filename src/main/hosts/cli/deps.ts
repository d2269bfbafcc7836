/** Dependencies of the command line: the core, the other hosts, and its terminal. */
import type { RepairChoice, RepairReport } from '../../../shared/window/database-repair.ts';
import type { AppOptions, CreateApp } from '../../api.ts';

export interface ServeRequest {
  readonly port: number | undefined;
  readonly open: boolean;
  /** Called once, with the address that holds the token. */
  readonly onReady: (url: string) => void;
  readonly app: Omit<AppOptions, 'host' | 'access'>;
}

/** The window's exit status once it is closed, or why there is none. */
export type DesktopOutcome = { readonly code: number } | { readonly reason: string };

export interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls `listener` at each Ctrl-C and at each request to end; returns how to stop listening. */
  onInterrupt(listener: () => void): () => void;
  /** Ends the process without waiting for anything. */
  exit(status: number): void;
}

export interface CliDeps {
  readonly createApp: CreateApp;
  readonly version: string;
  /** The browser host, until it is ended. Answers the exit status. */
  readonly serve: (request: ServeRequest) => Promise<number>;
  /** Opens the window; `args` are passed on. The npm package has none. */
  readonly launchDesktop: ((args: readonly string[]) => Promise<DesktopOutcome>) | undefined;
  /** Repairs the database of a data folder that no other process uses. */
  readonly repair: (home: string, choice: RepairChoice) => RepairReport | Promise<RepairReport>;
  readonly terminal: Terminal;
}
