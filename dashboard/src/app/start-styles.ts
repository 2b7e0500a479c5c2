/**
 * Switches on the style sheet of all pages, once it is there. It comes as one for print, so that the loading screen does
 * not wait for it (dashboard/first-screen.ts).
 */
export async function startStyles(): Promise<void> {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[data-start]');
  await Promise.all(
    [...sheets].map(async (link) => {
      if (link.sheet === null) {
        await new Promise((resolve) => {
          link.addEventListener('load', resolve, { once: true });
          // A page without its styles is better than none.
          link.addEventListener('error', resolve, { once: true });
        });
      }
      link.media = 'all';
    }),
  );
}
