import { shell } from 'electron';

/** The address as it may be given to the system's browser: a web page, with no name or password in it. */
export function externalAddress(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  return url.username === '' && url.password === '' ? url.href : undefined;
}

/** Opens links outside, and only web pages. */
export function openOutside(address: string): void {
  const url = externalAddress(address);
  if (url !== undefined) void shell.openExternal(url);
}
