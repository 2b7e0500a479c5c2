import type { LoginUser } from './id-token.ts';

/** Page of the simulated Telegram: it shows who is signed in, and asks whether the site may know. */
export function consentPage(user: LoginUser, query: URLSearchParams): string {
  const link = (path: string, text: string): string =>
    `<p><a href="/${path}?${escapeHtml(query.toString())}">${escapeHtml(text)}</a></p>`;
  const host = new URL(query.get('redirect_uri') ?? '').host;
  return `<!doctype html>
<html lang="en">
<title>Simulated Telegram</title>
<link rel="icon" href="data:,">
<h1>Log in to ${escapeHtml(host)}</h1>
${link('agree', `Log in as ${user.name}`)}
${link('decline', 'Cancel')}
</html>`;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
