export const profile = {
  title: 'Profile',
  email: 'Email',
  language: 'Language',
  languageHint: 'Of the pages and of the emails.',
  timeZone: 'Time zone',
  timeZoneHint: 'Days, weeks and months of all reports begin at midnight here.',
  noZone: 'No such time zone',
  saved: 'Saved',
};
