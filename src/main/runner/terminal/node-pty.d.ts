/**
 * The part of node-pty that `pty.ts` uses. The package is installed under an alias (prebuilt binaries), but its types
 * declare the module only under its original name.
 */
declare module 'node-pty' {
  export interface IPty {
    readonly pid: number;
    onData(listener: (data: unknown) => void): void;
    onExit(listener: (end: { readonly exitCode: number; readonly signal?: number }) => void): void;
    write(data: string): void;
  }
  export interface SpawnOptions {
    readonly name: string;
    readonly cols: number;
    readonly rows: number;
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    /** `null`: bytes. */
    readonly encoding?: string | null;
  }
  export function spawn(file: string, args: string[] | string, options: SpawnOptions): IPty;
}
