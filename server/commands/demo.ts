import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { fillDemo } from '../../demo/fill.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import type { Clock } from '../lib/clock.ts'
import { createStore } from '../stores/stores.ts'
import { bold, dim, say, sayPairs } from './output.ts'

type DemoStore = { store_id: string; store_key: string; api_key: string }

/** Makes the demo's store the first time, with its products, reviews and questions. Its keys lie in DATA_DIR, so that later starts can tell them too. */
export async function ensureDemoStore(db: Database, config: Config, clock: Clock): Promise<DemoStore> {
  const file = join(config.DATA_DIR, 'demo.json')
  if (existsSync(file)) {
    const known = JSON.parse(readFileSync(file, 'utf8')) as DemoStore
    const [there] = await db.query(sql`select from stores where store_id = ${known.store_id}`)
    if (there) {
      await fillDemo(db, clock, known.store_id)
      return known
    }
  }
  // Before the store: a folder that cannot be made must not leave a store nobody knows the key of.
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 })
  const made = await createStore(db, clock, { name: 'Café da Serra' })
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 })
  await fillDemo(db, clock, made.store_id)
  return made
}

/** Ids, keys and lines that work when pasted. */
export function tellDemo(store: DemoStore, address: string): void {
  say()
  say(bold('The demo store'))
  sayPairs(store)
  say()
  say(`Open the demo's shop:  ${address}/demo`)
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
  say(`./realword order show --store ${store.store_id} $ORDER`)
}
