import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { suppress } from '../../server/foundation/mailings/suppressions.ts'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aProduct } from '../../server/test/factories.ts'
import { type MailServer, startMailServer } from '../../server/test/mail/mail-server.ts'
import { aMailing } from '../../server/test/mail/mailings.ts'
import { aPicture } from '../../server/test/media/pictures.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import {
  closeAfter,
  findFaults,
  findFaultsInBothSchemes,
  moveTo,
  openDashboard,
  overflows,
  type View,
} from './stage.ts'

let server: MailServer
let service: TestApp
let browser: Browser
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
let viewer: typeof owner
beforeAll(async () => {
  server = await startMailServer()
  const settings = {
    SIGN_IN_RATE_LIMIT: '1000',
    SMTP_URL: server.url,
    MAIL_FROM: 'reviews@shop.example',
  }
  ;[service, browser] = await Promise.all([startTestApp(settings), launchBrowser()])
  store = await aStore(service.database, { locale: 'en' })
  owner = await aMember(service, store.storeId, 'owner')
  viewer = await aMember(service, store.storeId, 'viewer')
  await service.send('POST', '/products', {
    headers: store.headers,
    body: aProduct({ product_id: 'p', name: 'Copper kettle' }),
  })
  await fill()
})
afterAll(async () => {
  await browser.close()
  await service.close()
  await server.close()
})

async function fill(): Promise<void> {
  const { database } = service
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const refusal = '552 5.2.2 the mailbox is full'
  const mails = [
    { email: 'ana@example.com', state: 'sent', last_answer: '250 2.0.0 OK', at: minutesAgo(1) },
    { email: 'bia@example.com', state: 'failed', last_answer: refusal, attempts: 9, at: minutesAgo(20) },
    {
      email: 'leo@example.com',
      state: 'queued',
      last_answer: '421 4.3.0 later',
      attempts: 2,
      at: minutesAgo(30),
    },
    {
      email: 'eva@example.com',
      state: 'failed',
      last_answer: 'bounced: 550 5.1.1',
      bounced: true,
      at: minutesAgo(40),
    },
    {
      email: 'rui@example.com',
      state: 'suppressed',
      own_answer: 'unsubscribed',
      attempts: 0,
      at: minutesAgo(50),
    },
    { email: null, state: 'sent', kind: 'review_published', at: minutesAgo(60) },
  ] as const
  for (const mail of mails) await aMailing(database, store.storeId, mail)
  const reasons = { eva: 'bounced', rui: 'unsubscribed', zoe: 'complained', gil: 'blocked' } as const
  for (const [name, reason] of Object.entries(reasons)) {
    const answer = name === 'eva' ? 'bounced: 550 5.1.1 no such mailbox' : null
    await suppress(database, store.storeId, `${name}@example.com`, reason, minutesAgo(40), answer)
  }
}

const open = (path: string, view: View = {}, user = owner) =>
  openDashboard(browser, service, user, { ...view, path: `/${store.storeId}/mail${path}` })

/** The rendered mail in its frame. */
const preview = (page: Page) => page.frameLocator('iframe')

const words = (page: Page) => page.getByRole('textbox', { name: 'Text' })

const settled = async (page: Page) => {
  await page.locator('section h2').first().waitFor()
  await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
}

