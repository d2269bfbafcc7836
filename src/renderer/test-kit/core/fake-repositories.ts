/** Repositories of skills: none answers. */
import type { Client } from '../../client.ts';
import { notHere } from './refused.ts';

export const fakeRepositories = (): Pick<Client, 'repositories'> => ({
  repositories: {
    list: notHere,
    watch: notHere,
    add: notHere,
    change: notHere,
    remove: notHere,
    password: notHere,
    check: notHere,
    sync: notHere,
    take: notHere,
    versions: notHere,
    publish: notHere,
  },
});
