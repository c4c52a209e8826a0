import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composedKinds } from '../../../foundation/mailings/kinds.ts'
import { launchBrowser } from '../../../test/browser.ts'
import { askedProduct, type MailSample, mailCast, mailDataOf } from '../../../test/mail/mail-data.ts'
import { renderMail } from './templates.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function open(html: string, colorScheme: 'light' | 'dark', width = 640): Promise<Page> {
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } })
  await page.route('**/*', route => route.abort())
  await page.setContent(html)
  return page
}

/** The rules of WCAG 2.2 A and AA that a mail breaks, and where. */
async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: axe })
  return await page.evaluate(`axe
    .run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(node => id + ' ' + node.html)))`)
}

const looks = (['light', 'dark'] as const).flatMap(scheme =>
  ['#1f6f54', '#ffe600', '#ffffff', '#000000'].map(color => [scheme, color] as const),
)

test.each(looks)('mails pass WCAG 2.2 AA, %s, in the colour %s', async (scheme, color) => {
  const data = mailDataOf({ ...mailCast, store: { ...mailCast.store, color } })
  for (const kind of ['request', 'review_rejected', 'confirm_review'] as const) {
    const page = await open(renderMail(kind, 'en', data[kind]).html, scheme)
    expect([kind, ...(await violations(page))]).toEqual([kind])
    await page.close()
  }
  const plain = mailDataOf({ ...mailCast, store: { ...mailCast.store, color } }, [
    askedProduct({ ...mailCast.product, picture: null }, 0),
  ])
  const page = await open(renderMail('request', 'en', plain.request).html, scheme)
  expect(await violations(page)).toEqual([])
  await page.close()
})

test('words without a space do not widen a mail on a screen of 320 pixels', async () => {
  const long = 'W'.repeat(200)
  const product = { ...mailCast.product, name: long }
  const cast: MailSample = { ...mailCast, product, title: long, body: long, reply: long, reason: long }
  const store = { ...mailCast.store, name: long, data_holder: long }
  for (const kind of composedKinds) {
    const data = mailDataOf({ ...cast, store }, [askedProduct(product, 0)])
    const page = await open(renderMail(kind, 'pt-BR', data[kind]).html, 'light', 320)
    // Measured on the elements, not by what can be scrolled to: the card hides what is too wide.
    const edges = `[...document.querySelectorAll('*')].map(each => each.getBoundingClientRect().right)`
    expect([kind, await page.evaluate(`Math.max(...${edges})`)]).toEqual([kind, 320])
    await page.close()
  }
})

test('nothing that a person wrote runs, loads or becomes a link', async () => {
  const payload =
    '"\'><script>top.ran=1</script><img src=x onerror="top.ran=1"><a href="javascript:top.ran=1">x</a></style></title>'
  const said = { name: payload, title: payload, body: payload, reply: payload, reason: payload }
  const store = { ...mailCast.store, name: payload, data_holder: payload }
  const product = { ...mailCast.product, name: payload }
  for (const kind of composedKinds) {
    const hostile = mailDataOf({ ...mailCast, ...said, store, product })
    const page = await open(renderMail(kind, 'es', hostile[kind]).html, 'light')
    expect(await page.evaluate('top.ran ?? "never"')).toBe('never')
    const tame = await open(renderMail(kind, 'es', mailDataOf(mailCast)[kind]).html, 'light')
    const elements = `[...document.querySelectorAll('body *:not(p, br)')].map(({ localName }) => localName).join()`
    expect(await page.evaluate(elements)).toBe(await tame.evaluate(elements))
    await page.close()
    await tame.close()
  }
})

test('every star is at least 40 by 60 pixels on the smallest phone', async () => {
  const page = await open(renderMail('request', 'en', mailDataOf(mailCast).request).html, 'light', 320)
  const sizes = await page.evaluate<[number, number][]>(
    `[...document.querySelectorAll('.star')].map(star => star.getBoundingClientRect()).map(box => [box.width, box.height])`,
  )
  expect(sizes).toHaveLength(5)
  for (const [width, height] of sizes) expect(Math.min(width / 40, height / 60)).toBeGreaterThanOrEqual(1)
})

test('the plate of a product without a picture stays square beside a long name', async () => {
  const product = { ...mailCast.product, name: 'Cafeteira italiana de alumínio '.repeat(7), picture: null }
  const data = mailDataOf(mailCast, [askedProduct(product, 0)])
  const page = await open(renderMail('request', 'pt-BR', data.request).html, 'light', 360)
  expect(await page.locator('.initial').boundingBox()).toMatchObject({ width: 72, height: 72 })
  await page.close()
})
