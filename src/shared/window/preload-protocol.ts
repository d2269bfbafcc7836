/** The words between the page and the preload, and those between the preload and the main process. */

/** Page to preload: make a channel to the core. */
export const CONNECT_REQUEST = 'skilldeck:connect';
/** Preload to page: its end of the channel comes with this. */
export const PORT_MESSAGE = 'skilldeck:port';
/** Preload to main process: the core's end comes with this. */
export const CORE_PORT_CHANNEL = 'skilldeck:core-port';

/** Page to preload, and preload to main process: show the window, wherever it is. */
export const FRONT_REQUEST = 'skilldeck:front';

export const MENU_COMMANDS = ['new-conversation', 'settings', 'shortcuts'] as const;
export type MenuCommand = (typeof MENU_COMMANDS)[number];

/** Main process to preload, with a command. */
export const MENU_CHANNEL = 'skilldeck:menu';
/** Preload to page: begins with this, and the command follows. */
const MENU_MESSAGE = 'skilldeck:menu:';

export const menuMessage = (command: MenuCommand): string => `${MENU_MESSAGE}${command}`;

/** Undefined for every other message. */
export const menuCommandIn = (message: unknown): MenuCommand | undefined =>
  MENU_COMMANDS.find((command) => message === menuMessage(command));

/** Main process to preload, with a file that the system opens with the app; the preload hands it on as it is. */
export const FILE_CHANNEL = 'skilldeck:file';

/** A skill is read by the core, at its path; an exported session by the page, like one that is dropped there. */
export type GivenFile =
  | { readonly kind: 'skill'; readonly path: string }
  | { readonly kind: 'session'; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

export const fileMessage = (file: GivenFile) => ({ skilldeck: FILE_CHANNEL, file });

/** Undefined for every other message. */
export function fileIn(message: unknown): GivenFile | undefined {
  const { skilldeck, file } = (message ?? {}) as Partial<ReturnType<typeof fileMessage>>;
  return skilldeck === FILE_CHANNEL ? file : undefined;
}

/** Main process to preload, with the words that a link asks to put into the message box. */
export const PROMPT_CHANNEL = 'skilldeck:prompt';
/** Preload to page: begins with this, and the words follow. */
const PROMPT_MESSAGE = 'skilldeck:prompt:';

export const promptMessage = (prompt: string): string => `${PROMPT_MESSAGE}${prompt}`;

/** Undefined for every other message. */
export function promptIn(message: unknown): string | undefined {
  return typeof message === 'string' && message.startsWith(PROMPT_MESSAGE)
    ? message.slice(PROMPT_MESSAGE.length)
    : undefined;
}
