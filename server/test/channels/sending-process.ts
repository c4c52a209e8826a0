import { connect } from '../../foundation/database/connect.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { sendMessages } from '../../links/channels/sending/send-messages.ts'

// Sends the due messages of a store in a process of its own, which a test kills. Arguments: the database, the secret, the
// store, the time.

const [target = '', SECRET = '', storeId = '', now = ''] = process.argv.slice(2)
const database = connect(JSON.parse(target))
await sendMessages(
  {
    ...{ database, secrets: readSecrets({ SECRET, DATA_DIR: '' }), allow: ['127.0.0.0/8'] },
    ...{ clock: () => Date.parse(now), address: () => 'https://reviews.example' },
  },
  storeId,
)
await database.close()
