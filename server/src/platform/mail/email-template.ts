import type { Language } from '@botscope/contract';
import type { Mail } from './mail.ts';
import { escapeHtml } from './templates.ts';

/** An email with some facts and a link to a page. */
export interface EmailTemplate {
  to: string;
  language: Language;
  subject: string;
  lead: string;
  /** Names and values. */
  facts: readonly (readonly [name: string, value: string])[];
  button: string;
  link: string;
  /** Small print, one paragraph each. */
  foot: readonly string[];
}

/** The email as text and HTML. */
export function renderEmail({ to, language, subject, lead, facts, button, link, foot }: EmailTemplate): Mail {
  const lines = facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  const rows = facts.map(([name, value]) => {
    const [nameCell, valueCell] = [escapeHtml(name), escapeHtml(value)];
    return `<tr><td style="padding:.2rem 1rem .2rem 0;color:#52606d;vertical-align:top">${nameCell}</td><td>${valueCell}</td></tr>`;
  });
  const footLines = foot.map((line) => `<p style="color:#52606d;font-size:.875rem">${escapeHtml(line)}</p>`);
  return {
    to,
    // A line break in a name would begin another header.
    subject: subject.replace(/[\r\n]+/g, ' '),
    text: [lead, lines, `${button}: ${link}`, ...foot].filter((part) => part !== '').join('\n\n'),
    html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light"></head>
<body style="font-family:system-ui,sans-serif;color:#1f2933;background:#fff;max-width:32rem;margin:2rem auto;padding:0 1rem">
<p style="font-size:1.125rem;font-weight:600">${escapeHtml(lead)}</p>
<table style="border-collapse:collapse;font-size:.9375rem">${rows.join('')}</table>
<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:.7rem 1.2rem;border-radius:.4rem;background:#0f766e;color:#fff;text-decoration:none">${escapeHtml(button)}</a></p>
${footLines.join('\n')}
</body></html>`,
  };
}
