/** The part that is used. `@types/papaparse` brings Node's types, and `process` would compile in the page. */
declare module 'papaparse' {
  interface Parsed<Row> {
    readonly data: readonly Row[];
    readonly errors: readonly { readonly type: string; readonly message: string; readonly row?: number }[];
    readonly meta: { readonly truncated: boolean };
  }
  const Papa: {
    parse<Row>(text: string, options: { readonly preview: number; readonly skipEmptyLines: boolean }): Parsed<Row>;
  };
  // biome-ignore lint/style/noDefaultExport: as the package does
  export default Papa;
}
