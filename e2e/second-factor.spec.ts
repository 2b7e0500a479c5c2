import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { forgetSignIn, type TestAccount } from './fixtures/operator.ts';
import { profileWords } from './fixtures/profile-words.ts';
import { expect, test } from './fixtures/test.ts';
import { words } from './fixtures/words.ts';

/** An app on a phone. Each code works once, so a second one is that of the next half minute: the server takes it already. */
function authenticator(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  let last = 0;
  return () => {
    last = Math.max(Math.floor(Date.now() / 30_000), last + 1);
    return totp.generate({ timestamp: last * 30_000 });
  };
}
const makeWrongCode = (code: string): string => (code === '000000' ? '111111' : '000000');

async function passPassword(page: Page, lang: 'en' | 'ru', { email, password }: TestAccount): Promise<void> {
  await page.goto(`/signin?lang=${lang}&period=7d`);
  await page.getByLabel(words[lang].email).fill(email);
  await page.getByLabel(words[lang].password, { exact: true }).fill(password);
  await page.getByRole('button', { name: words[lang].signIn, exact: true }).click();
}

const lang = 'ru';
const text = profileWords[lang];

// Answers of its forms to wrong values, and their focus: visitor-forms.dom.test.ts and profile-forms.dom.test.ts.
test('a code of an app is asked for from when it is on until it is off; a passkey signs in without a password', async ({
  own: page,
  account,
  watch,
}) => {
  const dialog = page.getByRole('dialog');
  await test.step('a code of an app', async () => {
    watch.allows(/^POST \/api\/user\/(profile\/totp\/\w+|sign-in\/second-factor) 400$/);
    await page.goto(`/profile?tab=security&lang=${lang}`);
    await page.getByRole('button', { name: text.turnOn }).click();
    await dialog.getByLabel(text.yourPassword).fill(account.password);
    await dialog.getByRole('button', { name: text.goOn }).click();

    const nextCode = authenticator(await dialog.getByLabel(text.appKey, { exact: true }).innerText());
    const field = dialog.getByLabel(text.appCode);
    const first = nextCode();
    await field.fill(makeWrongCode(first));
    await dialog.getByRole('button', { name: text.confirm }).click();
    await expect(field).toHaveAccessibleDescription(new RegExp(words[lang].invalidCode));
    await field.fill(first);
    await dialog.getByRole('button', { name: text.confirm }).click();

    const list = dialog.getByRole('list', { name: text.recoveryCodes }).getByRole('listitem');
    await expect(list).toHaveCount(10);
    const codes = await list.allInnerTexts();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: text.downloadCodes }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain(codes.join('\n'));
    await dialog.getByRole('button', { name: text.kept }).click();
    await expect(page.getByText(text.left)).toBeVisible();

    await forgetSignIn(page);
    await passPassword(page, lang, account);
    await expect(page.getByRole('heading', { name: text.oneMoreStep })).toBeVisible();
    expect((await page.request.get('/api/bots')).status()).toBe(401);
    const code = page.getByLabel(text.appCode);
    const second = nextCode();
    await code.fill(makeWrongCode(second));
    await page.getByRole('button', { name: words[lang].signIn, exact: true }).click();
    await expect(code).toHaveAccessibleDescription(words[lang].invalidCode);
    await code.fill(second);
    await page.getByRole('button', { name: words[lang].signIn, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: words[lang].dashboard })).toBeVisible();
    await expect(page).toHaveURL(/period=7d/);

    // The phone is lost: a recovery code opens the door once.
    await forgetSignIn(page);
    await passPassword(page, lang, account);
    await page.getByRole('button', { name: text.useRecovery }).click();
    const recovery = page.getByLabel(text.recoveryCode);
    await recovery.fill((codes[0] ?? '').toUpperCase());
    await page.getByRole('button', { name: words[lang].signIn, exact: true }).click();
    await expect(page.getByText(text.codesLeft)).toBeVisible();
    await forgetSignIn(page);
    await passPassword(page, lang, account);
    await page.getByRole('button', { name: text.useRecovery }).click();
    await recovery.fill(codes[0] ?? '');
    await page.getByRole('button', { name: words[lang].signIn, exact: true }).click();
    await expect(recovery).toHaveAccessibleDescription(words[lang].invalidCode);
    await recovery.fill(codes[1] ?? '');
    await page.getByRole('button', { name: words[lang].signIn, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: words[lang].dashboard })).toBeVisible();

    await page.goto(`/profile?tab=security&lang=${lang}`);
    await page.getByRole('button', { name: text.turnOff }).click();
    await dialog.getByLabel(text.yourPassword).fill(account.password);
    await dialog.getByRole('button', { name: text.turnOff }).click();
    await expect(page.getByRole('button', { name: text.turnOn })).toBeVisible();
    await forgetSignIn(page);
    await passPassword(page, lang, account);
    await expect(page.getByRole('heading', { level: 1, name: words[lang].dashboard })).toBeVisible();
  });

  await test.step('signed in already', async () => {
    await page.goto('/second-factor?lang=en');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  await test.step('a passkey is added, renamed, signs in, and is removed', async () => {
    watch.allows(/^POST \/api\/user\/sign-in\/passkey 400$/);
    const device = await virtualAuthenticator(page);
    await page.goto(`/profile?tab=security&lang=${lang}`);
    const section = page.getByRole('region', { name: text.passkeys });
    await expect(section.getByText(text.noPasskeys)).toBeVisible();
    await section.getByRole('button', { name: text.addPasskey }).click();
    await expect(dialog.getByLabel(text.name, { exact: true })).toBeFocused();
    await dialog.getByRole('button', { name: text.goOn }).click();
    await expect(dialog.getByLabel(text.name, { exact: true })).toHaveAccessibleDescription(
      new RegExp(words[lang].required),
    );
    await dialog.getByLabel(text.name, { exact: true }).fill('Laptop');
    await dialog.getByLabel(text.yourPassword).fill(account.password);
    await device.verifies(false);
    await dialog.getByRole('button', { name: text.goOn }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: text.cancelled })).toBeVisible();
    await device.verifies(true);
    await dialog.getByRole('button', { name: text.goOn }).click();
    await expect(section.getByRole('listitem')).toContainText('Laptop');

    await section.getByRole('button', { name: `${text.rename} ` }).click();
    await dialog.getByLabel(text.name, { exact: true }).fill('Blue key');
    await dialog.getByRole('button', { name: text.saveName }).click();
    await expect(section.getByRole('listitem')).toContainText('Blue key');
    await expect(section.getByRole('button', { name: `${text.rename} ` })).toBeFocused();

    await forgetSignIn(page);
    await page.goto(`/signin?lang=${lang}`);
    await page.getByRole('button', { name: text.passkeySignIn }).click();
    await expect(page.getByRole('heading', { level: 1, name: words[lang].dashboard })).toBeVisible();

    await page.goto(`/profile?tab=security&lang=${lang}`);
    await section.getByRole('button', { name: `${text.remove} ` }).click();
    await dialog.getByRole('button', { name: text.remove, exact: true }).click();
    await expect(section.getByText(text.noPasskeys)).toBeVisible();
    await forgetSignIn(page);
    await page.goto(`/signin?lang=${lang}`);
    await page.getByRole('button', { name: text.passkeySignIn }).click();
    await expect(page.getByText(text.wrongPasskey)).toBeVisible();
    await expect(page).toHaveURL(/\/signin/);
  });
});

/** A security key that Chromium plays: it presses its own button. */
async function virtualAuthenticator(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the finger is the right one. */
    verifies: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}
