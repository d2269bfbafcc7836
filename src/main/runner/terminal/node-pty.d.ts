/**
 * What `pty.ts` uses of node-pty. The package is installed under an alias (prebuilt binaries), and its own types
 * declare the module by the name that it was published under only.
 */
declare module 'node-pty' {
  export interface IPty {
    readonly pid: number;
    onData(listener: (data: unknown) => void): void;
    onExit(listener: (end: { readonly exitCode: number; readonly signal?: number }) => void): void;
    write(data: string): void;
    resize(columns: number, rows: number): void;
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
