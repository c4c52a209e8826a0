import type { Dependencies } from '../dependencies.ts'
import { endpoint } from '../http/endpoint.ts'
import { presentSettings } from '../requests/present-settings.ts'
import { shownSettings } from '../stores/settings-schemas.ts'
import { readStore } from '../stores/stores.ts'

/** GET /manage/v1/settings */
export function managedSettings({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getSettings',
      summary: 'Read the settings',
      response: { 200: shownSettings },
    },
    handler: async ({ apiKey }) => presentSettings(await readStore(database, apiKey.storeId)),
  })
}
