import type { Page } from 'playwright-core'
import { aMember } from '../../server/test/admin.ts'
import { aProduct, aQuestion, aReview } from '../../server/test/factories.ts'
import { addQuestions, addReviews } from '../../server/test/reading.ts'
import { startShop } from '../widgets/servers.ts'
import { openDashboard, setStage, type View } from './stage.ts'

export type WidgetsStage = Awaited<ReturnType<typeof setWidgetsStage>>

/** A stage whose store has two products with reviews and a question, a viewer, and a shop whose pages are served. */
export async function setWidgetsStage() {
  const [stage, shop] = await Promise.all([setStage(), startShop()])
  const { service, store } = stage
  for (const [id, name] of [
    ['P-1', 'Moka pot'],
    ['P-2', 'Grinder'],
  ] as const)
    await service.send('POST', '/products', {
      headers: store.headers,
      body: { ...aProduct(), product_id: id, sku: `SKU-${id}`, name, url: `${shop.url}/p/${id}` },
    })
  await addReviews(
    service,
    store,
    aReview({ product_id: 'P-1', rating: 5, body: 'Brews like my grandmother did.' }),
    aReview({ product_id: 'P-1', rating: 4 }),
    aReview({ product_id: 'P-2', rating: 2 }),
  )
  await addQuestions(service, store, aQuestion({ product_id: 'P-1', body: 'Does it fit induction?' }))
  const viewer = await aMember(service, store.storeId, 'viewer')
  const close = async () => {
    await shop.close()
    await stage.close()
  }
  return { ...stage, shop, viewer, close }
}

/** The page of the widgets, as the owner unless another user is given. */
export function openWidgets(stage: WidgetsStage, search: string, view: View = {}, user = stage.owner) {
  const path = `/${stage.storeId}/widgets${search}`
  return openDashboard(stage.browser, stage.service, user, { ...view, path })
}

/** Has a page of the shop checked. */
export async function check(page: Page, url: string): Promise<void> {
  await page.getByLabel('Page URL').fill(url)
  await page.getByRole('button', { name: 'Check page', exact: true }).click()
  await page.getByText(new URL(url).href, { exact: true }).waitFor()
}

/** The names of the findings of a check. */
export const findings = (page: Page) =>
  page
    .locator('[data-finding]')
    .evaluateAll(elements => elements.map(element => element.getAttribute('data-finding')))
