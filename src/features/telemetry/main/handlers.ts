import { changes, done, implementContract } from '../../../main/api.ts';
import type { Core } from '../../../main/core/core.ts';
import { defined } from '../../../shared/defined.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import type { TelemetrySettings } from '../../../shared/settings/schema.ts';
import { telemetryContract } from '../contract.ts';
import { targetOf } from './queue.ts';
import { Telemetry } from './telemetry.ts';

export function telemetryHandlers(core: Core) {
  const { settings } = core;
  const os = implementContract(telemetryContract, core.reportBug);
  const telemetry = core.access === 'write' ? openTelemetry(core) : undefined;
  const live = () => {
    if (telemetry === undefined) throw detailed('not-supported', 'telemetry-elsewhere');
    return telemetry;
  };
  const view = () => {
    const { endpoint, protocol, contents = false, headers = {} } = settings.config().telemetry ?? {};
    return { ...defined({ endpoint, protocol }), contents, headers: Object.keys(headers), ...live().state() };
  };
  return {
    watch: os.watch.handler(({ signal }) => changes(view, live().onChange, signal)),
    set: os.set.handler(async ({ input }) => {
      const stored = settings.config().telemetry ?? {};
      await settings.change({ telemetry: changed(stored, input) });
      return {};
    }),
    send: os.send.handler(async () => done(await live().flush())),
  };
}

function openTelemetry({ home, info, log, store, settings, disposables, ports }: Core): Telemetry {
  const target = () => targetOf(settings.config().telemetry, process.env);
  const telemetry = disposables.add(new Telemetry({ home, version: info.version, store, target, log }), (open) =>
    open.close(),
  );
  settings.onChange(() => telemetry.changed());
  ports.appendListeners.add((session, seq) => telemetry.note(session, seq));
  return telemetry;
}

type Change = { readonly [K in 'protocol' | 'contents']?: TelemetrySettings[K] | undefined } & {
  readonly endpoint?: string | null | undefined;
};

/** @throws SkilldeckError `bad-input`. */
export function changed(stored: TelemetrySettings, { endpoint, protocol, contents }: Change): TelemetrySettings {
  const address = endpoint === undefined ? stored.endpoint : (endpoint?.trim() ?? undefined);
  if (address !== undefined && address !== '' && !/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
    throw detailed('bad-input', 'telemetry-address');
  }
  const isSame = originOf(address) === originOf(stored.endpoint);
  return defined({
    endpoint: address,
    protocol: protocol ?? stored.protocol,
    // They hold keys of the address before.
    headers: isSame ? stored.headers : undefined,
    contents: contents ?? stored.contents,
  });
}

const originOf = (address: string | undefined): string | undefined => URL.parse(address ?? '')?.origin;
