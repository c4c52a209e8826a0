export type * as Management from './apis/management.ts'
export type * as Operator from './apis/operator.ts'
export type * as Store from './apis/store.ts'
export {
  createManagementClient,
  createOperatorClient,
  createStoreClient,
  type KeyOptions,
  type StoreOptions,
} from './clients.ts'
export { RealwordError } from './error.ts'
export type { Answer, Client, Details } from './operations.ts'
export type { RetryOptions } from './retries.ts'
export {
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhooks.ts'
