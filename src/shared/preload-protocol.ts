/** The two words between the page and the preload, and the one between the preload and the main process. */

/** Page to preload: make a channel to the core. */
export const CONNECT_REQUEST = 'skilldeck:connect';
/** Preload to page: its end of the channel comes with this. */
export const PORT_MESSAGE = 'skilldeck:port';
/** Preload to main process: the core's end comes with this. */
export const CORE_PORT_CHANNEL = 'skilldeck:core-port';
