import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCatalogue } from '../../texts/catalogues.ts'
import { sourceOf } from '../../texts/compile.ts'
import type { Catalogue } from '../../texts/messages.ts'
import { type PseudoLanguage, pseudoCatalogue } from '../../texts/pseudo.ts'
import { contrast } from '../contrast.ts'
import { plainTexts } from '../plain-texts.ts'
import { textsCutBySpacing } from '../text-spacing.ts'
import { addQuestionsAbout } from './questions.ts'
import { numbered, shelve } from './review-shelf.ts'
import { type Stage, setStage, type VisitOptions } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  const replied = { reply: 'Thank you.', reply_created_at: new Date('2026-03-12T12:00:00Z') }
  const [long] = numbered(1)
  await shelve(stage, 'moka', [{ ...long, rating: 3, body: `${'word '.repeat(300)}end`, ...replied }])
  await shelve(stage, 'many', numbered(25))
  const questions = Array.from({ length: 6 }, (_, index) => ({ body: `${'What? '.repeat(120)}${index}` }))
  await addQuestionsAbout(stage, 'moka', [{ body: 'Induction?', reply: 'Yes.' }, ...questions.slice(1)])
})
afterAll(() => stage.close())

const all = (product = 'moka') =>
  `<rw-rating data-product-id="${product}"></rw-rating><rw-reviews data-product-id="${product}"></rw-reviews>
   <rw-questions data-product-id="moka"></rw-questions>`

async function open(body: string, options: VisitOptions = {}): Promise<Page> {
  const { page } = await stage.visit(body, options)
  await page.locator('article').first().waitFor()
  await page.locator('rw-questions').scrollIntoViewIfNeeded()
  await page.locator('rw-questions [part=question]').first().waitFor()
  await page.locator('rw-rating [role=img]').first().waitFor()
  return page
}

describe('stars have an outline of at least 3:1', () => {
  const light = ['#ffffff', '#1d1f23', ''] as const
  const dark = ['#15171a', '#eceff1', ''] as const
  test.each([
    ['on white', light],
    ['on white, with grey text', ['#ffffff', '#555555', '']],
    ['on cream', ['#fdf6e3', '#3b3a36', '']],
    ['on black', dark],
    ["in a shop's pale yellow", [light[0], light[1], '#fef3a0']],
    ["in a shop's white", [light[0], light[1], '#ffffff']],
    ["in a shop's navy, on black", [dark[0], dark[1], '#1e2a5a']],
  ])('%s', async (_where, [paper, ink, star]) => {
    const set = star ? `--rw-star-color: ${star};` : ''
    const page = await open(all(), {
      head: `<style>body { background: ${paper}; color: ${ink}; ${set} }</style>`,
    })
    for (const [widget, filled] of [
      ['rw-rating', '.full'],
      ['rw-reviews', '.stars svg path'],
    ] as const) {
      for (const shape of [filled, '.empty']) {
        const edge = await painted(page.locator(`${widget} ${shape}`).first(), paper)
        expect(contrast(edge, await painted(page.locator('body'), paper))).toBeGreaterThanOrEqual(3)
      }
      const fill = page.locator(`${widget} ${filled}`).first()
      const color = await fill.evaluate(node => getComputedStyle(node).fill)
      expect(color, "the shop's colour stays").toBe(star ? rgb(star) : 'rgb(255, 193, 7)')
    }
  })
})

/** The outline of a shape, or the background of another element, painted on a colour. */
async function painted(one: Locator, paper: string): Promise<number[]> {
  return await one.evaluate((node, ground) => {
    const { stroke, backgroundColor } = getComputedStyle(node)
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D
    for (const color of [ground, node instanceof SVGElement ? stroke : backgroundColor]) {
      pen.fillStyle = color
      pen.fillRect(0, 0, 1, 1)
    }
    return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)]
  }, paper)
}

