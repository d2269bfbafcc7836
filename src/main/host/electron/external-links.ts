import { shell } from 'electron';

/** The address as it may be given to the system's browser: a web page, with no name or password in it. */
export function externalAddress(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  return url.username === '' && url.password === '' ? url.href : undefined;
}

/** Links open outside; whatever is not a web page is not opened at all. */
export function openOutside(address: string): void {
  const url = externalAddress(address);
  if (url !== undefined) void shell.openExternal(url);
}
