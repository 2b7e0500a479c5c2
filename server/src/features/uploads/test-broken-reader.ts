/** A reading process that runs out of memory over its file, as a parser does that nobody bounded. */
const kept: number[][] = [];
process.on('message', () => {
  for (;;) kept.push(new Array<number>(100_000).fill(kept.length));
});
