import type { ApiDeps } from '../../api/api-deps.ts';
import { done, type Implementer } from '../../api/implement-contract.ts';

export function authorRoutes(os: Implementer, { author }: ApiDeps) {
  return {
    tree: os.author.tree.handler(({ input }) => author.tree(input.skill)),
    read: os.author.read.handler(({ input }) => author.read(input.skill, input.path)),
    write: os.author.write.handler(({ input: { skill, path, text, basedOn } }) =>
      author.write(skill, path, text, basedOn),
    ),
    moveFile: os.author.moveFile.handler(async ({ input }) =>
      done(await author.moveFile(input.skill, input.from, input.to)),
    ),
    removeFile: os.author.removeFile.handler(async ({ input }) => ({
      entry: await author.removeFile(input.skill, input.path),
    })),
    restoreFile: os.author.restoreFile.handler(async ({ input }) => ({
      path: await author.restoreFile(input.skill, input.entry),
    })),
    check: os.author.check.handler(({ input: { skill, unsaved = [] } }) => author.check(skill, unsaved)),
    fix: os.author.fix.handler(async ({ input }) => ({ fixed: await author.fix(input.skill, input.rule) })),
    create: os.author.create.handler(async ({ input }) => ({ skill: await author.create(input) })),
    duplicate: os.author.duplicate.handler(async ({ input }) => ({
      skill: await author.duplicate(input.skill, input.name),
    })),
    rename: os.author.rename.handler(async ({ input }) => ({
      skill: await author.rename(input.skill, input.name),
    })),
    reveal: os.author.reveal.handler(({ input }) => author.reveal(input.skill, input.path)),
    tryIt: os.author.tryIt.handler(async ({ input }) => ({ sessionId: await author.tryIt(input.skill) })),
  };
}
