import { describe, expect, test } from 'vitest'
import { openForTests } from '../../../server/test/for-each-test/open-for-tests.ts'
import { payloads } from '../payloads.ts'
import { labels } from '../ratings.ts'
import { badge, cards, compatScript, judgeMe, none, one, setCompatStage, two, visitShop } from './old-shop.ts'

const stage = openForTests(setCompatStage)

describe('the script', () => {
  test('loaded twice, beside widgets.js, fills each mark once and for the first store', async () => {
    const widgets = `<script type="module" src="${stage.service.url}/widgets/v1/widgets.js"></script>`
    const { storeId } = stage.store
    const again = compatScript(stage)
      .replace('compat.js', 'compat.js?again')
      .replace(storeId, 'another-store')
    const inOrder = (scripts: string) => scripts.replaceAll('<script async', '<script')
    const seen = await visitShop(stage, judgeMe + inOrder(again), {
      script: widgets + inOrder(compatScript(stage)),
    })
    await expect.poll(() => labels(seen.page)).toEqual([two, one, none])
    await expect.poll(() => cards(seen.page).count()).toBe(2)
    expect(seen.errors).toEqual([])
  })

  test('added as a module, without attributes, uses the store of the page', async () => {
    const { storeId, storeKey } = stage.store
    const seen = await visitShop(stage, badge('7001'), {
      script: `<script type="module" src="${stage.service.url}/widgets/v1/compat.js"></script>`,
      html: `data-store-id="${storeId}" data-store-key="${storeKey}"`,
    })
    await expect.poll(() => labels(seen.page)).toEqual([two])
  })

  let copies = 0

  /** A copy of compat.js on the shop's server, as optimizers make them. */
  async function copied(): Promise<string> {
    const answer = await fetch(`${stage.service.url}/widgets/v1/compat.js`)
    return stage.shop.put(`/optimized/${++copies}.js`, await answer.text(), {
      'content-type': 'text/javascript',
    })
  }

  test('in a bundle of the shop names what to do', async () => {
    const seen = await visitShop(stage, badge('7001'), {
      script: `<script async src="${await copied()}"></script>`,
    })
    await expect
      .poll(() => seen.warnings)
      .toEqual([expect.stringMatching(/compat\.js is in a bundle\..*data-api-url/)])
    expect(seen.errors).toEqual([])
  })

  test.each([
    'the script',
    'the page',
  ])('served by the shop works where %s names the service', async where => {
    const { storeId, storeKey } = stage.store
    const names = `data-api-url="${stage.service.url}/" data-store-id="${storeId}" data-store-key="${storeKey}"`
    const [onScript, html] = where === 'the script' ? [names, ''] : ['', names]
    const script = `<script async src="${await copied()}" ${onScript}></script>`
    // Of the script, data-api-url says where the elements are, which then know their own service.
    const seen = await visitShop(stage, badge('7001'), { script, html })
    await expect.poll(() => labels(seen.page)).toEqual([two])
    expect(seen.errors).toEqual([])
  })

  test('names the address from which our elements do not load', async () => {
    const names = 'data-api-url="http://127.0.0.1:9" data-store-id="x" data-store-key="y"'
    const seen = await visitShop(stage, badge('7001'), {
      script: `<script async src="${await copied()}" ${names}></script>`,
    })
    await expect
      .poll(() => seen.warnings)
      .toEqual([expect.stringContaining('http://127.0.0.1:9/widgets/v1/widgets.js could not be loaded')])
  })

  test.each([
    ['its address', (url: string) => url],
    ['a nonce', () => "'nonce-abc' 'strict-dynamic'"],
  ])('works under a strict Content-Security-Policy by %s, and Trusted Types', async (_how, sources) => {
    const { url } = stage.service
    const policy = `default-src 'none'; script-src ${sources(url)}; connect-src ${url}; img-src ${url};
      frame-src ${url}; require-trusted-types-for 'script'; trusted-types lit-html`
    const plain = judgeMe.replaceAll(/ style="[^"]*"/g, '')
    const seen = await visitShop(stage, plain, {
      script: compatScript(stage).replace('<script', '<script nonce="abc"'),
      headers: { 'content-security-policy': policy.replace(/\s+/g, ' ') },
    })
    await expect.poll(() => cards(seen.page).count()).toBe(2)
    expect(seen.errors).toEqual([])
  })

  test('names data-map for each unknown number of Yotpo v3, once', async () => {
    const numbered = (number: string) =>
      `<div class="yotpo-widget-instance" data-yotpo-instance-id="${number}" data-yotpo-product-id="7001">Old</div>`
    const loyalty = '<div class="yotpo-widget-instance" data-yotpo-instance-id="9">Points</div>'
    const body = numbered('1') + numbered('2') + numbered('2') + numbered('3') + loyalty
    const seen = await visitShop(stage, body, { map: '1=rating,3=stars' })
    await expect.poll(() => labels(seen.page)).toEqual([two])
    expect(seen.warnings).toEqual([
      expect.stringContaining('data-map has "3=stars"'),
      expect.stringContaining(`Yotpo's widget 2 is not in data-map`),
      expect.stringContaining(`Yotpo's widget 3 is not in data-map`),
      expect.stringContaining(`Yotpo's place 9 names no product`),
    ])
    await expect.poll(() => seen.page.getByText('Old').count()).toBe(3)
    await expect.poll(() => seen.page.getByText('Points').count()).toBe(1)
  })

  test('takes every attribute as text', async () => {
    const quoted = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    const marks = payloads.map(text => badge(quoted(text))).join('')
    const seen = await visitShop(stage, marks, { map: quoted(payloads.join(',')) })
    await expect.poll(() => seen.page.locator('rw-rating').count()).toBe(payloads.length)
    expect(await seen.page.evaluate(() => 'fired' in window)).toBe(false)
    const inside = await seen.page
      .locator('.jdgm-preview-badge')
      .evaluateAll(all => all.map(one => one.childElementCount))
    expect(new Set(inside)).toEqual(new Set([1]))
  })

  test('weighs at most 2.1 kB in brotli', async () => {
    const answer = await fetch(`${stage.service.url}/widgets/v1/compat.js`, {
      headers: { 'accept-encoding': 'br' },
    })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(Number(answer.headers.get('content-length'))).toBeLessThanOrEqual(2100)
  })
})
