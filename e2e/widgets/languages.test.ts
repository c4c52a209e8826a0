import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languagesOf, readCatalogue } from '../../texts/catalogues.ts'
import { directionOf } from '../../texts/direction.ts'
import { messagesOf, partsOf } from '../../texts/messages.ts'
import type { HeaderType } from '../../widgets/elements/reviews/header.ts'
import { shownTexts } from '../plain-texts.ts'
import { addQuestionsAbout } from './questions.ts'
import { shelve } from './review-shelf.ts'
import { type Stage, setStage } from './stage.ts'

// Every widget in every language, side by side. Each has the width of the smallest phone: widgets follow
// their own width, not that of the window.

const languages = languagesOf('widgets')
const headerTypes: HeaderType[] = ['default', 'histogram', 'compact', 'minimal', 'centered']
// Data has no letters, so every word is one of ours.
const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const data = { title: '', body: '1', display_name: '' }

let stage: Stage
beforeAll(async () => {
  stage = await setStage({ READ_RATE_LIMIT: '100000' })
  const replied = { reply: '2', reply_created_at: new Date('2026-03-12T12:00:00Z') }
  const pictures = [`${stage.shop.url}/1.gif`, `${stage.shop.url}/2.gif`]
  await shelve(stage, 'moka', [
    { ...data, ...replied, pictures, verified_purchase: true, recommended: true, votes: 1234, rating: 5 },
    ...Array.from({ length: 8 }, (_, at) => ({ ...data, body: '3\n'.repeat(12), rating: 1 + (at % 5) })),
  ])
  await addQuestionsAbout(stage, 'moka', [
    { body: '4', display_name: '', ...replied },
    ...Array.from({ length: 6 }, () => ({
      body: '5',
      display_name: '',
      reply: null,
      reply_created_at: null,
    })),
  ])
})
afterAll(() => stage.close())

// A page of all languages would lay out 42 times what each of them changes.
const pages = [0, 14, 28].map(from => languages.slice(from, from + 14))

