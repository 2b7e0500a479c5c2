// Runs before the first paint, so that a dark page never flashes white. A file of its own because the content policy allows no inline script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('color-scheme');
  } catch {
    // Storage may be blocked; the system's choice is used then.
  }
  // A shared page in a frame looks like the page around it: see src/theme/forced-scheme.ts.
  const theme = location.pathname.startsWith('/share/') && new URLSearchParams(location.search).get('theme');
  if (theme === 'light' || theme === 'dark') chosen = theme;
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
