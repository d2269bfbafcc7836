import { spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  askSystemProxy,
  chooseNetwork,
  type NetworkChoice,
  outgoing,
  proxyEnvironment,
  tunnelTo,
  wayTo,
} from './network.ts';
import { NetworkFault, networkFigures } from './network-faults.ts';
import { http } from './node-http.ts';
import { freePort } from './test-kit/listen.ts';
import { listening, proxyOfTest, tlsServerOfTest } from './test-kit/proxy-of-test.ts';
import { serverOfTest } from './test-kit/server-of-test.ts';
import { tempFolder } from './test-kit/temp-folder.ts';

const choose = (choice: NetworkChoice) => chooseNetwork(async () => choice);
const faultOf = async (asked: Promise<unknown>) => {
  const error = await asked.then(
    () => undefined,
    (why: unknown) => why,
  );
  expect(error).toBeInstanceOf(NetworkFault);
  return { kind: (error as NetworkFault).kind, ...networkFigures(error) };
};

const VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];

beforeEach(() => {
  for (const name of [...VARIABLES, ...VARIABLES.map((one) => one.toLowerCase())]) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  choose({});
  askSystemProxy(async () => 'DIRECT');
});

describe('the way to an address', () => {
  it('is by the variable of its scheme, in lower case first, and by ALL_PROXY last', async () => {
    vi.stubEnv('ALL_PROXY', 'socks5h://all:1');
    expect(await wayTo('https://a.test')).toEqual({ proxy: 'socks5://all:1', from: 'ALL_PROXY' });
    vi.stubEnv('HTTPS_PROXY', 'upper:2');
    expect(await wayTo('https://a.test')).toEqual({ proxy: 'http://upper:2', from: 'HTTPS_PROXY' });
    expect((await wayTo('http://a.test')).from).toBe('ALL_PROXY');
    vi.stubEnv('https_proxy', 'http://lower:3');
    expect((await wayTo('https://a.test')).from).toBe('https_proxy');
  });

  it('is never a proxy on this computer, nor where the setting says none', async () => {
    vi.stubEnv('ALL_PROXY', 'http://all:1');
    for (const host of ['localhost', 'LOCALHOST.', 'a.localhost', '127.9.9.9', '[::1]', '0.0.0.0', '[::]'])
      expect(await wayTo(`http://${host}:8080`)).toEqual({});
    choose({ proxy: 'none' });
    expect(await wayTo('https://a.test')).toEqual({});
  });

  it('is the setting, which wins over the variables and their exceptions', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://variable:1');
    vi.stubEnv('NO_PROXY', '*');
    expect(await wayTo('https://a.test')).toEqual({});
    choose({ proxy: 'http://me:pw@own:2', noProxy: 'b.test' });
    expect(await wayTo('https://a.test')).toEqual({ proxy: 'http://me:pw@own:2', from: 'setting' });
    expect(await wayTo('https://b.test')).toEqual({});
  });

  it.each([
    ['.corp.test', 'https://a.corp.test', true],
    ['corp.test', 'https://corp.test', true],
    ['corp.test', 'https://notcorp.test', false],
    ['*.corp.test', 'https://deep.a.corp.test', true],
    ['node*.corp.test', 'https://node7.corp.test', true],
    ['(corp[, corp.test', 'https://corp.test', true],
    [`${'*a'.repeat(30)}b`, `https://${'a'.repeat(60)}.test`, false],
    ['corp.test:8443', 'https://a.corp.test', false],
    ['corp.test:8443', 'https://a.corp.test:8443', true],
    ['corp.test:443', 'https://a.corp.test', true],
    ['10.0.0.0/8', 'http://10.255.0.1', true],
    ['10.0.0.0/8', 'http://11.0.0.1', false],
    ['10.0.0.0/99', 'http://10.0.0.1', false],
    ['fd00::/8', 'http://[fd12::1]:9', true],
    ['[fd12::1]:9', 'http://[fd12::1]:9', true],
    ['192.168.*', 'http://192.168.4.5', true],
    ['a.test;  b.test', 'https://b.test', true],
    ['10.0.0.0/8', 'https://ten.test', false],
    ['', 'https://a.test', false],
  ])('with NO_PROXY %s leaves the proxy out for %s: %s', async (list, url, isDirect) => {
    vi.stubEnv('ALL_PROXY', 'http://all:1');
    vi.stubEnv('no_proxy', list);
    expect((await wayTo(url)).proxy).toBe(isDirect ? undefined : 'http://all:1');
  });

  it('is what a PAC file of the system says, where no variable does', async () => {
    askSystemProxy(async (url) => (url.startsWith('https://a.') ? 'SOCKS5 pac:1; DIRECT' : 'DIRECT'));
    expect(await wayTo('https://a.test')).toEqual({ proxy: 'socks5://pac:1', from: 'system' });
    expect(await wayTo('https://b.test')).toEqual({});
    vi.stubEnv('HTTPS_PROXY', 'http://variable:1');
    expect((await wayTo('https://a.test')).from).toBe('HTTPS_PROXY');
  });

  it('reaches programs by their variables, but never with a password', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://plain:1');
    vi.stubEnv('NO_PROXY', 'corp.test');
    expect(await proxyEnvironment()).toMatchObject({
      https_proxy: 'http://plain:1',
      HTTP_PROXY: 'http://plain:1',
      NO_PROXY: 'corp.test,localhost,127.0.0.1,::1',
    });
    choose({ proxy: 'http://me:pw@own:2' });
    expect(await proxyEnvironment()).toEqual({});
  });
});

