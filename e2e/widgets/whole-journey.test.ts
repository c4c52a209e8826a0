import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listQuestions } from '../../server/answers/questions/list-questions.ts'
import { answerQuestion } from '../../server/answers/questions/moderate.ts'
import { listReviews } from '../../server/answers/reviews/list-reviews.ts'
import { publishReview } from '../../server/answers/reviews/moderate.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../server/test/factories.ts'
import { changeSettings, hearAll } from '../../server/test/hearing.ts'
import { decode } from '../../server/test/mail/decoded-mails.ts'
import { type MailServer, startMailServer } from '../../server/test/mail/mail-server.ts'
import { aPicture } from '../../server/test/media/pictures.ts'
import { type Stage, setStage } from './stage.ts'

// The whole product from end to end, only through its interfaces: API, clock, mail server, browser.

let mails: MailServer
let stage: Stage
beforeAll(async () => {
  mails = await startMailServer()
  stage = await setStage({ SMTP_URL: mails.url, MAIL_FROM: 'reviews@realword.example' })
  await changeSettings(stage.service, stage.store.storeId, { moderation: 'hold', locale: 'en' })
})
afterAll(async () => {
  await stage.close()
  await mails.close()
})

const devices = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
}

describe.each(Object.entries(devices))('on a %s', (name, device) => {
  test('an order leads to a mail, a form, a held review and a published one, shown at its product', async () => {
    const { service, store } = stage
    const products = [`${name}-pot`, `${name}-cup`].map(product_id => anOrderProduct({ product_id }))
    const customer = aCustomer({ name: 'Ana Martins' })
    const order = anOrder({
      order_date: '2026-03-02T14:03:00.000Z',
      delivery_date: '2026-03-05T18:30:00.000Z', // a Thursday; the request is due a week later
      products,
      customers: [customer],
    })
    service.setNow('2026-03-05T20:00:00Z')
    expect((await service.send('POST', '/orders', { headers: store.headers, body: order })).status).toBe(201)
    await service.runDue()
    expect(mailTo(customer.email)).toBeUndefined()
    service.setNow('2026-03-12T13:00:00Z') // 10:00 in São Paulo
    await service.runDue()

    const page = await (await stage.browser.newContext(device)).newPage()
    await page.goto(linkIn(mailTo(customer.email), '/r/'))
    await page.locator('[name=rating-0][value="5"]').check({ force: true })
    await page.locator('#heading-0').fill(`Best pot on a ${name}`)
    await page.locator('#body-0').fill('Heats fast and does not leak.')
    const picture = await aPicture({ name: 'pot.jpg', width: 900 })
    const file = { name: 'pot.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await picture.arrayBuffer()) }
    await page.locator('#pictures-0').setInputFiles(file)
    await page.locator('[name=rating-1][value="3"]').check({ force: true })
    await page.locator('#body-1').fill('A little small.')
    await page.locator('.actions button').click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()

    const shelf = `<rw-rating data-product-id="${name}-pot"></rw-rating><rw-reviews data-product-id="${name}-pot"></rw-reviews>`
    const before = await stage.visit(shelf, { browser: device })
    await before.page.getByText('No reviews yet').first().waitFor()

    const { result } = await listReviews(service.database, store.storeId, { state: 'pending' }, { limit: 10 })
    expect(result).toHaveLength(2)
    for (const { id } of result) {
      const by = { at: new Date('2026-03-12T14:00:00Z'), actor: 'command' } as const
      await service.database.transaction(tx => publishReview(tx, store.storeId, id, by))
    }
    await hearAll(service)
    const after = await stage.visit(shelf, { browser: device })
    await after.page.getByText(`Best pot on a ${name}`).waitFor()
    await expect.poll(() => after.page.getByText('Verified purchase').count()).toBe(1)
    await expect.poll(() => pictureWidth(after.page)).toBeGreaterThan(0)
    await expect.poll(() => after.page.getByText('A little small.').count()).toBe(0)
    expect(after.errors).toEqual([])
  })

  test('a question asked in the frame is confirmed, answered and shown', async () => {
    const { service, store } = stage
    const productId = `${name}-pot`
    const body = `<rw-questions data-product-id="${productId}"></rw-questions>`
    const { page } = await stage.visit(body, { browser: device })
    await page.getByRole('button', { name: 'Ask a question' }).click()
    const frame = page.frameLocator('rw-questions iframe')
    await frame.locator('[name=body]').fill(`Does it work on induction, asked on a ${name}?`)
    await frame.locator('[name=name]').fill('Bia')
    await frame.locator('[name=email]').fill(`bia.${name}@example.com`)
    await frame.locator('.actions button').click()
    await frame.getByRole('heading', { name: /mail/i }).waitFor()
    await service.runDue()
    await page.goto(linkIn(mailTo(`bia.${name}@example.com`), '/confirm/'))
    await page.locator('.actions button, form button').first().click()
    const waiting = async () =>
      (await listQuestions(service.database, store.storeId, { state: 'pending' }, { limit: 10 })).result
    await expect.poll(async () => (await waiting()).length).toBe(1)
    for (const { id } of await waiting()) {
      const by = { at: new Date('2026-03-13T14:00:00Z'), actor: 'command' } as const
      await service.database.transaction(tx =>
        answerQuestion(tx, store.storeId, id, `Yes, from 12 cm on (${name}).`, by),
      )
    }
    await hearAll(service)
    const seen = await stage.visit(body, { browser: device })
    await seen.page.getByText(`Yes, from 12 cm on (${name}).`).waitFor()
  })
})

function mailTo(address: string): string | undefined {
  return mails.received.findLast(({ to }) => to.includes(address))?.raw
}

function linkIn(mail: string | undefined, path: '/r/' | '/confirm/'): string {
  const text = decode(mail ?? '')
  return new RegExp(`http://[^\\s"<>?]+${path}[\\w-]+`).exec(text)?.[0] ?? 'no link'
}

// Evaluated in the page, whose types these tests do not include.
function pictureWidth(page: Page): Promise<number> {
  return page
    .locator('rw-reviews img')
    .first()
    .evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth)
}
