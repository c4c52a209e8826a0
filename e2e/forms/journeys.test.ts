import type { Page } from 'playwright-core'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { testOutboxToken } from '../../server/test/app.ts'
import { aCustomer, anOrder } from '../../server/test/factories.ts'
import { openForTests } from '../../server/test/for-each-test/open-for-tests.ts'
import { unescapeHtml } from '../../server/test/forms.ts'
import { changeSettings } from '../../server/test/hearing.ts'
import { aPhoto, aPicture } from '../../server/test/media/pictures.ts'
import { startUnsteadyProxy } from '../unsteady-proxy.ts'
import { setStage } from './stage.ts'

const stage = openForTests(setStage)

type Payload = { name: string; mimeType: string; buffer: Buffer }

async function payload(name: string, width = 400): Promise<Payload> {
  const picture = await aPicture({ name, width })
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(await picture.arrayBuffer()) }
}

const evil = `"><img src=x onerror=alert(1)><script>alert(1)</script>{{7*7}}'`

describe('the review form', () => {
  test('works without JavaScript, with pictures, and keeps everything that was typed', async () => {
    const { link, products, address } = await stage.ask(2)
    const { page, wrong } = await stage.open(`${link}?product=${products[0]}&rating=4`, {
      javaScriptEnabled: false,
    })
    await expect.poll(() => page.locator('[name=rating-0][value="4"]').isChecked()).toBe(true)
    await page.locator('#heading-0').fill('Good coffee')
    await page.locator('#body-0').fill('It does not leak.')
    await page.getByText('Yes', { exact: true }).first().click()
    await page
      .locator('#pictures-0')
      .setInputFiles([
        await payload('fine.jpg'),
        { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>') },
      ])
    await page.locator('.actions button').click()
    await expect.poll(() => page.locator('#problems').textContent()).toContain('“page.jpg” is not a JPEG')
    await expect.poll(() => page.locator('#body-0').inputValue()).toBe('It does not leak.')
    const width = () => page.evaluate(`document.querySelector('.thumb img').naturalWidth`)
    await expect.poll(width).toBe(160)
    await page.locator('.actions button').click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    const [review] = await stage.stored(address)
    expect(review).toMatchObject({ rating: 4, title: 'Good coffee', recommended: true, state: 'published' })
    expect(review?.pictures).toHaveLength(1)
    expect(wrong).toEqual([])

    await page.getByRole('link', { name: 'See or change' }).click()
    await page.getByText('Withdraw this review').click()
    await page.getByRole('button', { name: 'Yes, withdraw it' }).click()
    await page.getByRole('heading', { name: 'Review withdrawn' }).waitFor()
    await expect.poll(() => stage.stored(address)).toMatchObject([{ state: 'removed', pictures: [] }])
  })

  test('opens from a star in the mail of an order', async () => {
    const { service, store } = stage
    const customer = aCustomer({ name: 'Ana Martins' })
    const order = anOrder({ customers: [customer], request_review_at: '2026-03-09T10:00:00.000Z' })
    await service.send('POST', '/orders', { headers: store.headers, body: order })
    await service.runDue()
    const [mailing] = await service.database.query<{ id: string }>(sql`
      select id from mailings where address = ${customer.email} and state = 'kept'`)
    const headers = { authorization: `Bearer ${testOutboxToken}` }
    const mail = await fetch(`${service.url}/outbox/${store.storeId}/${mailing?.id}/html`, { headers })
    const stars = unescapeHtml(await mail.text()).match(/http:[^"]*\/r\/[^"]*rating=4/)
    const { page } = await stage.open(stars?.[0] ?? '')
    await expect.poll(() => page.locator('[name=rating-0][value="4"]').isChecked()).toBe(true)
    expect(await stage.stored(customer.email)).toEqual([])
    await page.locator('.actions button').click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    await expect
      .poll(() => stage.stored(customer.email))
      .toMatchObject([{ rating: 4, order_id: order.order_id }])
    await page.context().close()
  })

  test('can be filled in and sent by keyboard', async () => {
    const { link, address } = await stage.ask(1)
    const { page, wrong } = await stage.open(link)
    await tabTo(page, 'rating-0')
    await page.keyboard.press('Space')
    for (let star = 1; star < 4; star++) await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('[name=rating-0][value="4"]').isChecked()).toBe(true)
    await tabTo(page, 'recommended-0')
    await page.keyboard.press('Space')
    await tabTo(page, 'heading-0')
    await page.keyboard.type('By keys')
    await tabTo(page, 'body-0')
    await page.keyboard.type('All of it.')
    await tabTo(page, 'display')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    await expect
      .poll(() => stage.stored(address))
      .toMatchObject([
        { rating: 4, recommended: true, title: 'By keys', body: 'All of it.', display_name: 'Ana M.' },
      ])
    expect(wrong).toEqual([])
  })

  test('shows the progress of pictures, and keeps typed text on the device until it is sent', async () => {
    const { link, address } = await stage.ask(1)
    const { page, wrong } = await stage.open(link)
    await page.locator('[name=rating-0][value="5"]').check({ force: true })
    await page.locator('#body-0').fill('Kept here.')
    await page
      .locator('#pictures-0')
      .setInputFiles([await payload('large.jpg', 3000), await payload('small.jpg', 300)])
    await expect.poll(() => page.locator('input[name=kept-0]').count()).toBe(2)
    await page.getByRole('button', { name: 'Remove picture 2' }).click()

    await page.reload()
    await expect.poll(() => page.locator('#body-0').inputValue()).toBe('Kept here.')
    await expect.poll(() => page.locator('[name=rating-0][value="5"]').isChecked()).toBe(true)
    await expect.poll(() => page.getByText('We kept your text').isVisible()).toBe(true)
    await expect.poll(() => page.locator('input[name=kept-0]').count()).toBe(1)

    await page.locator('.actions button').dblclick()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    const reviews = await stage.stored(address)
    expect(reviews).toMatchObject([{ rating: 5, body: 'Kept here.' }])
    expect(reviews[0]?.pictures).toHaveLength(1)
    await expect.poll(() => page.evaluate(`Object.values(localStorage).join('')`)).toBe('')
    expect(wrong).toEqual([])
  })

  test('sends a picture again after a restart of the server, and can stop that', async () => {
    const { link, address } = await stage.ask(1)
    const proxy = await startUnsteadyProxy(stage.service.url)
    try {
      const { page } = await stage.open(link.replace(stage.service.url, proxy.url))
      await page.locator('[name=rating-0][value="5"]').check({ force: true })
      const pictures = page.locator('#pictures-0')
      proxy.disturb(/\/pictures/, 503, 502, 504, 429, 502, 502)
      await pictures.setInputFiles(await payload('stopped.jpg', 300))
      await expect.poll(() => proxy.disturbed.length).toBe(1)
      await page.getByRole('button', { name: 'Remove picture 1' }).click()
      await expect.poll(() => page.locator('.thumb').count()).toBe(0)
      proxy.disturb(/\/pictures/, 502, 'cut')
      await pictures.setInputFiles(await payload('sent.jpg', 300))
      await expect.poll(() => page.locator('input[name=kept-0]').count()).toBe(1)
      expect(proxy.disturbed.map(line => line.split(' ')[0])).toEqual(['503', '502', 'cut'])
      await expect.poll(() => page.locator('[data-picture-problem]').isVisible()).toBe(false)
      await page.locator('.actions button').click()
      await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
      expect((await stage.stored(address))[0]?.pictures).toHaveLength(1)
    } finally {
      proxy.close()
    }
  })

  test('keeps what was typed immediately before the page is left', async () => {
    const { link } = await stage.ask(1)
    const { page } = await stage.open(link)
    // In one step, so that no timer can come between. After a mere reload, the browser itself restores a field.
    const typed = `const text = document.querySelector('#body-0'); text.value = 'Just typed.'
      text.dispatchEvent(new Event('input', { bubbles: true })); location.assign('/health/live')`
    await Promise.all([page.waitForURL('**/health/live'), page.evaluate(typed)])
    await page.goto(link)
    await expect.poll(() => page.locator('#body-0').inputValue()).toBe('Just typed.')
  })

  test('can discard a draft', async () => {
    const { link } = await stage.ask(1)
    const { page } = await stage.open(link)
    await page.locator('[name=rating-0][value="5"]').check({ force: true })
    await expect.poll(() => page.evaluate('localStorage.length')).toBe(1)
    const [, token = ''] = link.split('/r/')
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(token)
    await page.reload()
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => page.locator('[name=rating-0]:checked').count()).toBe(0)
    await expect.poll(() => page.evaluate('localStorage.length')).toBe(0)
  })

  test('can clear stars chosen by mistake', async () => {
    const { link, address } = await stage.ask(2)
    const { page } = await stage.open(link)
    for (const at of [0, 1]) await page.locator(`[name=rating-${at}][value="3"]`).check({ force: true })
    await page.getByRole('button', { name: 'Clear' }).first().click()
    await page.locator('.actions button').click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    await expect.poll(() => stage.stored(address)).toHaveLength(1)
  })

  test('says immediately which picture cannot be used', async () => {
    const { link } = await stage.ask(1)
    const { page } = await stage.open(link)
    await page.locator('[name=rating-0][value="3"]').check({ force: true })
    const problem = page.locator('[data-picture-problem]')
    await page
      .locator('#pictures-0')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<b>') })
    await expect.poll(() => problem.textContent()).toContain('“a.jpg” is not a JPEG')
    await page
      .locator('#pictures-0')
      .setInputFiles({ name: 'b.svg', mimeType: 'text/plain', buffer: Buffer.from('') })
    await expect.poll(() => problem.textContent()).toContain('“b.svg” is not a JPEG')
    await page.locator('#pictures-0').setInputFiles([
      { name: 'c.heic', mimeType: '', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1') },
      { name: 'd.txt', mimeType: 'text/plain', buffer: Buffer.from('') },
    ])
    await expect
      .poll(() => problem.textContent())
      .toMatch(/“d.txt” is not a JPEG.*\n“c.heic” is a HEIC picture/)
    await page
      .locator('#pictures-0')
      .setInputFiles(await Promise.all([1, 2, 3, 4, 5, 6].map(n => payload(`${n}.jpg`, 50 + n))))
    await expect.poll(() => problem.textContent()).toContain('Up to five pictures')
    await expect.poll(() => page.locator('input[name=kept-0]').count()).toBe(5)
  })

  test('converts what the service would refuse: other formats, and too many pixels', async () => {
    const { link, address } = await stage.ask(1)
    const { page } = await stage.open(link)
    await page.locator('[name=rating-0][value="5"]').check({ force: true })
    const red = sharp({ create: { width: 300, height: 200, channels: 3, background: '#f00' } })
    const photo = await aPhoto({ width: 6_500, height: 4_000, progressive: true })
    await page.locator('#pictures-0').setInputFiles([
      { name: 'a.avif', mimeType: 'image/avif', buffer: await red.avif().toBuffer() },
      { name: 'b.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await photo.arrayBuffer()) },
    ])
    await expect.poll(() => page.locator('input[name=kept-0]').count()).toBe(2)
    await page.locator('.actions button').click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    await expect
      .poll(() => stage.stored(address))
      .toMatchObject([{ pictures: [expect.any(String), expect.any(String)] }])
  })

  test('shows markup from attackers as text', async () => {
    const { link, address } = await stage.ask(1, evil)
    const { page, wrong } = await stage.open(link)
    await page.locator('[name=rating-0][value="3"]').check({ force: true })
    await page.locator('#heading-0').fill(evil.repeat(3))
    await page.locator('#body-0').fill(evil)
    await page.locator('.actions button').click()
    await page.locator('#problems').waitFor()
    await page.locator('#heading-0').fill(evil)
    await page.locator('.actions button').click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    await expect.poll(() => stage.stored(address)).toMatchObject([{ title: evil, body: evil }])
    await page.goto(link)
    await expect.poll(() => page.locator('#body-0').inputValue()).toBe(evil)
    expect(wrong).toEqual([])
  })
})

describe('the form without an order', () => {
  test('keeps a draft without a name or an address, and no draft for longer than 30 days', async () => {
    const draft = (days: number) => JSON.stringify({ at: Date.now() - days * 24 * 3600_000, fields: [] })
    const { page } = await stage.open(stage.address('/write'))
    await page.evaluate(old => Object.assign(localStorage, old), {
      ...{ 'realword draft young': draft(29), 'realword draft old': draft(31), 'realword draft x': 'null' },
      // As earlier versions named them.
      ...{ 'realword /r/token': draft(1), 'realword videos': '{}' },
    })
    await page.locator('[name=rating-0][value="5"]').check({ force: true })
    await page.locator('#name').fill('Bia')
    await page.locator('#email').fill('bia.draft@example.com')
    await page.locator('#body-0').fill('Kept here.')
    const stored = () => page.evaluate(() => JSON.stringify(localStorage))
    await expect.poll(stored).toContain('Kept here.')
    expect(await stored()).not.toMatch(/Bia|bia\.draft/)
    await page.reload()
    const names = () => page.evaluate(() => Object.keys(localStorage).toSorted())
    const own = expect.stringMatching(/^realword draft [0-9a-f]{32}$/)
    await expect.poll(names).toEqual([own, 'realword draft young'])
    await expect.poll(() => page.locator('#body-0').inputValue()).toBe('Kept here.')
  })

  test('solves its challenge, sends pictures with the form and waits for confirmation', async () => {
    const { page, wrong } = await stage.open(stage.address('/write'))
    await page.locator('[name=rating-0][value="5"]').check({ force: true })
    await page.locator('#body-0').fill('Bought it at the fair.')
    await page
      .locator('#pictures-0')
      .setInputFiles([await payload('large.jpg', 2500), await payload('small.jpg', 300)])
    await expect.poll(() => page.locator('.thumb').count()).toBe(2)
    await page.getByRole('button', { name: 'Remove picture 2' }).click()
    await page.locator('#name').fill('Bia')
    await page.locator('#email').fill('bia.write@example.com')
    await page.locator('.actions button').click()
    await page.getByRole('heading', { name: 'The email was not sent' }).waitFor()
    const [review] = await stage.stored('bia.write@example.com')
    expect(review).toMatchObject({ state: 'unconfirmed', verified_purchase: false })
    expect(review?.pictures).toHaveLength(1)
    const unproven = await stage.service.database.query(sql`
      select from sent_unproven where record_id = ${review?.id}`)
    expect(unproven).toEqual([])
    expect(wrong).toEqual([])
  })
})

describe('the question form in a frame of the shop', () => {
  const messages = (page: Page) =>
    page.evaluate('window.messages') as Promise<{ type: string; height?: number }[]>

  async function frame(path: string, src: string): Promise<Page> {
    const url = stage.shop.put(
      path,
      `<!doctype html><title>A shop</title><script>window.messages = []
       addEventListener('message', event => messages.push({ ...event.data, origin: event.origin }))</script>
       <iframe title="Ask" width="400" height="200" src="${src.replaceAll('&', '&amp;')}"></iframe>`,
    )
    const { page } = await stage.open(url)
    return page
  }

  test('tells the shop its height and when it was sent', async () => {
    const page = await frame('/framed', stage.address('/embed/question'))
    await expect
      .poll(() => messages(page))
      .toContainEqual(
        expect.objectContaining({
          type: 'iframe_height_change',
          height: expect.any(Number),
          origin: stage.service.url,
        }),
      )
    const [first] = await messages(page)
    const form = page.frameLocator('iframe')
    await form.locator('.actions button').click()
    await form.locator('#problems').waitFor()
    const highest = async () => Math.max(...(await messages(page)).map(({ height = 0 }) => height))
    await expect.poll(highest).toBeGreaterThan(first?.height ?? 0)
    await form.locator('#body').fill('Is it heavy?')
    await form.locator('#name').fill('Bia')
    await form.locator('#email').fill('bia.frame@example.com')
    await form.locator('.actions button').click()
    await expect.poll(() => messages(page)).toContainEqual(expect.objectContaining({ type: 'question_sent' }))
  })

  test('opens only in the origins that the store lists', async () => {
    const { storeId } = stage.store
    await changeSettings(stage.service, storeId, { origins: [stage.shop.url] })
    const allowed = await frame('/listed', stage.address('/embed/question'))
    await expect.poll(() => messages(allowed)).not.toEqual([])
    await changeSettings(stage.service, storeId, { origins: ['https://other.example'] })
    const refused = await frame('/unlisted', stage.address('/embed/question'))
    await expect.poll(() => refused.frames()[1]?.url()).toContain('chrome-error:')
    expect(await messages(refused)).toEqual([])
    await changeSettings(stage.service, storeId, { origins: [] })
  })
})

async function tabTo(page: Page, name: string): Promise<void> {
  for (let times = 0; times < 20; times++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate('document.activeElement.name')) === name) return
  }
  throw new Error(`the keyboard does not reach ${name}`)
}