describe('a request', () => {
  it('goes through the proxy, with the account of its address', async () => {
    const model = await serverOfTest((request, response) => response.end(`${request.method} ${request.url}`));
    const proxy = await proxyOfTest(() => Number(new URL(model).port), { account: 'mé:p@ss' });
    choose({ proxy: proxy.url.replace('//', `//${encodeURIComponent('mé')}:p%40ss@`) });
    const response = await outgoing('http://model.corp.test/v1/x', { method: 'POST', body: Buffer.from('{}') });
    expect(await response.text()).toBe('POST /v1/x');
    expect(proxy.asked).toEqual(['model.corp.test:80']);
    choose({ proxy: proxy.url });
    const fault = await faultOf(outgoing('http://model.corp.test/'));
    expect(fault).toMatchObject({ kind: 'proxy-password', proxy: proxy.url, reason: 'net-proxy-password' });
  });

  it('trusts the authority of the setting alone, through a proxy and without, and names one that it does not', async () => {
    const server = await tlsServerOfTest((body) => `got ${body}`);
    const proxy = await proxyOfTest(() => server.port);
    choose({ proxy: proxy.url });
    expect(await faultOf(outgoing('https://model.corp.test/'))).toMatchObject({
      kind: 'certificate-issuer',
      issuer: 'Corp Root',
      reason: 'net-certificate-issuer',
    });
    choose({ proxy: proxy.url, certificates: server.authority });
    expect(await (await outgoing('https://model.corp.test/', { method: 'POST', body: 'x' })).text()).toBe('got x');
    // Its name is not in the certificate.
    expect((await faultOf(outgoing('https://other.test/'))).kind).toBe('certificate-name');
    choose({ certificates: server.authority });
    expect((await faultOf(outgoing(`https://localhost:${server.port}/`))).kind).toBe('certificate-name');
    choose({});
    vi.stubEnv('NODE_EXTRA_CA_CERTS', server.authority);
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    expect(await (await outgoing('https://model.corp.test/')).text()).toBe('got ');
  });

  it('says which part of the way failed', async () => {
    const closed = await proxyOfTest(() => 9, { status: 403 });
    const nobody = await freePort();
    const cutting = await listening(createServer((socket) => socket.resetAndDestroy()));
    const kindAt = async () => (await faultOf(outgoing('https://a.test/'))).kind;
    choose({ proxy: closed.url });
    expect(await faultOf(outgoing('https://a.test/'))).toMatchObject({ kind: 'proxy-said', status: 'HTTP 403' });
    choose({ proxy: `http://127.0.0.1:${nobody}` });
    expect(await kindAt()).toBe('proxy-refused');
    choose({ proxy: 'http://no-such-proxy.invalid:1' });
    expect(await kindAt()).toBe('proxy-name');
    choose({ proxy: 'ftp://proxy:1' });
    expect(await kindAt()).toBe('proxy-address');
    choose({ proxy: `http://127.0.0.1:${cutting}` });
    expect(await kindAt()).toBe('reset');
    let asked = 0;
    const ending = createServer((socket) => {
      asked += 1;
      socket.end();
    });
    choose({ proxy: `http://127.0.0.1:${await listening(ending)}` });
    expect([await kindAt(), asked]).toEqual(['proxy-protocol', 1]);
    const { port: tls } = await tlsServerOfTest(() => '');
    for (const proxy of [`http://127.0.0.1:${tls}`, `https://127.0.0.1:${new URL(closed.url).port}`]) {
      choose({ proxy });
      expect(await kindAt()).toBe('proxy-protocol');
    }
    choose({ proxy: `https://127.0.0.1:${tls}` });
    expect(await faultOf(outgoing('https://a.test/'))).toMatchObject({
      kind: 'proxy-certificate',
      issuer: 'Corp Root',
    });
    choose({});
    expect((await faultOf(outgoing('https://no-such-name.invalid/'))).kind).toBe('name');
    expect((await faultOf(outgoing(`http://127.0.0.1:${nobody}/`))).kind).toBe('refused');
    expect((await faultOf(outgoing('http://127.0.0.1:6000/'))).kind).toBe('port');
    choose({ certificates: path.join(tempFolder(), 'none.pem') });
    expect(await faultOf(outgoing('https://a.test/'))).toMatchObject({ kind: 'authorities', system: 'ENOENT' });
    const empty = path.join(tempFolder(), 'empty.pem');
    writeFileSync(empty, 'no certificate');
    choose({ certificates: empty });
    expect((await faultOf(outgoing('https://a.test/'))).kind).toBe('authorities');
  });

  it('that was stopped ends with the reason of the stop', async () => {
    const proxy = await proxyOfTest(() => 9);
    choose({ proxy: proxy.url });
    await expect(outgoing('http://a.test/', { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
  });
});

/** This computer, by a name that is asked of the proxy. */
const ASKED_OF_PROXY = hostname();
const { address } = await lookup(ASKED_OF_PROXY).catch(() => ({ address: '' }));
const MICROSOCKS = ['/usr/bin/microsocks', '/usr/local/bin/microsocks'].find((file) => existsSync(file));
const noSocks =
  MICROSOCKS === undefined ? 'no microsocks' : address === '127.0.0.1' ? undefined : 'its name is not 127.0.0.1';
const why = noSocks === undefined ? '' : ` (${noSocks})`;

it.skipIf(noSocks !== undefined)(`goes through microsocks, a SOCKS proxy that wants a password${why}`, async () => {
  const port = await freePort();
  const proxy = spawn(MICROSOCKS ?? '', ['-i', '127.0.0.1', '-p', `${port}`, '-u', 'mé', '-P', 'p@ss'], {
    stdio: 'ignore',
  });
  onTestFinished(() => void proxy.kill());
  await vi.waitFor(() => once(connect(port, '127.0.0.1'), 'connect'));
  const model = new URL(await serverOfTest((_request, response) => response.end('here')));
  const server = await tlsServerOfTest((body) => `got ${body}`);
  const plain = `http://${ASKED_OF_PROXY}:${model.port}/`;
  const as = (account: string) => `socks5h://${account}127.0.0.1:${port}`;
  vi.stubEnv('ALL_PROXY', as(`${encodeURIComponent('mé')}:p%40ss@`));
  expect((await wayTo(plain)).from).toBe('ALL_PROXY');
  expect(await (await outgoing(plain)).text()).toBe('here');
  choose({ certificates: server.authority });
  expect((await faultOf(outgoing(`https://${ASKED_OF_PROXY}:${server.port}/`))).kind).toBe('certificate-name');
  choose({});
  expect(await tunnelTo(ASKED_OF_PROXY, Number(model.port))).toBeDefined();
  expect((await faultOf(outgoing(`http://${ASKED_OF_PROXY}:${await freePort()}/`))).kind).toBe('refused');
  expect(await faultOf(outgoing('http://no-such-name.invalid:1024/'))).toMatchObject({
    kind: 'proxy-said',
    status: 'SOCKS 1',
  });
  for (const account of ['', 'me:wrong@']) {
    choose({ proxy: as(account) });
    expect((await faultOf(outgoing(plain))).kind).toBe('proxy-password');
  }
  proxy.kill();
  await once(proxy, 'exit');
  choose({ proxy: as('other:account@') });
  expect((await faultOf(outgoing(plain))).kind).toBe('proxy-refused');
});

describe('a raw connection', () => {
  it('goes through the proxy, and is undefined without one', async () => {
    const model = await serverOfTest((_request, response) => response.end('here'));
    const proxy = await proxyOfTest(() => Number(new URL(model).port), { account: 'a:b' });
    expect(await tunnelTo('model.corp.test', 80)).toBeUndefined();
    choose({ proxy: proxy.url.replace('//', '//a:b@') });
    const socket = await tunnelTo('model.corp.test', 80);
    const answer = await new Promise<string>((resolve) => {
      http.get({ createConnection: () => socket as never, path: '/' }, (response) => {
        response.setEncoding('utf8').once('data', resolve);
      });
    });
    expect(answer).toBe('here');
    expect(proxy.asked).toEqual(['model.corp.test:80']);
    choose({ proxy: proxy.url });
    expect(await faultOf(tunnelTo('model.corp.test', 80))).toMatchObject({ kind: 'proxy-password' });
  });
});
