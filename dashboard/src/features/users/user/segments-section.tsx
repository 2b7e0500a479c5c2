import type { Bot } from '@botscope/contract';
import { ActionIcon, Flex, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { DropItem, DropLabel, DropLink, DropMenu } from '../../../ui/drop-menu.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import panel from '../../../ui/popover-panel.module.css';
import { Section } from '../../../ui/section.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { showUndo } from '../../../ui/undo-toast.tsx';
import { Dim } from '../../../ui/words.tsx';
import { changeMembers, mayKeepLists, segmentsQuery, userSegmentsQuery } from '../data/segments-data.ts';

const opposite = { add: 'remove', remove: 'add' } as const;
const doneText = { add: 'UserSegments.added', remove: 'UserSegments.removed' } as const;

/** The segments and lists that a user is in; lists are changed in place. */
export function SegmentsSection({ bot, userId }: { bot: Bot; userId: number }) {
  const { t } = useTranslation();
  const query = useQuery(userSegmentsQuery(bot.key, userId));
  const mayChange = mayKeepLists(bot);
  const { busy, run } = useAction(async (action: 'add' | 'remove', list: { segment_id: number; name: string }) => {
    const { segment_id: id, name } = list;
    const members = { user_ids: [userId] };
    await changeMembers(bot.key, id, action, members);
    showUndo({
      // A toast of the opposite action may still be there, and one with its ID would not be shown.
      id: `user-list-${action}-${id}`,
      text: t(doneText[action], { name }),
      label: t('UserSegments.undo'),
      onUndo: () =>
        changeMembers(bot.key, id, opposite[action], members)
          .then(() => showDone(t('UserSegments.undone')))
          .catch(showError),
    });
  });
  const ids = new Set(query.data?.map(({ segment_id }) => segment_id));
  return (
    <Section
      title={t('UserSegments.title')}
      actions={mayChange && <AddToList bot={bot} isIn={(id) => ids.has(id)} onAdd={(list) => void run('add', list)} />}
    >
      <Loaded query={query} height={72}>
        {(segments) =>
          segments.length === 0 ? (
            <Dim>{t('UserSegments.none')}</Dim>
          ) : (
            <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
              {segments.map((segment) => (
                <Flex component="li" key={segment.segment_id} gap={8} align="center" justify="space-between" mih={24}>
                  <span>
                    <TextLink to="/segments/$segmentId" params={{ segmentId: String(segment.segment_id) }}>
                      <bdi>{segment.name}</bdi>
                    </TextLink>{' '}
                    <Dim>{t(`UserSegments.kinds.${segment.kind}`)}</Dim>
                  </span>
                  {mayChange && segment.kind === 'list' && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={24}
                      disabled={busy}
                      aria-label={t('UserSegments.remove', { name: segment.name })}
                      onClick={() => void run('remove', segment)}
                    >
                      <IconX size={14} stroke={1.6} aria-hidden />
                    </ActionIcon>
                  )}
                </Flex>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

interface AddToListProps {
  bot: Bot;
  isIn(id: number): boolean;
  onAdd(list: { segment_id: number; name: string }): void;
}

function AddToList({ bot, isIn, onAdd }: AddToListProps) {
  const { t } = useTranslation();
  const { data: all } = useQuery(segmentsQuery(bot.key));
  const lists = all?.filter(({ kind, segment_id }) => kind === 'list' && !isIn(segment_id)) ?? [];
  return (
    <DropMenu
      label={t('UserSegments.add')}
      buttonClass={panel.button ?? ''}
      button={<IconPlus size={14} aria-hidden />}
    >
      <DropLabel>{t(lists.length === 0 ? 'UserSegments.noLists' : 'UserSegments.add')}</DropLabel>
      {lists.map((list) => (
        <DropItem key={list.segment_id} onChoose={() => onAdd(list)}>
          {list.name}
        </DropItem>
      ))}
      {lists.length === 0 && <DropLink to="/segments">{t('UserSegments.toSegments')}</DropLink>}
    </DropMenu>
  );
}
