import { expect, test } from 'vitest'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { type Content, forgeTable } from '../../test/exchange/archives.ts'
import { forgeInEachTest, moment } from '../../test/for-each-test/forgery.ts'

// An importer may have written every byte of an archive. A long text would be read with every page that shows its row.

const { importForged } = forgeInEachTest()

const report = (change: object) => ({ id: uuid(), reason: 'spam', at: moment(), ...change })
const review = (change: object) => ({ id: uuid(), pictures: [], created_at: moment(), ...change })
const x = (length: number) => 'x'.repeat(length)

type Long = [table: string, column: string, most: number, row: (length: number) => Record<string, unknown>]

const long: Long[] = [
  ['review_reports', 'email', 254, length => report({ email: x(length) })],
  ['question_reports', 'language', 35, length => report({ language: x(length) })],
  ['answer_reports', 'email', 254, length => report({ email: x(length) })],
  [
    'review_requests',
    'left_out',
    255,
    length => ({
      ...{ order_id: 'o', part: 0, id: uuid(), email: 'ana@example.com', name: 'Ana', state: 'scheduled' },
      ...{ due_at: moment(), created_at: moment(), reasons: [{ name: 'at_once' }], left_out: [x(length)] },
    }),
  ],
  ['reviews', 'origin_name', 255, length => review({ origin_name: x(length) })],
  ['reviews', 'body', 50_000, length => review({ body: '😀'.repeat(length) })],
  [
    'audit_log',
    'fields',
    100,
    length => ({
      ...{
        id: uuid(),
        at: moment(),
        actor: 'command',
        action: 'change',
        record_type: 'store',
        record_id: 'x',
      },
      fields: [x(length)],
    }),
  ],
  ['reward_settings', 'gives', 200, length => ({ is_on: false, codes: 'list', gives: { en: x(length) } })],
  [
    'rewards',
    'gives',
    200,
    length => ({ reward_id: uuid(), code: 'C', gives: x(length), given_at: moment() }),
  ],
]

/** The result of a trial, which reads every row, but lets no table check them. */
const triedWith = async (change: (content: Content) => void) => (await importForged(change)).tried

test('an archive whose texts are as long as they may be is accepted', async () => {
  const rows = Map.groupBy(long, ([table]) => table)
  const tried = await triedWith(content => {
    for (const [table, ofTable] of rows)
      forgeTable(content, table, [Object.assign({}, ...ofTable.map(([, , most, row]) => row(most)))])
  })
  expect(tried).toMatchObject({ state: 'tried', problem: null })
})

test.each(long)('%s with a longer %s than %i characters is refused', async (table, column, most, row) => {
  const tried = await triedWith(content => forgeTable(content, table, [row(most + 1)]))
  expect(tried).toMatchObject({
    state: 'failed',
    problem: { damage: { name: 'refused', values: [`tables/${table}.ndjson`, column] } },
  })
})
