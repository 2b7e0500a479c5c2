import { MantineProvider } from '@mantine/core';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ColumnChoice } from './column-choice.tsx';
import type { DataColumn } from './columns.ts';
import { DataTable } from './data-table.tsx';
import { useColumns } from './use-columns.ts';
import { useSelection } from './use-selection.ts';

interface Bot {
  name: string;
  users: number | null;
}

const bots: readonly Bot[] = [
  { name: 'Shop', users: 12 },
  { name: 'News', users: null },
  { name: 'Quiz', users: 340 },
];
const columns: readonly DataColumn<Bot>[] = [
  { id: 'name', name: 'Bot', isRowName: true, cell: ({ name }) => name, footer: 'All', sortValue: ({ name }) => name },
  {
    id: 'users',
    name: 'Users',
    align: 'end',
    cell: ({ users }) => users,
    footer: 352,
    isEmpty: ({ users }) => users === null,
    sortValue: ({ users }) => users,
  },
];
const byName = ({ name }: Bot) => name;
const draw = (element: ReactElement) => renderToStaticMarkup(<MantineProvider>{element}</MantineProvider>);
const parseOrder = (html: string) => [...html.matchAll(/<th scope="row"[^>]*>(\w+)<\/th>/g)].map(([, name]) => name);

test('a table has a caption, headings of columns and rows, names for its cards, and totals', () => {
  const html = draw(<DataTable label="Your bots" columns={columns} rows={bots} rowId={byName} />);
  expect(html).toMatch(/<caption><span[^>]*>Your bots<\/span><\/caption>/);
  expect(html).toContain('<th scope="col"');
  expect(html).toContain('<td data-label="Users" data-align="end">12</td>');
  expect(html).toContain('data-empty="true"');
  expect(html).toContain('<tfoot><tr><th scope="row">All</th><td data-align="end">352</td></tr></tfoot>');
  expect(parseOrder(html)).toEqual(['Shop', 'News', 'Quiz', 'All']);
});

test.each([
  ['ascending', false, ['Shop', 'Quiz', 'News', 'All']],
  ['descending', true, ['Quiz', 'Shop', 'News', 'All']],
] as const)('the table sorts by a value, %s, with empty values last', (order, isDescending, expected) => {
  const html = draw(
    <DataTable label="Bots" columns={columns} rows={bots} rowId={byName} sort={{ id: 'users', isDescending }} />,
  );
  expect(parseOrder(html)).toEqual(expected);
  expect(html).toContain(`aria-sort="${order}"`);
});

test('a column may have an empty id: the line of those without a value has one', () => {
  const nameless: DataColumn<Bot> = { id: '', name: 'No source', cell: ({ users }) => users };
  const html = draw(<DataTable label="Bots" columns={[...columns, nameless]} rows={bots} rowId={byName} />);
  expect(html).toContain('<td data-label="No source">340</td>');
  const hiddenHtml = draw(
    <DataTable label="Bots" columns={[...columns, nameless]} rows={bots} rowId={byName} hidden={new Set([''])} />,
  );
  expect(hiddenHtml).not.toContain('No source');
});

test('rows that the page sorts stay in the order they came in', () => {
  const sort = { id: 'users', isDescending: true };
  const html = draw(
    <DataTable label="Bots" columns={columns} rows={bots} rowId={byName} sort={sort} onSort={() => undefined} />,
  );
  expect(parseOrder(html)).toEqual(['Shop', 'News', 'Quiz', 'All']);
  expect(html).toContain('aria-sort="descending"');
});

test('hidden columns are left out everywhere', () => {
  const html = draw(
    <DataTable label="Bots" columns={columns} rows={bots} rowId={byName} hidden={new Set(['users'])} />,
  );
  expect(html).not.toContain('Users');
  expect(html).not.toContain('352');
});

test('groups get a heading above their first row', () => {
  const groupOf = ({ users }: Bot) => (users === null ? 'Quiet' : 'Busy');
  const rows = bots.toSorted((one, other) => Number(other.users) - Number(one.users));
  const html = draw(<DataTable label="Bots" columns={columns} rows={rows} rowId={byName} groupOf={groupOf} />);
  expect(html.match(/scope="rowgroup" colSpan="2">(\w+)/g)).toEqual([
    'scope="rowgroup" colSpan="2">Busy',
    'scope="rowgroup" colSpan="2">Quiet',
  ]);
});

test('a table without rows is what the page puts in its place; one that loads is a grey box', () => {
  const emptyText = <p>No bots</p>;
  const drawRows = (rows: readonly Bot[] | undefined) =>
    draw(<DataTable label="Bots" columns={columns} rows={rows} rowId={byName} empty={emptyText} />);
  expect(drawRows([])).toContain('<p>No bots</p>');
  expect(drawRows(undefined)).toContain('mantine-Skeleton-root');
});

test('a long table draws its first rows at once and says how many there are', () => {
  const manyBots = Array.from({ length: 5_000 }, (_, index) => ({ name: `Bot${index}`, users: index }));
  const html = draw(<DataTable label="Bots" columns={columns} rows={manyBots} rowId={byName} />);
  expect(html).toContain('aria-rowcount="5000"');
  expect(parseOrder(html).length).toBeLessThanOrEqual(101);
});

test('rows that can be selected have a box each, and one for all of them', () => {
  const Selectable = () => (
    <DataTable label="Bots" columns={columns} rows={bots} rowId={byName} selection={useSelection(9)} />
  );
  expect(draw(<Selectable />).match(/type="checkbox"/g)).toHaveLength(4);
});

test('the column choice offers all columns but the one that names the rows', () => {
  const Choice = () => <ColumnChoice columns={columns} control={useColumns('bots')} />;
  const html = draw(<Choice />);
  expect(html).toContain('Users');
  expect(html.match(/type="checkbox"/g)).toHaveLength(1);
});
