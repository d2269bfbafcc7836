/** A text as part of a file's or folder's name. */
export const folderWord = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 80);
