/** Problems in words for the log. */
import type { TelemetryProblem } from '../../../shared/contract/telemetry.ts';

export function inWords({
  code,
  figures: { url, protocol, name, status, reason, n, session },
}: TelemetryProblem): string {
  switch (code) {
    case 'address':
      return `Traces cannot be sent: the address for traces is no http address: ${url}.`;
    case 'protocol':
      return `Traces are sent as http/json or http/protobuf; OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}.`;
    case 'variable':
      return `Traces cannot be sent: the environment variable ${name}, which a header of "telemetry" names, is not set.`;
    case 'answered':
      return `Traces wait: ${url} answered ${status}. They are kept and sent later.`;
    case 'unreachable':
      return `Traces wait: ${url} cannot be reached (${reason}). They are kept and sent later.`;
    case 'refused':
      return `${url} answered ${status}: ${n} spans of ${session} are left out.`;
    case 'partly':
      return `${session}: ${n} spans were rejected.`;
    case 'given-up':
      return `Too many conversations are waiting to be sent as traces. ${session} was dropped; export it instead.`;
    case 'other':
      return `Traces cannot be sent: ${reason}`;
  }
}
