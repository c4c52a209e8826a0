import { sealedColumn } from '../../foundation/database/sealed-column.ts'

/** The secrets of an endpoint. `previous` is the one before the last rotation. */
export type SigningSecrets = { current: string; previous?: string }

export const {
  seal: sealSigning,
  open: openSigning,
  values: sealedWebhooks,
} = sealedColumn<SigningSecrets, 'webhook_id'>({
  table: 'webhook_endpoints',
  column: 'secrets',
  key: ['webhook_id'],
  purpose: 'webhook',
})
