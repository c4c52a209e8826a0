import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { openForTests } from '../../server/test/for-each-test/open-for-tests.ts'
import { readCatalogue } from '../../texts/catalogues.ts'
import { sourceOf } from '../../texts/compile.ts'
import { type Catalogue, messagesOf } from '../../texts/messages.ts'
import { type PseudoLanguage, pseudoCatalogue } from '../../texts/pseudo.ts'
import { plainTexts } from '../plain-texts.ts'
import { manifest } from './manifest.ts'
import { moveTo, setStage, signIn } from './stage.ts'

const stage = openForTests(setStage)

/** A signed-in context in which the English dashboard speaks a pseudo-language. */
async function speaking(language: PseudoLanguage): Promise<BrowserContext> {
  const context = await stage.browser.newContext({ locale: 'en', viewport: { width: 1280, height: 900 } })
  await signIn(context, stage.service, stage.owner)
  await context.route('**/admin/assets/chunks/en-*.js', async route => {
    const built = Object.entries(manifest).find(([, { file }]) => route.request().url().endsWith(file))
    const [, surface = '', area = ''] = /^\.\.\/texts\/(.+)\/(.+)\/en$/.exec(built?.[0] ?? '') ?? []
    const texts = pseudoCatalogue(readCatalogue(surface, 'en'), language)[area] as Catalogue
    await route.fulfill({ body: `export const texts = ${sourceOf(texts)}`, contentType: 'text/javascript' })
  })
  return context
}

const screens = ['', '/reviews', '/questions', '/products', '/orders', '/connections', '/webhooks']
const others = ['/orders/earlier-buyers', '/mail', '/widgets', '/data', '/settings', '/account']

// Names, data, and the mails in the store's language.
const known = [
  'Brasilia Standard Time (America/Sao_Paulo)',
  ...['WooCommerce', 'Shopify', 'Nuvemshop / Tiendanube', 'VTEX', 'Medusa', 'Vendure', 'EverShop'],
  ...['TypeScript', 'Python', 'PHP', 'Ruby', 'webhook-id, webhook-timestamp, webhook-signature'],
  ...['{name}', '{store}', '{product}', 'CSV', 'MB', 'https://', 'Café da Serra', 'CD'],
  ...messagesOf(readCatalogue('mails', 'pt-BR')).map(([, message]) => message),
  'Ana, avalie sua compra: Cafeteira italiana, 6 xícaras e mais 1',
  'autosize measurement', // of a text area that Mantine measures
].sort((a, b) => b.length - a.length)

// Code has several lines. Names of events and columns are in lower case.
const isName = (text: string) => text.includes('\n') || /^[a-z]+([._][a-z]+)*$/.test(text)
// Of December, "De" is gone: mails in Portuguese have that word.
const isDate = (text: string) => /[a-z] \d+, \d{4}/.test(text)

test('every sentence of the dashboard is in a catalogue, and longer ones fit a phone', async () => {
  const context = await speaking('en-XA')
  const page = await context.newPage()
  await page.goto(`${stage.service.url}/admin/${stage.storeId}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const path of [...screens, ...others]) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await moveTo(page, `/${stage.storeId}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    const plain = await plainTexts(page, known)
    expect
      .soft(
        plain.filter(text => !isName(text) && !isDate(text)),
        path,
      )
      .toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    await expect.poll(overflow, { message: path }).toBeLessThanOrEqual(0)
  }
  await context.close()
})
