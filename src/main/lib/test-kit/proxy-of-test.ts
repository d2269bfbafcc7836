import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { http } from '../node-http.ts';
import { tempFolder } from './temp-folder.ts';

export interface ProxyOfTest {
  readonly url: string;
  readonly port: number;
  /** Targets of its CONNECT requests, `HOST:PORT`. */
  readonly asked: readonly string[];
}

/** A CONNECT proxy, for which every name leads to one port of this machine. @param account `user:password` that it wants. */
export async function proxyOfTest(to: () => number, { account = '', status = 200 } = {}): Promise<ProxyOfTest> {
  const asked: string[] = [];
  const server = http.createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request, client) => {
    asked.push(request.url ?? '');
    const wanted = `Basic ${Buffer.from(account).toString('base64')}`;
    const isIn = account === '' || request.headers['proxy-authorization'] === wanted;
    if (!isIn || status !== 200) {
      client.end(`HTTP/1.1 ${isIn ? status : 407} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const target = connect(to(), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    for (const one of [client, target])
      one.on('error', () => {}).on('close', () => [client, target].map((end) => end.destroy()));
  });
  const port = await listening(server);
  return { url: `http://127.0.0.1:${port}`, port, asked };
}

/** @returns its port. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A server with a certificate for `*.corp.test`, signed by an unknown authority. */
export async function tlsServerOfTest(answer: (body: string) => string) {
  const folder = tempFolder();
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  run('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Corp Root');
  run('req', ...key.slice(0, 5), '-keyout', 'own.key', '-out', 'own.csr', '-subj', '/CN=model.corp.test');
  writeFileSync(path.join(folder, 'names'), 'subjectAltName=DNS:*.corp.test\n');
  const sign = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  run('x509', '-req', '-in', 'own.csr', '-out', 'own.pem', ...sign);
  const read = (name: string) => readFileSync(path.join(folder, name));
  const server = https.createServer({ key: read('own.key'), cert: read('own.pem') }, async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    response.end(answer(body));
  });
  return { port: await listening(server), authority: path.join(folder, 'ca.pem') };
}
