/** A reading process that runs out of memory over its file, as a parser does that nobody bounded. */
const chunks: number[][] = [];
process.on('message', () => {
  for (;;) chunks.push(new Array<number>(100_000).fill(chunks.length));
});
