import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sql from 'sql-template-tag'
import { fillDemo } from '../../../../demo/fill.ts'
import { fillHistory, firstDay, firstSettings } from '../../../../demo/history.ts'
import { type Config, readConfig } from '../../../foundation/config/config.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { outboxUrl } from '../../../foundation/http/outbox-token.ts'
import { configuredUrl } from '../../../foundation/http/public-url.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { openPictureStore } from '../../../foundation/storage/pictures/picture-store.ts'
import { addMember } from '../../../tenants/accounts/members.ts'
import { allowMakingStores } from '../../../tenants/accounts/store-makers.ts'
import { createUser } from '../../../tenants/accounts/users.ts'
import { insertStore, type NewStore } from '../../../tenants/stores/stores.ts'
import { bold, dim, say, sayPairs } from '../output.ts'

type DemoStore = NewStore & { email: string; password: string }

/**
 * Makes the demo's store the first time, with its products, reviews, questions, history and somebody who can sign in.
 * Its keys lie in DATA_DIR, so that later starts can tell them too.
 */
export async function ensureDemoStore(db: Database, config: Config, clock: Clock): Promise<DemoStore> {
  const file = join(config.DATA_DIR, 'demo.json')
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoStore) : undefined
  const [there] = known ? await db.query(sql`select from stores where store_id = ${known.store_id}`) : []
  const store = known && there ? known : await makeDemoStore(db, file, clock)
  // Where the shop will be seen: nothing listens yet.
  const address = configuredUrl(config)
  await fillDemo(db, openPictureStore(config), clock, readSecrets(config), store.store_id, address)
  return store
}

async function makeDemoStore(db: Database, file: string, clock: Clock): Promise<DemoStore> {
  // Before the store: a folder that cannot be made must not leave a store nobody knows the key of.
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const now = clock()
  const at = firstDay(now)
  return await db.transaction(async tx => {
    const made = await insertStore(tx, () => at.getTime(), firstSettings)
    const store = {
      ...made,
      email: `demo.${made.store_id.slice(-6)}@example.com`,
      password: randomBytes(9).toString('base64url'),
    }
    const person = await createUser(tx, { ...store, name: 'Marta Ribeiro', at })
    await addMember(tx, made.store_id, { userId: person.id, role: 'owner', at })
    await allowMakingStores(tx, person.id, at)
    await fillHistory(tx, made.store_id, person, now)
    writeFileSync(file, JSON.stringify(store), { mode: 0o600 })
    return store
  })
}

/** Ids, keys and lines that work when pasted. */
export function printDemo(store: DemoStore, address: string, config: Config): void {
  say()
  say(bold('The demo store'))
  const { email, password, ...keys } = store
  sayPairs(keys)
  say()
  sayPairs({
    'the shop': `${address}/demo`,
    'its dashboard': `${address}/admin`,
    'sign in as': email,
    'with the password': password,
    ...(config.OUTBOX_TOKEN && { 'its mails': outboxUrl(address, config.OUTBOX_TOKEN) }),
  })
  say()
  say(dim('# send it an order, delivered now:'))
  say(`ORDER=demo-$(date +%s)
curl -s ${address}/orders \\
  -H 'X-API-Key: ${store.api_key}' \\
  -H 'X-Store-Id: ${store.store_id}' \\
  -H 'Content-Type: application/json' \\
  -d '{"order_id":"'$ORDER'","order_date":"'$(date -u +%FT%T.000Z)'","delivery_date":"'$(date -u +%FT%T.000Z)'",
       "products":[{"product_id":"P-1","sku":"MOKA-6","name":"Cafeteira moka, 6 xícaras","price":149.9,"url":"https://shop.example/p/1"}],
       "customers":[{"name":"Ana Martins","email":"ana@example.com","phone":"+55 11 90000-0000"}]}'`)
  say()
  say(dim('# see when and why its review will be requested:'))
  // In another terminal the command must find the same database.
  const { DATA_DIR } = config
  const here = DATA_DIR === readConfig({}).DATA_DIR ? '' : `DATA_DIR='${DATA_DIR}' `
  say(`${here}./realword order show --store ${store.store_id} $ORDER`)
}
