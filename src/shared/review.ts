/** Results of the review procedures, by family. */

export * from './review/comparison.ts';
export * from './review/costs.ts';
export * from './review/exports.ts';
export * from './review/library.ts';
export * from './review/preview.ts';
export * from './review/search.ts';
