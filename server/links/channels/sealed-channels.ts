import { sealedColumn } from '../../foundation/database/sealed-column.ts'

/** The credentials of channels. */
export const {
  seal: sealChannel,
  open: openChannel,
  values: sealedChannels,
} = sealedColumn<Record<string, string>, 'channel' | 'channel_id'>({
  table: 'channels',
  column: 'sealed',
  key: ['channel', 'channel_id'],
  purpose: 'channel',
})
