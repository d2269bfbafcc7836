/** Limits of what the user attaches to a message. */

/** Bytes of one file. */
export const MAX_ATTACHMENT_BYTES = 64 * 1024 * 1024;
/** Media of one message. */
export const MAX_ATTACHMENTS = 20;
/** Bytes of one piece on the way to the core: what the browser's connection takes at once, in base64 too. */
export const ATTACHMENT_PIECE_BYTES = 3 * 1024 * 1024;
