import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { uuid } from '../../lib/ids/uuid.ts'
import { migrate, readMigrations } from './migrate.ts'
import { isOutsideTransaction } from './rules.ts'
import { splitStatements } from './split-statements.ts'

const empty = openForTests(() => createTestDatabase({ empty: true }))

test('a migration outside a transaction continues after an end behind each of its statements', async () => {
  const { database } = empty
  const [first, ...others] = readMigrations()
  if (!first) throw new Error('there is no migration')
  await migrate(database, [first])
  // Statements for each store run only if there is one.
  await database.query(sql`
    insert into stores (
      store_id, name, locale, time_zone, country, store_key, request_delay_days, send_at, avoid_weekends,
      avoid_holidays, created_at
    )
    values (${uuid()}, 'Casa', 'pt-BR', 'America/Sao_Paulo', 'BR', 'key', 7, '10:00', false, false, now())`)
  const done = [first]
  for (const migration of others) {
    const statements = isOutsideTransaction(migration.text) ? splitStatements(migration.text) : []
    for (const [index, last] of statements.slice(0, -1).entries()) {
      const applied = [...statements.slice(0, index), last].join(';')
      const text = `-- outside a transaction\n${applied};\nselect 1 / 0`
      await expect(migrate(database, [...done, { ...migration, text }]), migration.name).rejects.toThrow(
        'division by zero',
      )
    }
    done.push(migration)
    await migrate(database, done)
  }
  expect(done.filter(({ text }) => isOutsideTransaction(text)).length).toBeGreaterThan(5)
})
