import { ActionIcon } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCurrentBot } from '../../platform/session/session.ts';
import { itemId } from './menu.ts';
import { mostPins, usePins } from './pins.ts';
import { useMenu } from './use-menu.ts';

/** Beside the heading of a page that the menu has: keeps it at the top of the menu. */
export function PinButton({ title }: { title: string }) {
  const { t } = useTranslation();
  const { bot } = useCurrentBot();
  const { current } = useMenu();
  const { pins, toggle } = usePins();
  if (!current || !bot) return null;
  const id = itemId(current);
  const isPinned = pins.includes(id);
  const isFull = !isPinned && pins.length >= mostPins;
  const label = t('Shell.pin.button', { title });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      data-print="hide"
      aria-label={label}
      aria-pressed={isPinned}
      title={isFull ? t('Shell.pin.full', { count: mostPins }) : label}
      disabled={isFull}
      onClick={() => toggle(id)}
    >
      {isPinned ? <IconPinFilled size={16} aria-hidden /> : <IconPin size={16} stroke={1.6} aria-hidden />}
    </ActionIcon>
  );
}