describe.each(pages.map(tags => [tags.join(' '), tags] as const))('%s', (_tags, languages) => {
  let page: Page
  beforeAll(async () => {
    const widgets = [
      '<rw-rating data-product-id="moka"></rw-rating><rw-rating data-product-id="none"></rw-rating>',
      '<rw-reviews data-product-id="moka" data-items-per-page="2"></rw-reviews>',
      '<rw-questions data-product-id="moka"></rw-questions>',
      ...['rw-reviews', 'rw-questions'].map(name => `<${name} data-product-id="none"></${name}>`),
    ].join('')
    const sections = languages.map(tag => `<section lang="${tag}">${widgets}</section>`)
    // Widgets load when they are near the window, which here has the size of a phone. Each address is asked once, by all.
    const head = `<style>body { display: flex; align-items: start; margin: 0 } section { flex: 0 0 320px; height: 9000px; contain: strict }</style>
    <script>IntersectionObserver = class {
      constructor(notify) { this.notify = notify }
      observe() { queueMicrotask(() => this.notify([{ isIntersecting: true }])) }
      disconnect() {}
    }
    const [load, loaded] = [fetch, {}]
    fetch = async url => (await (loaded[url] ??= load(url))).clone()</script>`
    const context = await stage.browser.newContext({ viewport: { width: 320, height: 640 } })
    await context.route('**/*.gif', route => route.fulfill({ body: dot, contentType: 'image/gif' }))
    const seen = await stage.visit(sections.join(''), { head, context })
    page = seen.page
    const { length } = languages
    const all = (selector: string, count: number) =>
      page
        .locator(selector)
        .nth(count - 1)
        .waitFor({ state: 'attached' })
    await all('rw-rating [role=img]', 2 * length)
    await all('rw-reviews article', 2 * length)
    await all('rw-questions [part=question]', 5 * length)
    await all('.note', 2 * length)
  })
  afterAll(() => page.context().close())

  test('each is in its language and direction', async () => {
    const roots = await page.evaluate<
      string[][][]
    >(`Array.from(document.querySelectorAll('section'), section =>
    Array.from(section.children, ({ shadowRoot }) => {
      const { lang, dir } = shadowRoot.querySelector('.root, .base')
      return [lang, dir]
    }))`)
    const wanted = languages.map(tag => Array.from({ length: 6 }, () => [tag, directionOf(tag)]))
    expect(roots).toEqual(wanted)
  })

  test.each(headerTypes)('with the header %s, no English sentence is left, and all fits', async type => {
    await page.evaluate(`document.querySelectorAll('rw-reviews').forEach((one, at) => {
    one.dataset.headerType = '${type}'
    one.dataset.listType = at % 2 ? 'list' : 'grid'
  })`)
    await page.evaluate(
      'Promise.all(Array.from(document.querySelectorAll("rw-reviews"), one => one.updateComplete))',
    )
    expect(leftInEnglish(languages, await shownTexts(page, 'section'))).toEqual([])
    expect(
      await page.evaluate<string[]>(`Array.from(document.querySelectorAll('section'), ${outside}).flat()`),
    ).toEqual([])
  })

  // What is wider than its section.
  const outside = `section => {
  const { left, right } = section.getBoundingClientRect()
  return Array.from(section.children).flatMap(({ localName, shadowRoot }) =>
    Array.from(shadowRoot.querySelectorAll('.root *, .base *'), one => [one, one.getBoundingClientRect()])
      .filter(([one, box]) => !one.closest('.unseen') && box.width > 0 && (box.left < left - 1 || box.right > right + 1))
      .map(([one]) => section.lang + ': ' + localName + ' .' + (one.className.baseVal ?? one.className)))
}`

  test.each([
    ['of the pictures', '.pictures button'],
    ['of a report', '.deeds .quiet'],
  ])('the dialog %s is in its language, and fits', async (_what, opener) => {
    const each = (act: string) =>
      page.evaluate(`Array.from(document.querySelectorAll('rw-reviews[data-product-id=moka]'),
    ({ shadowRoot }) => ${act})`)
    await each(`shadowRoot.querySelector('${opener}').click()`)
    await expect.poll(() => page.locator('dialog').count()).toBe(languages.length)
    expect(
      await each(`{
      const { lang, dir, scrollWidth, clientWidth } = shadowRoot.querySelector('dialog')
      return [lang, dir, scrollWidth - clientWidth]
    }`),
    ).toEqual(languages.map(tag => [tag, directionOf(tag), 0]))
    expect(leftInEnglish(languages, await shownTexts(page, 'section'))).toEqual([])
    await each(`shadowRoot.querySelector('dialog').close()`)
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
  })
})

/** The texts of each language that contain words of the English catalogue, unless its own has them too. */
function leftInEnglish(tags: string[], shown: string[][]): string[] {
  const english = piecesOf('en')
  return tags.flatMap((tag, index) => {
    const own = piecesOf(tag).join('\n')
    const foreign = english.filter(piece => !own.includes(piece))
    const texts = shown[index]?.filter(text => foreign.some(piece => text.includes(piece))) ?? []
    return texts.map(text => `${tag}: ${text}`)
  })
}

// The words between the arguments of all texts, and those of their plurals.
function piecesOf(tag: string): string[] {
  return messagesOf(readCatalogue('widgets', tag))
    .flatMap(([, message]) => literalsOf(partsOf(message)))
    .map(piece => piece.trim())
    .filter(piece => /\p{L}{3}/u.test(piece))
}

function literalsOf(parts: ReturnType<typeof partsOf>): string[] {
  return parts.flatMap(part => {
    if (typeof part === 'string') return [part]
    return 'options' in part ? Object.values(part.options).flatMap(literalsOf) : []
  })
}
