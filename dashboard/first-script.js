// Runs before the first paint, inside index.html: a file of its own would hold the first paint up by a round trip. The
// content policy allows it by its hash (server/src/platform/http/static.ts). first-screen.ts puts the list of pages in.
(() => {
  const stored = (storage, name) => {
    try {
      return window[storage].getItem(name);
    } catch {
      // Storage may be blocked; the system's choice is used then.
      return null;
    }
  };
  const { pathname } = location;
  const search = new URLSearchParams(location.search);
  const shared = pathname.startsWith('/share/');

  // A dark page never flashes white. A shared page in a frame looks like the page around it: see src/theme/forced-scheme.ts.
  const theme = shared && search.get('theme');
  const chosen = theme === 'light' || theme === 'dark' ? theme : stored('localStorage', 'color-scheme');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // The code of this page comes with the code of all pages, not after it.
  const demo = search.get('demo') === '1' || stored('sessionStorage', 'demo') === '1';
  const known = demo || stored('localStorage', 'current-bot') !== null;
  const lang = search.get('lang');
  const page = PAGES.find(([pattern]) => new RegExp(pattern).test(pathname));
  // Without a bot of before, Home most likely leads to the sign-in.
  const files = page && (pathname !== '/' || known) ? page[1].concat(page[lang === 'ru' ? 3 : 2]) : [];
  for (const file of files) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = `/assets/${file}`;
    document.head.append(link);
  }

  // The code itself may be slow or lost; shell/page-progress.tsx says the same of the pages that follow.
  const russian = lang === 'ru';
  const say = (text, button) => {
    const line = document.querySelector('.first-screen span');
    if (line === null) return;
    line.textContent = text;
    if (button === undefined) return;
    const retry = document.createElement('button');
    retry.textContent = button;
    retry.onclick = () => location.reload();
    line.after(retry);
  };
  const lost = () => {
    clearTimeout(slow);
    if (document.querySelector('.first-screen button')) return;
    say(
      russian
        ? 'Страница не загрузилась. Проверьте интернет.'
        : 'The page did not load. Check your internet connection.',
      russian ? 'Повторить' : 'Try again',
    );
  };
  const slow = setTimeout(() => say(russian ? 'Всё ещё загружается…' : 'Still loading…'), 5_000);
  setTimeout(lost, 120_000);
  addEventListener(
    'error',
    ({ target }) => target instanceof HTMLScriptElement && target.type === 'module' && lost(),
    true,
  );

  // The request for who is looking starts here, so that nothing waits for it later: see src/platform/api/early-init.ts.
  if (shared || search.has('invite_token') || stored('localStorage', 'invitation') !== null) return;
  const query = lang === null ? '' : `?lang=${encodeURIComponent(lang)}`;
  window.earlyInit = fetch(`/api/site/init${query}`, {
    credentials: 'include',
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(30_000),
  });
  window.earlyInit.catch(() => undefined);
})();
