import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { rejectReview } from '../../server/answers/reviews/moderate.ts'
import { openForTests } from '../../server/test/for-each-test/open-for-tests.ts'
import { linkOf } from '../../server/test/forms.ts'
import { textsCutBySpacing } from '../text-spacing.ts'
import { setStage, violations } from './stage.ts'

const stage = openForTests(setStage)

/** Every page, and how to open it. */
const pages: Record<string, (page: Page) => Promise<unknown>> = {
  'the review form': async page => page.goto((await stage.ask(2)).link),
  'the review form with a star of the mail': async page => {
    const { link, products } = await stage.ask(2)
    await page.goto(`${link}?product=${products[0]}&rating=4`)
  },
  'the review form with problems': async page => {
    await page.goto((await stage.ask(2)).link)
    await star(page, 3)
    await page.locator('#heading-0').fill('x'.repeat(151))
    await send(page)
    await page.locator('#problems').waitFor()
  },
  thanks: async page => {
    await page.goto((await stage.ask(2)).link)
    await star(page, 5)
    await send(page)
    await page.locator('.message-done').waitFor()
  },
  'the review form of what was refused': async page => {
    const { link, address } = await stage.ask(1)
    await page.goto(link)
    await star(page, 1)
    await send(page)
    const [review] = await stage.stored(address)
    await stage.service.database.transaction(tx =>
      rejectReview(tx, stage.store.storeId, review?.id ?? '', 'spam', { at: new Date(), actor: 'command' }),
    )
    await page.goto(link)
    await page.locator('.withdraw summary').click()
  },
  'the form without an order': async page => page.goto(stage.address('/write')),
  'the form without an order, with problems': async page => {
    await page.goto(stage.address('/write'))
    await send(page)
    await page.locator('#problems').waitFor()
  },
  'the form in a dialog': openDialogForm,
  'the last step in a dialog, with problems': async page => {
    await openDialogForm(page)
    await star(page, 4)
    await page.evaluate(`document.querySelector('form').requestSubmit()`)
    await page.locator('#problems').waitFor()
  },
  'the review that was sent in a dialog': async page => {
    await openDialogForm(page)
    await star(page, 4)
    await page.evaluate(`document.querySelector('#name').value = 'Bia'`)
    await page.evaluate(`document.querySelector('#email').value = 'bia.${Math.random()}@example.com'`)
    await page.evaluate(`document.querySelector('form').requestSubmit()`)
    await page.locator('[data-event]').waitFor()
  },
  'the question form': async page => page.goto(stage.address('/embed/question')),
  'the question form, dark': async page => page.goto(stage.address('/embed/question', { theme: 'dark' })),
  'the question form with problems': async page => {
    await page.goto(stage.address('/embed/question'))
    await send(page)
    await page.locator('#problems').waitFor()
  },
  'the question that was sent': async page => ask(page, `Axe ${Math.random()}?`),
  'the confirmation of a question': async page => {
    const body = `Axe ${Math.random()}?`
    await ask(page, body)
    const [question] = await stage.service.database.query<{ id: string }>(sql`
      select id from questions where body = ${body}`)
    await page.goto(await linkOf(stage.service, '/confirm', question?.id ?? ''))
  },
  'an error': async page => page.goto(`${stage.service.url}/r/${'x'.repeat(43)}`),
}

describe.each(Object.entries(pages))('%s', (_, reach) => {
  test.each(['light', 'dark'] as const)('passes axe, %s', async colorScheme => {
    const { page, wrong } = await stage.open('about:blank', { colorScheme })
    await reach(page)
    await expect.poll(() => violations(page)).toEqual([])
    expect(wrong).toEqual([])
    await page.context().close()
  })

  test('fits 320 pixels, also with the spacing that a reader may set, and runs nothing that its policy forbids', async () => {
    const { page, wrong } = await stage.open('about:blank', { viewport: { width: 320, height: 600 } })
    await reach(page)
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    expect(wrong).toEqual([])
    await expect.poll(() => textsCutBySpacing(page)).toEqual([])
    await page.context().close()
  })
})

// In the place of the dialog's paper.
async function openDialogForm(page: Page): Promise<void> {
  await page.goto(stage.address('/write', { embed: '1', theme: 'auto' }))
  await page.evaluate(`document.documentElement.style.background = 'Canvas'`)
}

async function star(page: Page, stars: number): Promise<void> {
  await page.locator(`[name=rating-0][value="${stars}"]`).check({ force: true })
}

async function send(page: Page): Promise<void> {
  await page.locator('.actions button').click()
  await page.waitForLoadState()
}

async function ask(page: Page, body: string): Promise<void> {
  await page.goto(stage.address('/embed/question'))
  await page.locator('#body').fill(body)
  await page.locator('#name').fill('Bia')
  await page.locator('#email').fill(`bia.${Math.random()}@example.com`)
  await send(page)
  await page.locator('.message').waitFor()
}
