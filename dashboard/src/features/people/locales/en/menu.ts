/** What the menu and the palette call the pages of this feature. */
export const menu = {
  people: 'People',
  users: 'Users',
  userList: 'List',
  segments: 'Segments',
};
