import { done, implementContract } from '../../../main/api/implement-contract.ts';
import type { Core } from '../../../main/core/core.ts';
import { noSession } from '../../../main/session/requests.ts';
import { agreementOf } from '../agreement.ts';
import { judgingContract, savedFilterSchema } from '../contract.ts';
import { giveReviews, notesOf, queueOf, reviewerName, reviewsOf, takeReviews, titlesOf, writeReview } from './judge.ts';
import { reviewReport } from './report.ts';
import { addRubric, readRubric, rubricsFolder, rubricsIn } from './rubrics.ts';

export function judgingHandlers(core: Core) {
  const os = implementContract(judgingContract, core.reportBug);
  const { store, home } = core;
  const me = () => reviewerName(core);
  return {
    reviews: os.reviews.handler(({ input: { sessionIds, reviewer } }) => {
      const titles = titlesOf(store);
      const all = reviewsOf(store, sessionIds);
      const wanted = all.filter((one) => reviewer === undefined || one.reviewer === reviewer);
      return {
        reviews: wanted.map((one) => ({ ...one, title: titles.get(one.session) ?? '' })),
        notes: reviewer === undefined ? notesOf(store, sessionIds) : [],
        reviewers: [...new Set(all.map((one) => one.reviewer))].sort(),
        me: me(),
      };
    }),
    write: os.write.handler(({ input }) =>
      writeReview(store, { ...input, reviewer: input.reviewer ?? me() }, new Date()),
    ),
    rubrics: os.rubrics.handler(({ input: { file } }) => {
      const folder = rubricsFolder(home);
      return file === undefined
        ? { ...rubricsIn(folder), folder }
        : { rubrics: [readRubric(file)], broken: [], folder };
    }),
    addRubric: os.addRubric.handler(({ input: { text } }) => addRubric(home, text)),
    queue: os.queue.handler(() => ({ queue: queueOf(store, me()), me: me() })),
    enqueue: os.enqueue.handler(({ input: { sessionIds, why = '' } }) => {
      for (const id of sessionIds) if (!store.has(id)) throw noSession(id);
      const at = new Date().toISOString();
      return done(store.reviews.enqueue(sessionIds.map((session) => ({ session, at, why }))));
    }),
    dequeue: os.dequeue.handler(({ input: { sessionIds } }) => done(store.reviews.dequeue(sessionIds))),
    agreement: os.agreement.handler(({ input: { a, b, sessionIds } }) =>
      agreementOf(reviewsOf(store, sessionIds), a, b),
    ),
    report: os.report.handler(({ input }) => reviewReport(core, input)),
    give: os.give.handler(({ input: { sessionIds } }) => giveReviews(store, sessionIds)),
    take: os.take.handler(({ input: { text } }) => takeReviews(store, text)),
    savedFilters: os.savedFilters.handler(() =>
      store.reviews.savedFilters().flatMap(({ name, filters }) => {
        const read = savedFilterSchema.safeParse({ ...(filters as object), name });
        return read.success ? [read.data] : [];
      }),
    ),
    saveFilter: os.saveFilter.handler(({ input: { name, ...filters } }) =>
      done(store.reviews.saveFilters(name, filters)),
    ),
    removeFilter: os.removeFilter.handler(({ input: { name } }) => done(store.reviews.saveFilters(name, undefined))),
  };
}
