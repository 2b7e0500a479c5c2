let lastSave: Promise<unknown> = Promise.resolve();

/**
 * Sends what creates something once everything sent before is answered. In the demo the first answer makes the browser
 * known, by a cookie: a campaign and its file that were created at once belonged to two visitors, and could not be saved.
 */
export function asOneVisitor<Result>(send: () => Promise<Result>): Promise<Result> {
  const save = lastSave.then(send);
  lastSave = save.catch(() => undefined);
  return save;
}
