import {
  type ProviderCategory,
  type ProviderId,
  providerCategories,
  providerDescriptors,
  providerIds,
} from '@botscope/contract';
import { Box, Flex, Paper, Text, TextInput } from '@mantine/core';
import {
  IconAddressBook,
  IconChartBar,
  IconDatabase,
  IconMessage,
  IconSearch,
  IconSpeakerphone,
  IconWebhook,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../ui/words.tsx';
import { useChangeSearch, useIntegrationSearch } from '../data/integration-search.ts';
import { useManagedBots } from '../data/shown-bots.ts';
import { providerTexts } from '../shared/provider-texts.ts';
import classes from './catalogue.module.css';

const icons: Record<ProviderCategory, typeof IconWebhook> = {
  code: IconWebhook,
  messenger: IconMessage,
  analytics: IconChartBar,
  ads: IconSpeakerphone,
  crm: IconAddressBook,
  storage: IconDatabase,
};

const cardGrid = { gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))', gap: 12 };

const card = {
  ...({ withBorder: true, radius: 12, p: '14px 16px', h: '100%', display: 'flex' } as const),
  style: { '--paper-border-color': 'var(--bs-line)', gap: 12, color: 'inherit' },
};

/** Every tool that can be connected, by category. Without the permission to connect, the cards lead nowhere. */
export function Catalogue() {
  const { t } = useTranslation();
  const { q = '' } = useIntegrationSearch();
  const change = useChangeSearch();
  const words = q.trim().toLowerCase();
  const matching = providerIds.filter((id) => {
    const { name, about } = providerTexts(t, id);
    return `${id} ${name} ${about}`.toLowerCase().includes(words);
  });
  const categories = providerCategories.filter((category) =>
    matching.some((id) => providerDescriptors[id].category === category),
  );
  return (
    <Box component="section" mt={32} aria-labelledby="catalogue">
      <Flex gap={12} wrap="wrap" align="center" justify="space-between">
        <Box id="catalogue" component="h2" fz="lg" fw={600}>
          {t('Integrations.catalogue.title')}
        </Box>
        <TextInput
          type="search"
          aria-label={t('Integrations.catalogue.search')}
          placeholder={t('Integrations.catalogue.search')}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          defaultValue={q}
          onChange={(event) => change({ q: event.currentTarget.value })}
        />
      </Flex>
      {categories.map((category) => (
        <div key={category}>
          <Box component="h3" fz="sm" fw={500} c="dimmed" mt={20} mb={8}>
            {t(`Integrations.categories.${category}`)}
          </Box>
          <Box component="ul" display="grid" style={cardGrid}>
            {matching
              .filter((id) => providerDescriptors[id].category === category)
              .map((id) => (
                <ProviderCard key={id} id={id} category={category} />
              ))}
          </Box>
        </div>
      ))}
      {matching.length === 0 && <Note role="status">{t('Integrations.catalogue.none', { q })}</Note>}
    </Box>
  );
}

function ProviderCard({ id, category }: { id: ProviderId; category: ProviderCategory }) {
  const { t } = useTranslation();
  const { owner } = useIntegrationSearch();
  const mayConnect = useManagedBots().length > 0;
  const { name, about } = providerTexts(t, id);
  const Icon = icons[category];
  const content = (
    <>
      <Icon size={20} stroke={1.6} color="var(--bs-accent)" style={{ flex: 'none' }} aria-hidden />
      <span>
        <Text component="span" display="block" fw={500}>
          {name}
        </Text>
        <Text component="span" display="block" size="sm" c="dimmed">
          {about}
        </Text>
      </span>
    </>
  );
  return (
    <li>
      {mayConnect ? (
        <Paper
          {...card}
          className={classes.card}
          renderRoot={(props) => (
            <Link
              to="/integrations/new/$provider"
              params={{ provider: id }}
              search={owner ? { owner } : {}}
              {...props}
            />
          )}
        >
          {content}
        </Paper>
      ) : (
        <Paper {...card}>{content}</Paper>
      )}
    </li>
  );
}
