import { presentSettings } from '../../../asking/requests/present-settings.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { settingsChangeByProgram, shownSettings } from '../../../tenants/stores/settings/settings-schemas.ts'
import { changeStore, readStore } from '../../../tenants/stores/stores.ts'
import { byProgram } from '../by-program.ts'
import { requireMatch, withEtag } from '../etags.ts'

/** GET /manage/v1/settings */
export function managedSettings({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getSettings',
      summary: 'Read the settings',
      response: { 200: shownSettings },
    },
    handler: async ({ apiKey }, reply) =>
      withEtag(reply, presentSettings(await readStore(database, apiKey.storeId))),
  })
}

/** PATCH /manage/v1/settings */
export function changeManagedSettings({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'updateSettings',
      summary: 'Change settings',
      description: 'All of the given ones, or none if one of them is invalid. Others stay.',
      body: settingsChangeByProgram,
      response: { 200: shownSettings },
    },
    config: { errors: ['settings_invalid', 'body_stale'] },
    handler: async (request, reply) => {
      const { storeId } = request.apiKey
      const change = Object.fromEntries(
        Object.entries(request.body).filter(([, value]) => value !== undefined),
      )
      const changed = await database.transaction(async tx => {
        await requireMatch(request, async () => presentSettings(await readStore(tx, storeId, true)))
        return await changeStore(tx, storeId, change, byProgram(clock))
      })
      return withEtag(reply, presentSettings(changed))
    },
  })
}
