import type { Page } from 'playwright-core'
import { run } from '../../e2e/service.ts'
import { openSans } from './open-sans.ts'
import type { Stage } from './stage.ts'

type Shot = {
  file: string
  header?: string
  list?: string
  items?: number
  width?: number
  /** The height of the screen; without it, the picture shows the whole page. */
  height?: number
  dark?: boolean
  dir?: 'rtl'
  lang?: 'en' | 'pt-BR'
  style?: string
  interact?: (page: Page) => Promise<void>
}

const press = (selector: string) => async (page: Page) => {
  await page.locator(`rw-reviews ${selector}`).first().click()
}

const shots: Shot[] = [
  ...['default', 'histogram', 'compact', 'minimal', 'centered'].flatMap(header => [
    { file: `reviews-${header}-grid`, header, items: 4 },
    { file: `reviews-${header}-list`, header, list: 'list', items: 2 },
  ]),
  { file: 'reviews-phone', header: 'histogram', width: 360, items: 2, lang: 'pt-BR' },
  { file: 'reviews-dark', header: 'histogram', dark: true, items: 2 },
  { file: 'reviews-rtl', header: 'histogram', dir: 'rtl', lang: 'pt-BR', items: 2 },
  {
    file: 'reviews-colours',
    header: 'histogram',
    items: 4,
    style:
      '--rw-primary-color:#7c3aed;--rw-star-color:#f59e0b;--rw-bg-secondary:#f6f3ff;--rw-border-radius:4px',
    interact: press('.bars button:nth-child(2)'),
  },
  { file: 'reviews-picture', height: 620, interact: press('.pictures button') },
  { file: 'reviews-report', height: 620, interact: press('.quiet') },
]

/** The pictures of rw-reviews. */
export async function draw(stage: Stage): Promise<void> {
  const { url, dataDir } = await stage.startDemo()
  const demo = await (await fetch(`${url}/demo`)).text()
  const credentials = /data-store-id="\S+" data-store-key="[^"]+"/.exec(demo)?.[0] ?? ''
  const storeId = /data-store-id="([^"]+)"/.exec(credentials)?.[1] ?? ''
  await run(['store', 'update', storeId, '--open-reviews', 'true'], { dataDir })
  for (const shot of shots) await capture(stage, url, credentials, shot)
}

async function capture(
  { browser, save }: Stage,
  url: string,
  credentials: string,
  shot: Shot,
): Promise<void> {
  const { file, width = 1080, height, dark = false, interact } = shot
  const page = await browser.newPage({
    viewport: { width, height: height ?? 500 },
    deviceScaleFactor: width < 500 ? 2 : 1.5,
    colorScheme: dark ? 'dark' : 'light',
  })
  await page.route('**/picture', route =>
    route.fulfill({ body: pageOf(credentials, shot), contentType: 'text/html' }),
  )
  await page.route('**/reviews.json*', async route => {
    const response = await route.fetch()
    await route.fulfill({ response: response, json: withPictures(await response.json(), url) })
  })
  await page.goto(`${url}/picture`)
  await page.locator('article').first().waitFor()
  await interact?.(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready')
  await save(file, await page.screenshot({ fullPage: height === undefined }), 128)
  await page.close()
}

function pageOf(
  credentials: string,
  { header = 'default', list = 'grid', items = 4, width = 1080, dark, dir, lang = 'en', style = '' }: Shot,
): string {
  const [paper, ink] = dark ? ['#15171a', '#eceff1'] : ['#fff', '#1c1f23']
  return `<!doctype html><html lang="${lang}" dir="${dir ?? 'ltr'}" ${credentials}><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <script type="module" src="/widgets/v1/widgets.js"></script>
    <style>${openSans('Open Sans')} body { margin: 0; padding: ${width < 500 ? '16px' : '32px 40px'};
      font-family: "Open Sans"; background: ${paper}; color: ${ink}; color-scheme: ${dark ? 'dark' : 'light'} }
      rw-reviews { ${style} }</style></head>
    <body><rw-reviews data-product-id="${lang === 'en' ? 'P-PRE-TRAVEL' : 'P-MOKA-6'}" data-header-type="${header}" data-list-type="${list}"
      data-items-per-page="${items}"></rw-reviews></body></html>`
}

// The demo has no photos from buyers, so its product drawings replace them.
function withPictures(response: { result: { pictures: string[] }[] }, url: string): unknown {
  const drawing = (sku: string) => `${url}/demo/pictures/${sku}.svg`
  const [first] = response.result
  if (first) first.pictures = ['PRE-TRAVEL', 'MUG-TRAVEL', 'PRE-600'].map(drawing)
  return response
}
