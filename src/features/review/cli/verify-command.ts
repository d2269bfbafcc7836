/** `skilldeck sessions verify ID|--all`: is this what was sent? */
import { type CommandContext, command, printJson, withCore } from '../../../main/hosts/cli/command.ts';
import { EXIT, UsageError } from '../../../main/hosts/cli/run-options.ts';
import { oneLine } from '../../../main/hosts/cli/text/print.ts';
import { evidenceLines } from '../../../shared/messages/evidence.ts';
import type { Verification } from '../../../shared/review.ts';

/** Digits that tell two hashes apart; `--json` shows the whole hash. */
const HASH_DIGITS = 12;

/** `requests` as CONTRACT §11 has it. */
const asJson = (report: Verification) => ({
  ...report,
  requests: { checked: report.requests - report.notRebuilt, differ: report.differing },
});

function reportLines(report: Verification, { words: { verify, review, number, language } }: CommandContext): string {
  const { session, ok, requests, verified, notRebuilt, redacted } = report;
  const short = (hash: string) => hash.slice(0, HASH_DIGITS);
  const isBoundOnly = redacted || report.foreign === true;
  const sum = !isBoundOnly
    ? ok
      ? verify.ok(session, number(verified))
      : verify.bad(session, number(verified), number(requests - notRebuilt))
    : !ok
      ? verify.altered(session)
      : redacted
        ? verify.redacted(session)
        : review.foreignVerify(session);
  const lines = [
    sum,
    ...report.gaps.map(({ from, to }) => verify.gap(session, from, to)),
    ...report.damaged.map((seq) => verify.damaged(session, seq)),
    ...report.differing.map(({ seq, recorded, rebuilt }) =>
      verify.differs(session, seq, short(recorded), short(rebuilt)),
    ),
    ...(report.missing ?? []).map(({ seq, name, sha256 }) =>
      review.missingFile(session, seq, oneLine(name), short(sha256)),
    ),
    ...(notRebuilt === 0 ? [] : [verify.notRebuilt(session, number(notRebuilt))]),
    ...evidenceLines(language, report).map((line) => `${session}: ${line}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

export const verifyCommand = command({
  name: 'sessions verify',
  args: { '[ID]': ({ help }) => help.sessionId },
  options: { '--all': ({ help }) => help.all },
  async run(context, [sessionId], flags) {
    const { words, out } = context;
    if ((sessionId === undefined) === (flags.all !== true)) throw new UsageError(words.verify.which);
    const ok = await withCore(context, 'read', flags, async (client) => {
      const ids = sessionId === undefined ? (await client.sessions.list({})).map(({ id }) => id) : [sessionId];
      const reports: ReturnType<typeof asJson>[] = [];
      let allOk = true;
      for (const id of ids) {
        const report = await client.review.verify({ sessionId: id });
        allOk &&= report.ok;
        if (flags.json === true) reports.push(asJson(report));
        else await out.write(reportLines(report, context));
      }
      if (flags.json === true)
        await printJson(out, sessionId === undefined ? { ok: allOk, sessions: reports } : reports[0]);
      return allOk;
    });
    return ok ? EXIT.done : EXIT.error;
  },
});
