import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openForTests } from '../../server/test/for-each-test/open-for-tests.ts'
import { closeAfter, findFaultsInBothSchemes, openDashboard, setStage, type View } from './stage.ts'

const pictures = process.env.MACHINE_PICTURES

const stage = openForTests(setStage)

const open = (view: View = {}) =>
  openDashboard(stage.browser, stage.service, stage.owner, {
    ...view,
    path: `/${stage.storeId}/settings?tab=rewards`,
  })

const choose = (page: Page, csv: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })

test('a reward is described, limited and stocked, and no code is shown again', async () => {
  const page = await open()
  await closeAfter(page, async () => {
    await page.getByLabel('Promise a reward').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('gives: Required').waitFor()
    await page.getByRole('combobox', { name: 'Language' }).fill('English')
    await page.getByRole('option', { name: 'English' }).click()
    await page.getByLabel('What buyers get').fill('10% off your next order')
    await page.getByText(/will send you: 10% off your next order\. It makes no difference/).waitFor()
    await page.getByLabel('Most rewards in a month').fill('200')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await choose(page, 'code\nONE-1\n\nONE-1\n')
    await page.getByText('line 4: The same code is on line 2').waitFor()
    await choose(page, 'code\nONE-1\nTWO-2\n')
    await page.getByRole('button', { name: 'Add 2 codes' }).click()
    await page.getByText('2 codes are left to promise.').waitFor()
    expect(await page.content()).not.toContain('ONE-1')
    expect(await findFaultsInBothSchemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove unused codes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove unused codes' }).click()
    await page.getByText('0 codes are left to promise.').waitFor()
  })
})

test.runIf(pictures)('pictures for review', async () => {
  for (const [name, view] of Object.entries({
    wide: { width: 1440 },
    phone: { width: 390, touch: true },
    dark: { width: 1440, scheme: 'dark' },
    german: { width: 390, language: 'de' },
  } as Record<string, View>)) {
    const page = await open(view)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await page.screenshot({ path: join(pictures ?? '', `rewards-${name}.png`), fullPage: true })
    await page.context().close()
  }
})
