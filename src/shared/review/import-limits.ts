/** Max bytes of a file imported in pieces: more than any conversation needs. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024 * 1024;
