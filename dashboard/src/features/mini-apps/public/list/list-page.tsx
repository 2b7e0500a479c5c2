import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import type { ListedPage, ListSearch } from '../list-search.ts';
import { FilteredList } from './filtered-list.tsx';
import { useMayAdd } from './may-add.ts';
import { NoneYet, type NoneYetProps } from './none-yet.tsx';

interface ListPageProps<Item> extends Pick<NoneYetProps, 'icon' | 'words'> {
  title: string;
  text: string;
  query: UseQueryResult<Item[]>;
  search: ListSearch;
  noMatch: string;
  /** Leads to the form. */
  add: ReactNode;
  children(shown: readonly Item[]): ReactNode;
}

/** All Mini Apps, or all websites, of the bots of the account. */
export function ListPage<Item extends ListedPage>(props: ListPageProps<Item>) {
  const { title, text, query, search, noMatch, icon, words, add, children } = props;
  const { mayAdd } = useMayAdd();
  const hasItems = query.data !== undefined && query.data.length > 0;
  return (
    <Page title={title} actions={mayAdd && hasItems && add}>
      <Text c="dimmed" maw="80ch" mb={20}>
        {text}
      </Text>
      <Loaded query={query} height={240}>
        {(items) =>
          items.length > 0 ? (
            <FilteredList items={items} search={search} noMatch={noMatch}>
              {children}
            </FilteredList>
          ) : (
            <NoneYet icon={icon} words={words}>
              {add}
            </NoneYet>
          )
        }
      </Loaded>
    </Page>
  );
}