describe.each([
  { scheme: 'light', width: 1280 },
  { scheme: 'light', width: 360, language: 'pt-BR' },
] as const)('every tab, in the view %o', view => {
  let page: Page
  beforeAll(async () => {
    page = await open('', view)
    await page.locator('section h2').first().waitFor()
  })
  afterAll(() => page.context().close())

  test.each(['', '?tab=deliveries', '?tab=suppressed'])('%s passes axe and fits its page', async path => {
    await moveTo(page, `/${store.storeId}/mail${path}`)
    await settled(page)
    if (!path) await preview(page).locator('h1').waitFor()
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/mail${path.replace(/\W+/g, '-')}-${view.width}.png`,
        fullPage: true,
      })
    await expect.poll(() => findFaultsInBothSchemes(page)).toEqual([])
    await expect.poll(() => overflows(page)).toBe(false)
  })
})

describe('an owner', () => {
  test('changes texts and colour, previews the mail before saving, and saves', async () => {
    const page = await open('')
    await closeAfter(page, async () => {
      await preview(page).getByText('Copper kettle').waitFor()
      const subject = page.getByLabel('Subject', { exact: true })
      await subject.fill('Well, ')
      await page.getByRole('button', { name: 'Insert: {name} (Subject)' }).click()
      await expect.poll(() => subject.inputValue()).toBe('Well, {name}')
      await page.getByText('Well, Ana', { exact: true }).waitFor()
      await words(page).fill('How is the kettle?\n\n<b>Tell us</b>')
      await preview(page).getByText('<b>Tell us</b>').waitFor()
      await page.getByLabel('Color', { exact: true }).fill('#ffee00')
      await page.getByText('Low contrast').waitFor()
      await expect
        .poll(() => preview(page).locator('.button').getAttribute('style'))
        .toContain('background-color:#ffee00')
      const { body: before } = await owner.send('GET', `/stores/${store.storeId}/mail/content`)
      expect(before).toMatchObject({ color: '#1f6f54', kinds: [{ own: {} }, ...Array(13).fill({})] })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      const { body: after } = await owner.send('GET', `/stores/${store.storeId}/mail/content`)
      expect(after.color).toBe('#ffee00')
      expect(after.kinds[0].own.en).toEqual({
        subject: 'Well, {name}',
        words: 'How is the kettle?\n\n<b>Tell us</b>',
      })
      await page.getByRole('button', { name: 'Restore default text' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect
        .poll(
          async () => (await owner.send('GET', `/stores/${store.storeId}/mail/content`)).body.kinds[0].own,
        )
        .toEqual({})
    })
  })

  test('reads problems at their field, and keeps the typed text on another screen and after a reload', async () => {
    const page = await open('?tab=words&kind=reminder&language=es')
    await closeAfter(page, async () => {
      await words(page).fill('Con {cupon}')
      await page.getByText('{cupon} is not a placeholder. Use {name}, {store} or {product}').waitFor()
      await page.getByRole('link', { name: 'Questions' }).click()
      await page.getByRole('link', { name: 'Mail Unsaved changes' }).click()
      await page.goBack()
      await page.goBack()
      await expect.poll(() => words(page).inputValue()).toBe('Con {cupon}')
      await page.reload()
      await expect.poll(() => words(page).inputValue()).toBe('Con {cupon}')
      await page.getByRole('button', { name: 'Discard' }).click()
      await expect.poll(() => words(page).inputValue()).toMatch(/^Hace unos días/)
      await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0)
    })
  })

  test('uploads a logo, sees it in the mail before saving, and removes it again', async () => {
    const shop = await aStore(service.database, { locale: 'en' })
    const theirs = await aMember(service, shop.storeId, 'owner')
    const page = await openDashboard(browser, service, theirs, { path: `/${shop.storeId}/mail` })
    await closeAfter(page, async () => {
      const input = page.locator('input[type=file]')
      await input.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
      await page.getByText('Choose a PNG, JPEG or WebP picture of at most 1 MB.').waitFor()
      const picture = await aPicture({ width: 300, height: 100, type: 'png' })
      const buffer = Buffer.from(await picture.arrayBuffer())
      await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
      await page.getByAltText('Your logo').waitFor()
      const url = await page.getByAltText('Your logo').getAttribute('src')
      expect(url).toMatch(/\/pictures\/[0-9a-f]{40}-logo\.png$/)
      await page.frameLocator('iframe').locator(`img[src="${url}"]`).waitFor()
      await expect.poll(() => findFaults(page)).toEqual([])
      const saved = async () => (await theirs.send('GET', `/stores/${shop.storeId}/settings`)).body.logo_url
      await expect.poll(() => saved()).toBeNull()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      await expect.poll(() => saved()).toBe(url)
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect.poll(saved).toBeNull()
    })
  })

  test('previews the mail on a phone, in the dark theme and as text', async () => {
    const page = await open('')
    await closeAfter(page, async () => {
      await preview(page).locator('h1').waitFor()
      await page.getByText('Phone', { exact: true }).click()
      await expect.poll(() => page.locator('iframe').evaluate(frame => frame.clientWidth)).toBe(375)
      await page.getByLabel('Dark').check()
      await expect
        .poll(() =>
          preview(page)
            .locator('.card')
            .first()
            .evaluate(card => getComputedStyle(card).backgroundColor),
        )
        .toBe('rgb(31, 30, 27)')
      await page.getByRole('radiogroup', { name: 'View as' }).getByText('Text').click()
      await page.locator('pre', { hasText: 'Copper kettle' }).waitFor()
    })
  })

  test("sends a test to themselves, and reads the mail server's response", async () => {
    const page = await open('')
    await closeAfter(page, async () => {
      await page.getByRole('button', { name: 'Send test email' }).click()
      await page.getByText(`Check the inbox of ${owner.email}`).waitFor()
      expect(server.received.map(({ to }) => to)).toEqual([[owner.email]])
    })
  })

  test('opens a failed delivery and sends it again', async () => {
    const page = await open('?tab=deliveries')
    await closeAfter(page, async () => {
      await page.getByRole('radiogroup', { name: 'Status' }).getByText('Failed').click()
      await expect.poll(() => new URL(page.url()).search).toBe('?tab=deliveries&state=failed')
      const row = page.getByRole('listitem').filter({ hasText: 'bia@example.com' })
      await row.getByText('552 5.2.2 the mailbox is full').waitFor()
      await row.getByRole('button', { name: 'Send again: bia@example.com' }).click()
      await page.getByText('Sending again').waitFor()
      await row.waitFor({ state: 'detached' })
      const failedRow = page.getByRole('listitem').filter({ hasText: 'eva@example.com' })
      await failedRow.getByRole('button', { name: /^Send again/ }).click()
      await failedRow.getByText('This buyer unsubscribed, or their address does not work').waitFor()
    })
  })

  test('finds out why a buyer gets no mail, and can lift only a bounce', async () => {
    const page = await open('?tab=suppressed')
    await closeAfter(page, async () => {
      await page.getByRole('searchbox').fill('eva@example.com')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByText('550 5.1.1 no such mailbox').waitFor()
      await page.getByRole('button', { name: 'Remove suppression: eva@example.com' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('this address does not exist').waitFor()
      await dialog.getByRole('button', { name: 'Remove suppression' }).click()
      await page.getByText('eva@example.com is not suppressed').waitFor()
      await page.getByRole('button', { name: 'Show all' }).click()
      await page.getByText('Only this person can resubscribe').waitFor()
      await expect.poll(() => page.getByRole('button', { name: /^Remove suppression/ }).count()).toBe(1)
    })
  })

  test('adds an address, and reads at the field that it is invalid', async () => {
    const page = await open('?tab=suppressed')
    await closeAfter(page, async () => {
      await page.getByRole('button', { name: 'Add address' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Email').fill('a, b')
      await dialog.getByRole('button', { name: 'Add address' }).click()
      await dialog.getByText('Expected one email address').waitFor()
      await expect.poll(() => findFaults(page)).toEqual([])
      await dialog.getByLabel('Email').fill('Tom@Example.com')
      await dialog.getByRole('button', { name: 'Add address' }).click()
      await page.getByRole('listitem').filter({ hasText: 'tom@example.com' }).waitFor()
    })
  })
})

test('a viewer can read everything, and has no buttons to change it', async () => {
  const page = await open('', {}, viewer)
  await closeAfter(page, async () => {
    await preview(page).locator('h1').waitFor()
    await expect.poll(() => page.getByLabel('Subject', { exact: true }).isDisabled()).toBe(true)
    await expect.poll(() => page.getByLabel('Color', { exact: true }).isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: 'Mail' }).click()
    await page.getByRole('option', { name: 'Review published' }).click()
    await preview(page).getByText('Your review is published').first().waitFor()
    for (const tab of ['Deliveries', 'Suppressions']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('listitem').first().waitFor()
    }
    const editButtons = /save|send|insert|remove suppression|add address|default text/i
    await expect.poll(() => page.getByRole('main').getByRole('button', { name: editButtons }).count()).toBe(0)
  })
})

test('a store without mail learns what will appear', async () => {
  const emptyStore = await aStore(service.database)
  const newOwner = await aMember(service, emptyStore.storeId, 'owner')
  const page = await openDashboard(browser, service, newOwner, {
    path: `/${emptyStore.storeId}/mail?tab=deliveries`,
  })
  await closeAfter(page, async () => {
    await page.getByText('No emails yet').waitFor()
    await page.getByRole('tab', { name: 'Suppressions' }).click()
    await page.getByText('No suppressions').waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
  })
})
