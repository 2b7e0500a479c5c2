import { useTranslation } from 'react-i18next';
import { Section } from '../../../../../ui/section.tsx';
import { CodePanels } from '../../../../mini-apps/public/code/code-panels.tsx';
import type { SiteProps } from '../site-props.ts';
import { buildCalls, type SnippetKind } from './snippets.ts';

/** Further calls that pages may make to the script. */
export function CallSections({ kind, site, bot }: SiteProps & { kind: SnippetKind }) {
  const { t } = useTranslation();
  const { events, links, consent } = buildCalls(kind, bot.username || bot.bot_name);
  return (
    <>
      {site.options.consent === 'required' && (
        <Section title={t('SiteCode.consent.title')}>
          <p>{t('SiteCode.consent.text')}</p>
          <CodePanels files={consent} />
        </Section>
      )}
      <Section title={t('PageScript.code.events')}>
        <p>{t(kind === 'npm' ? 'SiteCode.events.npm' : 'SiteCode.events.text')}</p>
        <CodePanels files={events} />
      </Section>
      <Section title={t('SiteCode.links.title')}>
        <p>{t('SiteCode.links.text')}</p>
        <CodePanels files={links} />
      </Section>
    </>
  );
}
