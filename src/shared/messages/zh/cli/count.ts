export const count = new Intl.NumberFormat('zh-CN');
