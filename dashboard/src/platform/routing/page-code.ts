/** Spec: the code of a page that has not come by then will not come. */
const chunkTimeoutMs = 120_000;

/** The code of a page that did not come in time. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** Loads a part of the dashboard. @throws ChunkLoadError after 120 s; what the browser throws when it cannot be fetched */
export async function pageCode<Part>(load: () => Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('The page did not come within 120 s')), chunkTimeoutMs);
  });
  try {
    return await Promise.race([load(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** True where a part of the dashboard could not be fetched; browsers and the bundler word it differently. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof ChunkLoadError ||
  (error instanceof Error && /dynamically imported module|importing a module script|preload css/i.test(error.message));
