import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'Google Sheets',
  about: 'Add one row for each event to a spreadsheet.',
  leaves:
    'One row for each chosen event, in columns A–K: ID, time, type, bot, user ID, name, username, source, amount, currency and details. Names and texts only if you allow them. Google Sheets cannot erase users on request: delete their rows there by hand.',
  steps: {
    project: 'In Google Cloud, create a project and enable the Google Sheets API.',
    account: 'Create a service account in IAM & Admin → Service Accounts.',
    key: 'Open its Keys tab, add a key of the type JSON and download the file.',
    share: 'Share the spreadsheet with the address of the account (…gserviceaccount.com) as an editor.',
    paste: 'Paste the whole file below.',
  },
  fields: {
    spreadsheet: { label: 'Spreadsheet', hint: 'Its address or ID.' },
    sheet: {
      label: 'Sheet',
      hint: 'Name on the tab. Rows are added below the last one; an empty sheet also gets a header.',
    },
    key: { label: 'Key file', hint: 'Text of the JSON file, from the first bracket to the last.' },
  },
  test: 'Proves that the sheet exists and may be edited. Nothing is written.',
} satisfies ProviderTexts<'google_sheets'>;
