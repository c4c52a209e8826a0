import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailBlock } from '../../../../tenants/stores/settings/mail-design.ts'
import { launchBrowser } from '../../../../test/browser.ts'
import { mailCast, mailDataOf } from '../../../../test/mail/mail-data.ts'
import { renderMail } from '../templates.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const design: MailBlock[] = [
  { type: 'heading', text: 'How was it, {name}?' },
  { type: 'text', text: 'Two lines\nof a text.' },
  { type: 'picture', source: 'https://shop.example/tea.png', alt: 'A cup of tea' },
  { type: 'products', pictures: true },
  { type: 'heading', text: 'Or in your own words' },
  { type: 'button', text: 'Write a review' },
]

test.each([
  ['en', 'light', '#1f6f54'],
  ['en', 'dark', '#1f6f54'],
  ['en', 'light', '#ffe600'],
  ['ar', 'dark', '#000000'],
] as const)('a designed mail passes WCAG 2.2 AA and fits a phone: %s, %s, %s', async (language, colorScheme, color) => {
  const data = mailDataOf({ ...mailCast, store: { ...mailCast.store, color } })
  const page = await browser.newPage({ colorScheme, viewport: { width: 360, height: 800 } })
  await page.route('**/*', route => route.abort())
  await page.setContent(renderMail('request', language, { ...data.request, design }).html)
  await page.addScriptTag({ content: axe })
  const broken = await page.evaluate(`axe
    .run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(node => id + ' ' + node.html)))`)
  expect(broken).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  // The card hides what is wider than itself, so that nothing scrolls.
  const outside =
    await page.evaluate(`[...document.querySelectorAll('.card img, .card a, .card h1, .card h2')]
    .map(each => each.getBoundingClientRect())
    .filter(({ left, right }) => left < 10 || right > 350).length`)
  expect(outside).toBe(0)
  await page.close()
})
