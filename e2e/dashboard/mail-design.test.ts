import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aProduct } from '../../server/test/factories.ts'
import { decode } from '../../server/test/mail/decoded-mails.ts'
import { type MailServer, startMailServer } from '../../server/test/mail/mail-server.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import {
  button,
  closeAfter,
  findFaults,
  findFaultsInBothSchemes,
  openDashboard,
  overflows,
  type View,
} from './stage.ts'

let server: MailServer
let service: TestApp
let browser: Browser
beforeAll(async () => {
  server = await startMailServer()
  const settings = { SIGN_IN_RATE_LIMIT: '1000', SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example' }
  ;[service, browser] = await Promise.all([startTestApp(settings), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await service.close()
  await server.close()
})

type User = Awaited<ReturnType<typeof aMember>>

async function aShop(): Promise<{ store: Member; owner: User }> {
  const store = await aStore(service.database, { locale: 'en' })
  const body = aProduct({ product_id: 'p', name: 'Copper kettle' })
  await service.send('POST', '/products', { headers: store.headers, body })
  return { store, owner: await aMember(service, store.storeId, 'owner') }
}

const open = (store: Member, user: User, view: View = {}) =>
  openDashboard(browser, service, user, { ...view, path: `/${store.storeId}/mail` })

const mail = (page: Page) => page.frameLocator('iframe')
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const blocks = (page: Page) => page.locator('ol > li [role=group]').evaluateAll(names)
const names = (found: Element[]) =>
  found.map(one => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent)
const saved = async ({ storeId }: Member, owner: User) =>
  (await owner.send('GET', `/stores/${storeId}/mail/content`)).body.kinds[0].designs.own

/** Moves the focus with the Tab key until it is on this element, and presses another key there. */
async function reach(page: Page, goal: Locator, key = 'Enter', tab = 'Tab'): Promise<void> {
  await goal.waitFor()
  for (let times = 0; times < 120; times++) {
    if (await isFocused(goal)) return await page.keyboard.press(key)
    await page.keyboard.press(tab)
  }
  throw new Error(`The Tab key does not reach ${goal}`)
}

const isFocused = (element: Locator) => element.evaluate(found => found === document.activeElement)

async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/design-${name}.png`, fullPage: true })
}

test('an owner designs a mail with the keyboard alone, and gets it as a test', async () => {
  const { store, owner } = await aShop()
  const page = await open(store, owner)
  await closeAfter(page, async () => {
    await mail(page).getByText('Copper kettle').waitFor()
    await reach(page, button(page, 'Plain and short'))
    await expect.poll(() => blocks(page)).toEqual(['1. Heading', '2. Text', '3. Stars', '4. Button'])
    const heading = group(page, '1. Heading').getByLabel('Heading', { exact: true })
    await expect.poll(() => isFocused(heading)).toBe(true)
    await expect.poll(() => heading.inputValue()).toBe('How was it, {name}?')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Dear {name}, a question')
    await mail(page).getByRole('heading', { name: 'Dear Ana, a question' }).waitFor()

    await reach(page, button(page, 'Move up: 3. Stars'))
    await expect.poll(() => blocks(page)).toEqual(['1. Heading', '2. Stars', '3. Text', '4. Button'])
    await page.locator('[aria-live=polite]').getByText('Stars is now block 2 of 4.').waitFor()
    await expect.poll(() => isFocused(button(page, 'Move up: 2. Stars'))).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => blocks(page)).toEqual(['1. Stars', '2. Heading', '3. Text', '4. Button'])
    await expect.poll(() => isFocused(button(page, 'Move down: 1. Stars'))).toBe(true)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect.poll(() => blocks(page)).toEqual(['1. Heading', '2. Text', '3. Stars', '4. Button'])
    await page.keyboard.press('Control+Shift+Z')
    await expect.poll(() => blocks(page)).toEqual(['1. Heading', '2. Stars', '3. Text', '4. Button'])
    await expect.poll(() => heading.inputValue()).toBe('Dear {name}, a question')

    await reach(page, button(page, 'Remove: 4. Button'))
    await expect.poll(() => isFocused(button(page, 'Remove: 3. Text'))).toBe(true)
    await reach(page, group(page, 'Add a block').getByRole('button', { name: 'Picture' }))
    await expect.poll(() => blocks(page)).toEqual(['1. Heading', '2. Stars', '3. Text', '4. Picture'])
    const picture = group(page, '4. Picture')
    await picture.getByText('Enter the address of the picture or remove the block.').waitFor()
    await reach(page, picture.getByLabel('Web address'), 'End')
    await page.keyboard.type('http://shop.example/tea.png')
    await picture.getByText('Enter an address that begins with https://').waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('https://shop.example/tea.png')
    await picture.getByText('Without a description, many readers').waitFor()
    await reach(page, picture.getByLabel('Description'), 'End')
    await page.keyboard.type('A cup of tea')
    await mail(page).getByAltText('A cup of tea').waitFor({ state: 'attached' })
    await expect.poll(() => findFaults(page)).toEqual([])

    await reach(page, button(page, 'Save'))
    await page.getByText('Saved', { exact: true }).waitFor()
    const [, , text] = (await saved(store, owner)).en
    await expect
      .poll(() => saved(store, owner))
      .toEqual({
        en: [
          { type: 'heading', text: 'Dear {name}, a question' },
          { type: 'stars' },
          { type: 'text', text: text.text },
          { type: 'picture', source: 'https://shop.example/tea.png', alt: 'A cup of tea' },
        ],
      })
    await page.reload()
    await expect.poll(() => blocks(page)).toEqual(['1. Heading', '2. Stars', '3. Text', '4. Picture'])
    await reach(page, button(page, 'Send test email'))
    await page.getByText(`Check the inbox of ${owner.email}`).waitFor()
    const received = decode(server.received.find(({ to }) => to.includes(owner.email))?.raw ?? '')
    for (const part of ['>Dear Ana, a question</h1>', 'alt="A cup of tea"', 'Dear Ana, a question\r\n'])
      expect(received).toContain(part)
  })
})

test('keeps unsaved blocks on other screens, names their mistakes, and goes back to the usual mail', async () => {
  const { store, owner } = await aShop()
  const page = await open(store, owner)
  await closeAfter(page, async () => {
    await button(page, 'Products first').click()
    await mail(page).getByText('Copper kettle').waitFor()
    await group(page, '1. Heading').getByLabel('Heading', { exact: true }).fill('Use {coupon}')
    await group(page, '1. Heading').getByText('{coupon} is not a placeholder').waitFor()
    await page.getByRole('link', { name: 'Questions' }).click()
    await page.getByRole('link', { name: 'Mail Unsaved changes' }).click()
    const heading = group(page, '1. Heading').getByLabel('Heading', { exact: true })
    await expect.poll(() => heading.inputValue()).toBe('Use {coupon}')
    await button(page, 'Save').click()
    await page.getByText('designs.0.blocks.0.text').waitFor()
    await heading.fill('Was it good?')
    for (const name of ['4. Button', '2. Products']) await button(page, `Remove: ${name}`).click()
    await page.getByText('Add products, stars or a button').waitFor()
    await expect.poll(() => blocks(page)).toEqual(['1. Heading', '2. Text'])
    await button(page, 'Undo').click()
    await pasteParagraphs(page, 3)
    for (const number of [4, 5, 6]) {
      await group(page, 'Add a block').getByRole('button', { name: 'Text' }).click()
      await pasteParagraphs(page, number)
    }
    await page.getByText('This email is larger than 100 kB').waitFor()
    for (const number of [6, 5, 4]) await button(page, `Remove: ${number}. Text`).click()
    await page.getByText('This email is larger than 100 kB').waitFor({ state: 'detached' })
    await button(page, 'Save').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(Object.keys(await saved(store, owner))).toEqual(['en'])
    await button(page, 'Use the usual email').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use the usual email' }).click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
    await mail(page).getByRole('heading', { name: 'How was it, Ana?' }).waitFor()
    await button(page, 'Save').click()
    await expect.poll(() => saved(store, owner)).toEqual({})
  })
})

const design = [
  { type: 'picture', source: null, alt: 'Our logo' },
  { type: 'heading', text: 'Was it good, {name}?' },
  { type: 'text', text: 'Some words.' },
  { type: 'products', pictures: true },
  { type: 'button', text: 'Say it' },
]
const save = ({ storeId }: Member, owner: User) =>
  owner.send('PATCH', `/stores/${storeId}/mail/content`, {
    designs: [{ kind: 'request', language: 'en', blocks: design }],
  })

// The test with the keyboard runs axe in English.
test.each<View>([
  { width: 1280, scheme: 'dark', language: 'fr' },
  { width: 360, language: 'de' },
])('passes axe and fits its page: %o', async view => {
  const { store, owner } = await aShop()
  await save(store, owner)
  const page = await open(store, owner, view)
  await closeAfter(page, async () => {
    await mail(page).getByRole('heading', { name: 'Was it good, Ana?' }).waitFor()
    await shoot(page, `${view.width}-${view.language ?? 'en'}`)
    await expect.poll(() => findFaultsInBothSchemes(page)).toEqual([])
    await expect.poll(() => overflows(page)).toBe(false)
  })
})

test('a viewer reads the blocks, and has no buttons to change them', async () => {
  const { store, owner } = await aShop()
  await save(store, owner)
  const viewer = await aMember(service, store.storeId, 'viewer')
  const page = await open(store, viewer)
  await closeAfter(page, async () => {
    const heading = group(page, '2. Heading').getByLabel('Heading', { exact: true })
    await expect.poll(() => heading.inputValue()).toBe('Was it good, {name}?')
    await expect.poll(() => heading.isDisabled()).toBe(true)
    const changing = /move|remove|undo|redo|usual|insert|^Picture$|^Products first$/i
    await expect.poll(() => page.getByRole('main').getByRole('button', { name: changing }).count()).toBe(0)
    await page.keyboard.press('Control+z')
    await expect.poll(() => heading.inputValue()).toBe('Was it good, {name}?')
  })
})

/** Sets 650 paragraphs as the text of a block, as pasting does: `fill` inserts line by line, and takes 2 s. */
async function pasteParagraphs(page: Page, number: number): Promise<void> {
  const text = group(page, `${number}. Text`).getByRole('textbox')
  await text.evaluate((element, value) => {
    // React overrides `value` on the element, and ignores changes made through it.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(element, value)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }, '&\n\n'.repeat(650))
}
