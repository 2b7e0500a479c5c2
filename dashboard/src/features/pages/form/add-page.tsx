import { Button, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ComponentType, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useCurrentBot } from '../../../platform/session/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import type { PageTypes } from '../data/page-data.ts';
import type { FormProps, PageKind } from '../data/page-kind.ts';
import { useMayAdd } from '../data/shown-bots.ts';

interface AddPageProps<T extends PageTypes> {
  kind: PageKind<T>;
  Form: ComponentType<FormProps<T>>;
}

/** Page for adding a Mini App or a website; `bot` of the address is its owner unless another one is chosen. */
export function AddPage<T extends PageTypes>({ kind, Form }: AddPageProps<T>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { bot: current } = useCurrentBot();
  const { own, hasBots } = useMayAdd();
  const createdId = useRef<number | null>(null);
  const owner = own.find(({ key }) => key === current?.key) ?? own[0];
  const reason = hasBots ? 'mayNotAdd' : 'noBot';
  const showPage = () => {
    if (createdId.current === null) return;
    const params = { page: String(createdId.current) };
    void navigate({ to: kind.one, params, search: { tab: 'code' }, replace: true });
  };
  return (
    <Page
      narrow
      title={t(`PageList${kind.name}.form.title`)}
      crumbs={[{ label: t(`PageList${kind.name}.title`), to: kind.list }]}
    >
      {owner === undefined ? (
        <EmptyState
          icon={<kind.icon size={36} stroke={1.4} />}
          title={t(`PageList${kind.name}.${reason}.title`)}
          text={t(`PageList${kind.name}.${reason}.text`)}
        >
          {!hasBots && <Button renderRoot={(props) => <Link to="/add-bot" {...props} />}>{t('Shell.addBot')}</Button>}
        </EmptyState>
      ) : (
        <Section title={t(`PageList${kind.name}.form.section`)}>
          <Text c="dimmed" size="sm" mb={16}>
            {t(`PageList${kind.name}.form.text`)}
          </Text>
          <Form
            bots={own}
            owner={owner}
            submit={t(`PageList${kind.name}.add`)}
            onSaved={showPage}
            send={async (bot, draft) => {
              const page = await kind.data.create(bot, draft);
              showDone(t(`PageList${kind.name}.form.done`, { name: kind.nameOf(page) }));
              createdId.current = kind.idOf(page);
            }}
          />
        </Section>
      )}
      <LeaveGuard />
    </Page>
  );
}
