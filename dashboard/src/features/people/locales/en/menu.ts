/** Names of this feature's pages in the menu and the palette. */
export const menu = {
  people: 'People',
  users: 'Users',
  userList: 'List',
  segments: 'Segments',
};
