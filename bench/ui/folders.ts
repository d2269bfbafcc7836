/** Folders and model that every part of the bench starts the app with, and where it looks on the page. */
export interface Folders {
  readonly home: string;
  readonly userHome: string;
  readonly model: { readonly baseUrl: string; readonly name: string };
}

export const LOG = '[role="log"]';
export const COMPOSER = 'main textarea';
