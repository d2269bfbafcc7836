export const skills = {};
