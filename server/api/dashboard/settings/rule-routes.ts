import { z } from 'zod'
import { applyRules } from '../../../asking/orders/rules/apply.ts'
import { previewRules, rulesPreview } from '../../../asking/orders/rules/preview.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { givenOf, scheduleChange } from '../../../tenants/stores/settings/settings-schemas.ts'
import { checkSettings } from '../../../tenants/stores/settings/wrong-settings.ts'
import { readStore } from '../../../tenants/stores/stores.ts'

/** POST /admin/api/stores/{store_id}/rules-preview: what changed rules would do with the newest orders. */
export function previewOfRules({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'previewRules',
      summary: 'What rules would do with the newest orders',
      params: storePath,
      body: scheduleChange,
      response: { 200: rulesPreview },
    },
    handler: async ({ params, body }) => {
      const store = await readStore(database, params.storeId)
      const changed = { ...store, ...givenOf(body) }
      checkSettings(changed)
      return await previewRules(database, store, changed)
    },
  })
}

const applied = z
  .object({
    checked: z.int().meta({ description: 'Orders with pending requests' }),
    changed: z.int().meta({ description: 'Those whose requests changed' }),
    next: z.string().nullable().meta({ description: 'Send it as `after` to continue; null: all are done' }),
  })
  .meta({ title: 'AppliedRules' })

const mostAtOnce = 100 // orders: a second of work

/** POST /admin/api/stores/{store_id}/rules/apply: applies the saved rules to pending requests, up to 100 orders at a time. */
export function applyToPending({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'applyRules',
      summary: 'Apply the rules to pending requests',
      params: storePath,
      body: z.strictObject({ after: text(255).optional() }),
      response: { 200: applied },
    },
    handler: async ({ params, body, user }) =>
      await applyRules(
        database,
        params.storeId,
        { after: body.after ?? '', most: mostAtOnce },
        byOf(user, clock),
      ),
  })
}
