import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { changeWidgetDesign, designChange, shownDesign } from '../../../tenants/stores/widget-design.ts'
import { type CheckParts, checkHtml, checkPage } from '../../widgets/check-page.ts'
import { weighWidgets } from '../../widgets/weights.ts'
import { widgetCheck, widgetCheckRequest, widgetCode } from '../../widgets/widget-check-schemas.ts'

/** POST /admin/api/stores/{store_id}/widget-checks */
export function checkWidgets(parts: CheckParts) {
  return endpoint({
    schema: {
      operationId: 'checkWidgets',
      summary: 'Look at a page of the store and say whether the widgets on it are right',
      params: storePath,
      body: widgetCheckRequest,
      response: { 200: widgetCheck },
    },
    handler: async ({ params, body }) => {
      const { url, html } = body
      return html
        ? await checkHtml(parts, params.storeId, url, html)
        : await checkPage(parts, params.storeId, url)
    },
  })
}

/** GET /admin/api/stores/{store_id}/widget-code */
export function codeOfWidgets({
  database,
  widgets,
  publicUrl,
}: Pick<CheckParts, 'database' | 'widgets' | 'publicUrl'>) {
  return endpoint({
    schema: {
      operationId: 'getWidgetCode',
      summary: 'What the code to paste into pages is made of',
      params: storePath,
      response: { 200: widgetCode },
    },
    handler: async ({ params }) => {
      const { store_key } = await readStore(database, params.storeId)
      const script = new URL('/widgets/v1/widgets.js', publicUrl()).href
      return { script, store_key, weights: weighWidgets(widgets) }
    },
  })
}

/** GET /admin/api/stores/{store_id}/widget-design: the saved values, without the defaults. */
export function storeWidgetDesign({ database }: Pick<Dependencies, 'database'>) {
  return endpoint({
    schema: {
      operationId: 'getWidgetDesign',
      summary: 'Read the saved design of the widgets',
      params: storePath,
      response: { 200: shownDesign },
    },
    handler: async ({ params }) => (await readStore(database, params.storeId)).widget_design,
  })
}

/** PATCH /admin/api/stores/{store_id}/widget-design: changes the given values, or none if one of them is invalid. */
export function changeDesign({ database, clock }: Pick<Dependencies, 'database' | 'clock'>) {
  return endpoint({
    schema: {
      operationId: 'updateWidgetDesign',
      summary: 'Change the design of the widgets; a value that is null becomes the standard one',
      params: storePath,
      body: designChange,
      response: { 200: shownDesign },
    },
    handler: async ({ params, body, user }) =>
      await changeWidgetDesign(database, params.storeId, body, byOf(user, clock)),
  })
}
