import { readSecrets } from '../../foundation/lib/secret.ts'
import { createWebhook, type NewWebhook, type WebhookContext } from '../../links/webhooks/webhooks.ts'
import { type TestApp, testSecret } from '../app.ts'

export const webhookSecrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })

/** What verbs of webhooks need, with this machine as an allowed network. */
export function webhookContext(at = new Date()): WebhookContext {
  return {
    secrets: webhookSecrets,
    egress: { allow: ['127.0.0.0/8'] },
    by: { at, actor: 'command' },
  }
}

/** Adds an endpoint to the store. */
export async function subscribe(service: Pick<TestApp, 'database'>, storeId: string, given: NewWebhook) {
  return await service.database.transaction(tx => createWebhook(tx, storeId, given, webhookContext()))
}
