import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../e2e/service.ts'
import { oldPages, styles } from '../../e2e/widgets/compat/pages.ts'
import { type Shop, startShop } from '../../e2e/widgets/servers.ts'
import { openSans } from './open-sans.ts'
import type { Stage } from './stage.ts'

const names: Record<string, string> = {
  'Judge.me': 'judge-me',
  'Yotpo v3': 'yotpo',
  Okendo: 'okendo',
  Bazaarvoice: 'bazaarvoice',
}

const reviews = `product_id,rating,title,body,display_name,created_at,verified_purchase
7001,5,Good coffee,It heats quickly and is easy to clean.,Ana P.,2026-03-02,yes
7001,3,Small,Smaller than I thought.,Kim,2026-03-05,no
7002,5,,My favourite mug.,Rui,2026-03-07,yes
7003,4,,Keeps the coffee hot on the train.,Lea,2026-03-09,yes
`

/** The pictures of docs/how-to/move-from-*.md. */
export async function draw(stage: Stage): Promise<void> {
  const { dataDir, url } = await stage.startDemo()
  const shop = await startShop()
  stage.onEnd(shop.close)
  const { store_id, store_key } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const file = join(mkdtempSync(join(tmpdir(), 'realword-pictures-')), 'reviews.csv')
  writeFileSync(file, reviews)
  await run(['review', 'import', file, '--store', store_id], { dataDir })
  for (const { service: maker, body, map = '' } of oldPages) {
    const name = names[maker]
    if (!name) continue
    const script = `<script async src="${url}/widgets/v1/compat.js" data-store-id="${store_id}"
      data-store-key="${store_key}" data-map="${map}"></script>`
    await capture(stage, shop, `move-from-${name}-before`, body, '')
    await capture(stage, shop, `move-from-${name}`, body, script)
  }
}

async function capture(
  { browser, save }: Stage,
  shop: Shop,
  name: string,
  body: string,
  script: string,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 760, height: 400 } })
  await page.goto(
    shop.put(
      `/${name}`,
      `<!doctype html><html lang="en"><head><title>A shop</title>${styles}
      <style>${openSans('Open Sans')}</style>${script}</head><body>${body}</body></html>`,
    ),
  )
  if (script) await page.locator('rw-reviews [part=card]').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready')
  await save(name, await page.screenshot({ fullPage: true, animations: 'disabled' }), 64)
  await page.close()
}
