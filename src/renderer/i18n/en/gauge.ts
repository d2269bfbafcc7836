export const gauge = {};
