import { Text } from '@mantine/core';
import { IconWorldCode } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { Section } from '../../../../ui/section.tsx';
import { AddPage } from '../../../mini-apps/public/add-page.tsx';
import { createWebsite } from '../../data/websites-data.ts';
import { WebsiteForm } from '../../shared/website-form.tsx';

/** A new website. */
export function AddWebsitePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const createdId = useRef<number | null>(null);
  const showPage = () => {
    if (createdId.current === null) return;
    const params = { site: String(createdId.current) };
    void navigate({ to: '/code4-site/$site', params, search: { tab: 'code' }, replace: true });
  };
  const describeReason = (reason: 'mayNotAdd' | 'noBot') => ({
    title: t(`Websites.${reason}.title`),
    text: t(`Websites.${reason}.text`),
  });
  return (
    <AddPage
      title={t('Websites.form.title')}
      crumbs={[{ label: t('Websites.title'), to: '/code4-site' }]}
      icon={<IconWorldCode size={36} stroke={1.4} />}
      words={describeReason}
    >
      {(ownBots, owner) => (
        <Section title={t('Websites.form.section')}>
          <Text c="dimmed" size="sm" mb={16}>
            {t('Websites.form.text')}
          </Text>
          <WebsiteForm
            bots={ownBots}
            owner={owner}
            submit={t('Websites.add')}
            onSaved={showPage}
            send={async (bot, draft) => {
              const site = await createWebsite(bot, draft);
              showDone(t('Websites.form.done', { name: site.name }));
              createdId.current = site.site_id;
            }}
          />
        </Section>
      )}
    </AddPage>
  );
}
