import { judge } from './fixtures/axe.ts';
import { createBot, unique } from './fixtures/operator.ts';
import { visit } from './fixtures/places.ts';
import { expect, test } from './fixtures/test.ts';

test('dialogs, menus, refused forms, the steps of the wizard and the profile break no rule of WCAG 2.2 AA', async ({
  own: page,
  server,
  account,
  bot,
  watch,
}) => {
  test.setTimeout(500_000);
  watch.allows(/^POST \/api\/user\/profile\/\S+ 400$/);
  const violations: string[] = [];
  await createBot(server, account);
  for (const [button, name, tab] of [
    ['Rename', 'rename dialog', 'overview'],
    ['Change…', 'change dialog', 'connection'],
    ['Add token', 'token dialog', 'connection'],
    ['New API key', 'rotate dialog', 'connection'],
    ['Remove', 'remove dialog', 'data'],
  ] as const) {
    await visit(page, `/bots/${bot.key}?tab=${tab}`, 'en');
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    violations.push(...(await judge(page, name)));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  for (const menu of [/^Choose a bot/, /^Language/, /^Appearance/, /^Account/]) {
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menu').waitFor();
    violations.push(...(await judge(page, `menu ${menu}`)));
    await page.keyboard.press('Escape');
  }
  for (const open of ['add', 'link'] as const) {
    await visit(page, `/bots/${bot.key}/permissions?open=${open}`, 'en');
    // Everything that is folded at first.
    for (const fold of await page.locator('summary').all()) await fold.click();
    violations.push(...(await judge(page, `access, ${open}`)));
  }
  await visit(page, '/add-bot', 'en');
  await page.getByRole('button', { name: 'Next' }).click();
  violations.push(...(await judge(page, 'wizard, refused name')));
  await page.getByLabel('Bot name').fill(`axe_${unique()}_bot`);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: 'By token' }).waitFor();
  violations.push(...(await judge(page, 'wizard, connection')));
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  violations.push(...(await judge(page, 'wizard, by token, refused')));
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('radio', { name: 'Manually' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  violations.push(...(await judge(page, 'wizard, by hand, refused')));
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('radio', { name: 'API' }).check();
  await page.getByRole('button', { name: 'Create bot' }).click();
  await page.getByRole('button', { name: 'Finish later' }).waitFor();
  violations.push(...(await judge(page, 'wizard, test')));
  await page.getByRole('button', { name: 'Finish later' }).click();
  await page.getByRole('link', { name: 'Open the dashboard' }).waitFor();
  violations.push(...(await judge(page, 'wizard, result')));

  await visit(page, '/profile?tab=sign-in', 'en');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('button', { name: 'Send the code' }).click();
  violations.push(...(await judge(page, 'profile, refused forms')));
  await visit(page, '/profile?tab=security', 'en');
  for (const button of ['Add passkey', 'Sign out everywhere', 'Turn on']) {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').waitFor();
    violations.push(...(await judge(page, `profile, ${button}`)));
    if (button !== 'Turn on') await page.keyboard.press('Escape');
  }
  await page.getByRole('dialog').getByLabel('Your password').fill(account.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  violations.push(...(await judge(page, 'profile, QR code')));
  await visit(page, '/profile?tab=data', 'en');
  await page.getByRole('button', { name: 'Delete my account…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  violations.push(...(await judge(page, 'profile, deletion refused')));
  expect(violations).toEqual([]);
});

test.describe('a phone screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('summary, report, menu and sign-in break no rule of WCAG 2.2 AA', async ({ page, demoServer }) => {
    await visit(page, '/signin', 'ru');
    const violations = await judge(page, 'sign-in, phone');
    await page.goto(`${demoServer.url}/?demo=1&lang=ru`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await visit(page, '/', 'ru');
    violations.push(...(await judge(page, 'home, phone')));
    await visit(page, '/reports/messages_from_user?period=7d', 'ru');
    violations.push(...(await judge(page, 'report, phone')));
    await page.getByRole('button', { name: 'Открыть меню' }).tap();
    await page.getByRole('navigation', { name: 'Главное меню' }).waitFor();
    violations.push(...(await judge(page, 'menu, phone')));
    await page.getByRole('button', { name: 'Закрыть меню' }).tap();
    await page.getByRole('button', { name: 'Как это считается?' }).tap();
    await page.getByRole('dialog').waitFor();
    violations.push(...(await judge(page, 'how it is counted, phone')));
    expect(violations).toEqual([]);
  });
});
