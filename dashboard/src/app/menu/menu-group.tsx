import { Box, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { itemId, linkTo, type MenuGroup, type MenuItem } from './menu.ts';
import classes from './side-menu.module.css';

interface GroupProps {
  group: MenuGroup;
  open: boolean;
  current: MenuItem | undefined;
  onToggle: () => void;
  onChoose: () => void;
}

/** A group that opens and closes. */
export function Group({ group, open, current, onToggle, onChoose }: GroupProps) {
  const id = useId();
  return (
    <>
      <button type="button" className={classes.item} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        {group.icon && <group.icon size={18} stroke={1.6} aria-hidden />}
        {group.label}
        <IconChevronDown className={classes.chevron} size={16} stroke={1.6} aria-hidden />
      </button>
      <div id={id} className={classes.folded} hidden={!open}>
        {open && <MenuList label={group.label} items={group.items} current={current} onChoose={onChoose} />}
      </div>
    </>
  );
}

interface MenuListProps {
  label: string;
  items: readonly MenuItem[];
  /** Outside their groups entries have names that distinguish them. */
  byTitle?: boolean;
  current: MenuItem | undefined;
  onChoose: () => void;
}

export function MenuList({ label, items, byTitle = false, current, onChoose }: MenuListProps) {
  return (
    <Box component="ul" pb={4} aria-label={label}>
      {items.map((item) => (
        <li key={itemId(item)}>
          <Link
            {...linkTo(item)}
            className={classes.report}
            aria-current={item === current ? 'page' : undefined}
            onClick={onChoose}
          >
            <Text span inherit truncate="end">
              {byTitle ? item.title : item.label}
            </Text>
          </Link>
        </li>
      ))}
    </Box>
  );
}
