/** Messages between the test and the desktop's main process, a child of the test's. */

/** Data on a page's port. */
export type PortData = string | Uint8Array;

export interface Ask {
  readonly ask: number;
  readonly what:
    | { readonly do: 'page-file'; readonly path: string }
    /** A menu item, by the labels that lead to it; `tray` for the tray's. */
    | { readonly do: 'menu' | 'tray'; readonly labels: readonly string[] }
    /** Another start of the program, which left to this one. */
    | { readonly do: 'second-instance'; readonly argv: readonly string[]; readonly folder: string }
    | { readonly do: 'open-url'; readonly url: string }
    | { readonly do: 'open-file'; readonly file: string }
    | { readonly do: 'close-window' }
    /** A key that the app holds for the whole system, as an accelerator. */
    | { readonly do: 'key'; readonly key: string }
    | { readonly do: 'window' }
    | { readonly do: 'calls'; readonly name: string }
    | { readonly do: 'quit' };
}

export type ToMain =
  | Ask
  | { readonly port: number; readonly open: true }
  | { readonly port: number; readonly data: PortData }
  | { readonly fromPage: string };

export type FromMain =
  | { readonly answer: number; readonly value: unknown; readonly failed?: string }
  | { readonly port: number; readonly data: PortData }
  | { readonly toPage: string; readonly args: readonly unknown[] };

export interface PageFile {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The window, as the system shows it. */
export interface WindowSeen {
  readonly open: boolean;
  readonly shown: boolean;
  /** Times that it was brought to the front. */
  readonly fronted: number;
}
