/**
 * The scheme that the address of a shared page asks for (`/share/…?theme=dark`): a frame looks like the page around it,
 * whatever its reader has chosen in the dashboard. first-script.js reads it the same way before the first paint.
 */
export function forcedScheme({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): 'light' | 'dark' | undefined {
  if (!pathname.startsWith('/share/')) return undefined;
  const theme = new URLSearchParams(search).get('theme');
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}
