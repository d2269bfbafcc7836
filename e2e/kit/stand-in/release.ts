/** An installed AppImage, and a server of updates on this machine with a newer one. Both are shell scripts. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { dump } from 'js-yaml';

export interface Installed {
  /** For the main process. */
  readonly env: Readonly<Record<string, string>>;
  /** The AppImage, which an update replaces. */
  readonly image: string;
  readonly program: string;
  close(): Promise<void>;
}

export async function installRelease(folder: string, version: string, notes: string): Promise<Installed> {
  const name = `Skilldeck-${version}.AppImage`;
  // Large enough to arrive in several pieces.
  const program = `#!/bin/sh\nexit 0\n${'#'.repeat(2_000_000)}\n`;
  const sha512 = createHash('sha512').update(program).digest('base64');
  const files = [{ url: name, sha512, size: program.length }];
  const list = dump({
    version,
    files,
    path: name,
    sha512,
    releaseNotes: notes,
    releaseDate: '2026-11-23T00:00:00.000Z',
  });
  const server = http.createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://host').pathname;
    if (asked === '/latest-linux.yml') response.end(list);
    else if (asked === `/${name}`) response.end(program);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const at = (...parts: readonly string[]) => path.join(folder, ...parts);
  for (const part of ['resources', 'programs', 'cache']) mkdirSync(at(part));
  writeFileSync(
    at('resources', 'app-update.yml'),
    dump({ provider: 'generic', url, updaterCacheDirName: 'skilldeck-updater' }),
  );
  const image = at('programs', 'Skilldeck.AppImage');
  writeFileSync(image, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  return {
    env: { APPIMAGE: image, XDG_CACHE_HOME: at('cache'), SKILLDECK_E2E_RESOURCES: at('resources') },
    image,
    program,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
