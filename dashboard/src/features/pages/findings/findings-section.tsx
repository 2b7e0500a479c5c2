import { shownKeyDigits } from '@botscope/contract';
import { Box, Button, Flex, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import type { PageTypes } from '../data/page-data.ts';
import type { FindingParts, PageKind, SectionProps } from '../data/page-kind.ts';
import { type Finding, keyEnd } from './findings.ts';

const tones = { bad: 'warn', warn: 'warn', good: 'good', info: 'info' } as const;

interface FindingsSectionProps<T extends PageTypes> extends SectionProps<T> {
  kind: PageKind<T>;
  parts: FindingParts<T>;
}

/** Describes problems with the reports of a page, and what to do about them. Follows new hits. */
export function FindingsSection<T extends PageTypes>(props: FindingsSectionProps<T>) {
  const { kind, parts, page, bot } = props;
  const { t } = useTranslation();
  const numbers = useQuery(kind.data.numbersQuery(page));
  const errors = kind.data.useErrors(page);
  const otherKeys = kind.data.useOtherKeys(page);
  return (
    <Section title={t(`PageDetails${kind.name}.test.title`)}>
      <Loaded query={kind.data.useRecentHits(page)} height={80}>
        {(hits) => {
          const findings = parts.find({
            ...{ page, bot, hits, numbers: numbers.data, now: Date.now() },
            ...{ errors: errors.data ?? [], otherKeys: otherKeys.data ?? [] },
          });
          if (findings.length === 0) return <p role="status">{t(`PageDetails${kind.name}.test.waiting`)}</p>;
          return (
            <Stack gap={12} role="status">
              {findings.map((finding) => (
                <FindingNotice key={finding.kind} {...props} finding={finding} />
              ))}
            </Stack>
          );
        }}
      </Loaded>
    </Section>
  );
}

function FindingNotice<T extends PageTypes>(props: FindingsSectionProps<T> & { finding: Finding<T['finding']> }) {
  const { kind, parts, page, bot, finding } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { count, places, digits, at } = finding;
  const { title, text } = parts.describe(t, finding, {
    ...{ count, number: format.number(count), bot: bot.bot_name, places: places.join(', ') },
    moment: at === null ? '' : format.moment(at),
    digits: digits.map(keyEnd).join(', '),
    ownDigits: keyEnd(page.key.slice(-shownKeyDigits)),
  });
  return (
    <Notice tone={tones[finding.tone]}>
      <strong>{title}</strong>
      <div>{text}</div>
      {finding.kind === 'noHits' && (
        <Box component="ul" m={0} mt={4} pl={20} style={{ listStyle: 'disc' }}>
          {parts.listCauses(t, page).map((cause) => (
            <li key={cause}>{cause}</li>
          ))}
        </Box>
      )}
      {finding.kind === 'malformed' && (
        <TextLink to="." search={(oldSearch) => ({ ...oldSearch, tab: 'hits' })}>
          {t('Pages.test.toErrors')}
        </TextLink>
      )}
      {finding.kind === 'origin' && <AllowButton kind={kind} page={page} bot={bot} places={places} />}
      {parts.Remedy && <parts.Remedy kind={finding.kind} bot={bot} />}
    </Notice>
  );
}

interface AllowButtonProps<T extends PageTypes> extends SectionProps<T> {
  kind: PageKind<T>;
  places: readonly string[];
}

/** A browser may name what is no address of a page, such as file://, and a page has room for 20. */
function AllowButton<T extends PageTypes>({ kind, page, bot, places }: AllowButtonProps<T>) {
  const { t } = useTranslation();
  const { addresses, wrongLine, isTooMany } = kind.parseAddresses([...kind.addressesOf(page), ...places].join('\n'));
  const { busy, run: allow } = useAction(async () => {
    await kind.data.update(page, kind.withAddresses(page, addresses));
    showDone(t(`PageDetails${kind.name}.test.allowed`));
  });
  if (!may(bot, 'webapp.manage') || wrongLine !== null || isTooMany) return null;
  return (
    <Flex gap={8} wrap="wrap" mt={8}>
      <Button variant="default" size="compact-sm" loading={busy} onClick={allow}>
        {t(`PageDetails${kind.name}.test.allow`, { count: places.length })}
      </Button>
    </Flex>
  );
}
