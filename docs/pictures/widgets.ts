import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startShop } from '../../e2e/widgets/servers.ts'
import { openSans } from './open-sans.ts'
import type { Stage } from './stage.ts'

type Shot = {
  file: string
  width: number
  body: string
  lang?: 'en' | 'pt-BR'
  dark?: boolean
  interact?: (page: Page) => Promise<unknown>
}

const ratings = (attributes: string) =>
  ['MOKA-6', 'CAF-BOURBON', 'MUG-STONE']
    .map(sku => `<p><rw-rating data-product-sku="${sku}" ${attributes}></rw-rating></p>`)
    .join('')

const themes = `<div class="row"><section>${ratings('')}</section>
  <section>${ratings('data-theme="compact"')}</section>
  <section>${ratings('data-star-color="#c2410c"')}</section>
  <section class="dark">${ratings('')}</section></div>`

const questions = (sku = 'MOKA-6') => `<rw-questions data-product-sku="${sku}"></rw-questions>`

const openQuestionForm = (page: Page) => page.getByRole('button', { name: 'Ask a question' }).click()

const shots: Shot[] = [
  { file: 'widget-ratings', width: 960, body: themes },
  { file: 'widget-questions', width: 960, body: questions(), lang: 'pt-BR' },
  { file: 'widget-questions-phone', width: 360, body: questions(), lang: 'pt-BR', dark: true },
  { file: 'widget-questions-empty', width: 640, body: questions('MUG-STONE') },
  { file: 'widget-questions-form', width: 640, body: questions('MUG-STONE'), interact: openQuestionForm },
]

/** The pictures of docs/reference/widgets.md, from the demo's shop. */
export async function draw(stage: Stage): Promise<void> {
  const { dataDir, url } = await stage.startDemo()
  const shop = await startShop()
  stage.onEnd(shop.close)
  const keys = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Keys
  for (const shot of shots)
    await capture(stage, shop.put(`/${shot.file}`, pageOf(shot, { ...keys, url })), shot)
}

type Keys = { store_id: string; store_key: string }

async function capture({ browser, save }: Stage, address: string, shot: Shot): Promise<void> {
  const page = await browser.newPage({ viewport: { width: shot.width, height: 100 }, deviceScaleFactor: 2 })
  await page.goto(address)
  const readySelector = '[role=img], [part=question], .note'
  await page.locator(':is(rw-rating, rw-questions)').last().locator(readySelector).first().waitFor()
  await shot.interact?.(page)
  await page.waitForLoadState('networkidle')
  await save(shot.file, await page.locator('main').screenshot({ animations: 'disabled' }), 128)
  await page.close()
}

function pageOf(
  { body, lang = 'en', dark = false }: Shot,
  { store_id, store_key, url }: Keys & { url: string },
): string {
  return `<!doctype html><html lang="${lang}" data-store-id="${store_id}" data-store-key="${store_key}">
    <meta name="viewport" content="width=device-width"><title>A shop</title>
    <script type="module" src="${url}/widgets/v1/widgets.js"></script>
    <style>
      ${openSans('Open Sans')}
      body { margin: 0; font: 16px/1.5 "Open Sans", sans-serif; color: #1f2937; background: #fff }
      .dark { color: #e5e7eb; background: #111827 }
      main { padding: 32px }
      main:has(.row) { padding: 0 }
      p { margin: 0.75rem 0 }
      .row { display: flex } .row section { flex: auto; padding: 24px 32px }
    </style>
    <body class="${dark ? 'dark' : ''}"><main>${body}</main></body></html>`
}
