/** Endpoint of traces: the app's settings, else OpenTelemetry's environment variables. Never parts of both: headers are secrets. */

import type { Protocol } from '../../../../main/telemetry/otlp.ts';
import type { Attributes } from '../../../../main/telemetry/trace.ts';
import { expandVariables } from '../../../../shared/models/model-options.ts';
import type { TelemetrySettings } from '../../../../shared/settings/schema.ts';
import type { TelemetryProblem } from '../../contract.ts';

export interface Target {
  readonly url: string;
  readonly protocol: Protocol;
  readonly headers: Readonly<Record<string, string>>;
  readonly contents: boolean;
  readonly timeoutMs: number;
  readonly resource: Attributes;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The setting cannot be used. */
export class UnusableTarget extends Error {
  readonly problem: TelemetryProblem;

  constructor(problem: TelemetryProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Undefined where nothing is to be sent.
 * @throws UnusableTarget
 */
export function targetOf(given: TelemetrySettings | undefined, env: Environment): Target | undefined {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return undefined;
  const { endpoint } = given ?? {};
  const isOwn = endpoint !== undefined;
  const url = isOwn ? tracesUrl(endpoint) : urlIn(env);
  if (url === '') return undefined;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new UnusableTarget({ code: 'address', figures: { url: withoutSecrets(url) } });
  }
  const protocol =
    given?.protocol ?? env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/json';
  if (protocol !== 'http/json' && protocol !== 'http/protobuf') {
    throw new UnusableTarget({ code: 'protocol', figures: { protocol } });
  }
  const timeout = Number(env.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? env.OTEL_EXPORTER_OTLP_TIMEOUT);
  return {
    url,
    protocol,
    headers: isOwn
      ? expanded(given?.headers ?? {}, env)
      : pairsIn(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS),
    contents: given?.contents === true,
    timeoutMs: timeout > 0 ? timeout : DEFAULT_TIMEOUT_MS,
    resource: {
      ...pairsIn(env.OTEL_RESOURCE_ATTRIBUTES),
      ...(env.OTEL_SERVICE_NAME ? { 'service.name': env.OTEL_SERVICE_NAME } : {}),
    },
  };
}

const tracesUrl = (base: string): string => (base === '' ? '' : `${base.replace(/\/+$/, '')}/v1/traces`);

/** The signal's own address is taken as it is. */
const urlIn = (env: Environment): string =>
  env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || tracesUrl(env.OTEL_EXPORTER_OTLP_ENDPOINT ?? '');

/** For messages. */
export function withoutSecrets(address: string): string {
  const url = URL.parse(address);
  return url === null ? 'not an address' : `${url.origin}${url.pathname}`;
}

/** `key=value,key2=value2`, values percent-encoded. */
function pairsIn(text = ''): Record<string, string> {
  return Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at < 1 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]];
    }),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function expanded(headers: Readonly<Record<string, string>>, env: Environment): Record<string, string> {
  const value = (name: string): string => {
    const found = env[name];
    if (found) return found;
    throw new UnusableTarget({ code: 'variable', figures: { name } });
  };
  return Object.fromEntries(Object.entries(headers).map(([name, given]) => [name, expandVariables(given, value)]));
}