function rgb(hex: string): string {
  return `rgb(${[1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
}

/** A context in which English widgets speak a pseudo-language. */
async function speaking(language: PseudoLanguage): Promise<BrowserContext> {
  const context = await stage.browser.newContext()
  const { elements, dialogs } = pseudoCatalogue(readCatalogue('widgets', 'en'), language)
  await context.route('**/widgets/v1/chunks/en-*.js', async route => {
    const built = await (await route.fetch()).text()
    const texts = (built.includes('reportTitle') ? dialogs : elements) as Catalogue
    const body = `export const texts = ${sourceOf(texts)}`
    const headers = { 'access-control-allow-origin': '*' }
    await route.fulfill({ body, contentType: 'text/javascript', headers })
  })
  return context
}

test('every sentence of the widgets is in a catalogue', async () => {
  const context = await speaking('en-XA')
  const page = await open(all(), { context })
  await page.locator('rw-reviews article .quiet').first().click()
  await page.locator('dialog').waitFor()
  const written = [
    'word',
    'end',
    'What',
    'Induction',
    'Yes, from 12 cm on.',
    'Yes',
    'Thank you',
    'Mar',
    'Number',
    'Café da Serra',
    'Bia',
    'Ana M.',
  ]
  await expect.poll(() => plainTexts(page, written)).toEqual([])
  await context.close()
})

test('no text is cut by the spacing that a reader may set', async () => {
  const page = await open(all('many'))
  await page.setViewportSize({ width: 360, height: 800 })
  await expect.poll(() => textsCutBySpacing(page)).toEqual([])
})

describe('right to left', () => {
  test('the widgets fit a phone', async () => {
    const context = await speaking('ar-XB')
    const page = await open(all(), { context, html: 'dir="rtl"' })
    await page.setViewportSize({ width: 320, height: 640 })
    const label = await page.locator('rw-rating [role=img]').first().getAttribute('aria-label')
    expect(label).toContain('\u202e')
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await context.close()
  })

  test('numbers of questions and reviews are read in order, and both reply arrows are mirrored', async () => {
    // A page in Urdu has English texts, in their own direction.
    const urdu = await open(all(), { lang: 'ur', html: 'dir="rtl"' })
    for (const place of ['rw-questions [part=count]', 'rw-reviews .total'])
      await expect.poll(() => isInOrder(urdu.locator(place).first())).toBe(true)
    // Arabic is written from the right also on a page that does not say so.
    const page = await open(all(), { lang: 'ar' })
    for (const widget of ['rw-questions', 'rw-reviews']) {
      const arrow = page.locator(`${widget} .from .icon`).first()
      await expect.poll(() => arrow.evaluate(node => getComputedStyle(node).scale)).toBe('-1 1')
    }
  })
})

/** Whether the first character of an English text is left of its last. */
async function isInOrder(one: Locator): Promise<boolean> {
  return await one.evaluate(node => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    let text = walker.nextNode()
    while (text && !text.textContent?.trim()) text = walker.nextNode()
    const words = text as Text
    const leftOf = (at: number) => {
      const range = document.createRange()
      range.setStart(words, at)
      range.setEnd(words, at + 1)
      return range.getBoundingClientRect().left
    }
    return leftOf(0) < leftOf(words.length - 1)
  })
}

test('a printed page has whole texts and no controls', async () => {
  const page = await open(all())
  const text = page.locator('rw-reviews').locator('[part=body]').first()
  await expect.poll(() => text.innerText()).not.toContain('end')
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => text.innerText()).toMatch(/word end$/)
  await expect.poll(() => text.innerText()).not.toContain('…')
  await expect.poll(() => page.locator('rw-questions .asked').nth(1).innerText()).toMatch(/What\? 1$/)
  const controls = page.locator(':is(rw-reviews, rw-questions) :is(button, input, select, a)')
  await expect
    .poll(() => controls.evaluateAll(found => found.filter(one => one.checkVisibility()).length))
    .toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => page.getByRole('button', { name: 'Read more' }).first().isVisible()).toBe(true)
})

test.each([
  ['ko', 'keep-all'],
  ['en', 'normal'],
])('lines of a page in %s break as its readers expect: %s', async (lang, wanted) => {
  const page = await open(all(), { lang })
  for (const text of ['rw-questions .asked', 'rw-reviews .body'])
    expect(
      await page
        .locator(text)
        .first()
        .evaluate(node => getComputedStyle(node).wordBreak),
    ).toBe(wanted)
})

test('pictures and the histogram are printed', async () => {
  await shelve(stage, 'seen', [...numbered(6), { pictures: [`${stage.shop.url}/1.gif`] }])
  const { page } = await stage.visit(
    '<rw-reviews data-product-id="seen" data-header-type="histogram"></rw-reviews>',
  )
  await page.locator('article').first().waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.locator('.bars button').first().isVisible()).toBe(true)
})

test.each([
  ['ar', '3.0', '25 مراجعة'],
  ['ar-EG', '٣٫٠', '٢٥ مراجعة'],
  ['fa-IR', '۳٫۰', '۲۵ دیدگاه'],
  ['en-u-nu-arab', '٣٫٠', '٢٥ reviews'],
  ['is', '3,0', '25 umsagnir'],
])('all numbers of a page in %s have the same digits', async (lang, average, total) => {
  const page = await open(all('many'), { lang })
  await expect.poll(() => page.locator('rw-rating [part=average]').innerText()).toBe(average)
  await expect.poll(() => page.locator('rw-reviews [part=average]').innerText()).toBe(average)
  await expect.poll(() => page.locator('rw-reviews .total').innerText()).toBe(total)
})
