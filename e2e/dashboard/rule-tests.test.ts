import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminClient, aMember } from '../../server/test/admin.ts'
import { type Halves, orderMany, reviewOrders } from '../../server/test/for-each-test/request-tests.ts'
import { aManageKey } from '../../server/test/management.ts'
import { addProducts } from '../../server/test/reading.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import {
  button,
  closeAfter,
  expectFits,
  findFaultsInBothSchemes,
  openDashboard,
  type Stage,
  setStage,
  type View,
} from './stage.ts'

const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'
const subjects = { 'pt-BR': 'Uma pergunta sobre {product}', en: 'A question about {product}' }

let stage: Stage
let owner: AdminClient
/** A store with a test, whose requests were sent: 200 of each half, and some more. */
let tested: { store: Member; owner: AdminClient; halves: Halves }
beforeAll(async () => {
  stage = await setStage()
  const { service } = stage
  const rule = { name: 'Everybody', when: {}, then: { ask: true }, test: { size: 200, subjects } }
  const store = await aStore(service.database, { request_rules: [rule] })
  await addProducts(service, store, { pot: 'SKU' })
  const shop = { member: store, program: await aManageKey(service, { store }) }
  const ids = Array.from({ length: 470 }, (_, index) => `E-${index}`)
  const halves = await orderMany(service, shop, ids, delivered)
  service.setNow(due)
  await service.runDue()
  owner = await aMember(service, stage.storeId, 'owner')
  tested = { store, halves, owner: await aMember(service, store.storeId, 'owner') }
})
afterAll(() => stage.close())

const open = (storeId: string, client: AdminClient, view: View = {}) =>
  openDashboard(stage.browser, stage.service, client, { ...view, path: `/${storeId}/settings?tab=schedule` })

async function openTest(view: View = {}): Promise<Page> {
  const page = await open(tested.store.storeId, tested.owner, view)
  await page.getByRole('button', { name: /^Everybody/ }).click()
  return page
}

const rules = async () => {
  const { body } = await owner.send('GET', `/stores/${stage.storeId}/settings`)
  return (body as { request_rules: object[] }).request_rules
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'What differs' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

async function save(page: Page): Promise<void> {
  await button(page, 'Save').click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
}

test('an owner tests another delay, and then another subject', async () => {
  const page = await open(stage.storeId, owner)
  await closeAfter(page, async () => {
    await button(page, 'Add a rule').click()
    await page.getByLabel('Name', { exact: true }).fill('Everybody')
    await choose(page, 'Days after delivery')
    await page.getByText('The test starts when you save.').waitFor()
    await expect.poll(() => page.getByLabel('Days after delivery, second half').inputValue()).toBe('14')
    await save(page)
    await expect
      .poll(rules)
      .toEqual([
        { name: 'Everybody', when: {}, then: { delay_days: 7 }, test: { size: 400, delay_days: 14 } },
      ])
    await page.getByText('test of two delays').waitFor()
    await page.getByText('Sent so far: 0 and 0 of 400 each.').waitFor()

    await choose(page, 'Subject of the email')
    await page.getByText('the test starts anew').waitFor()
    await page.getByText('Incomplete').waitFor()
    await page
      .getByLabel('Subject of the second half, Brazilian Portuguese')
      .fill('Uma pergunta sobre {product}')
    await page.getByRole('combobox', { name: 'Add a language' }).click()
    await page.getByRole('option', { name: 'English', exact: true }).click()
    await page.getByLabel('Subject of the second half, English').fill('A question about {product}')
    await page.getByLabel('Requests of each half').fill('100')
    await page.getByText('Incomplete').waitFor()
    await page.getByLabel('Requests of each half').fill('200')
    await page.getByText('Incomplete').waitFor({ state: 'detached' })
    await save(page)
    await expect.poll(rules).toEqual([
      {
        ...{ name: 'Everybody', when: {}, then: { delay_days: 7 } },
        test: { size: 200, subjects },
      },
    ])
  })
})

test('an owner sees the result once both halves are complete, and not before', async () => {
  const { service } = stage
  const { store, halves } = tested
  const complete = await openTest()
  await closeAfter(complete, async () => {
    await complete.getByText('The result appears on Mar 26, 2026.').waitFor()
  })

  // Whatever their places: all of one half, none of the other.
  await reviewOrders(service, store, halves.b, '2026-03-20T12:00:00Z')
  service.setNow('2026-03-27T12:00:00Z')
  const shown = await openTest()
  await closeAfter(shown, async () => {
    const result = shown.getByRole('region', { name: 'The second half brings more reviews' })
    await result.waitFor()
    await expect
      .poll(() => result.locator('p').allInnerTexts())
      .toEqual([
        'The second half brings more reviews',
        'Reviewed within 14 days',
        'First, as the rule says: 0 of 200 (0%)',
        'Second: 200 of 200 (100%)',
      ])
    await shown.getByLabel('Requests of each half').fill('300')
    await shown.getByText('the test starts anew').waitFor()
    await shown.getByLabel('Requests of each half').fill('200')
    // The same subjects in another order are the same test.
    await shown.getByRole('button', { name: 'Remove the subject, English' }).click()
    await shown.getByText('the test starts anew').waitFor()
    await shown.getByRole('combobox', { name: 'Add a language' }).click()
    await shown.getByRole('option', { name: 'English', exact: true }).click()
    await shown.getByLabel('Subject of the second half, English').fill('A question about {product}')
    await result.waitFor()
  })
})

test.each([
  { scheme: 'dark', width: 360, language: 'de', title: 'Die zweite Hälfte bringt mehr Bewertungen' },
  { scheme: 'light', width: 1280, language: 'fr', title: 'La seconde moitié apporte plus d’avis' },
] as const)('a test and its result fit: $language, $width px', async ({ title, ...view }) => {
  const page = await openTest(view)
  await closeAfter(page, async () => {
    await page.getByRole('region', { name: title }).waitFor()
    await expectFits(page, `test in ${view.language}`, view.width)
    await expect.poll(() => findFaultsInBothSchemes(page)).toEqual([])
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/test-${view.language}.png`, fullPage: true })
  })
})
