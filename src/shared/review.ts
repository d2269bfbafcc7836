/** Results of the review procedures, by family. */

export * from './review/costs.ts';
export * from './review/exports.ts';
export * from './review/library.ts';
