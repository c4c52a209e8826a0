import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { asItIs } from '../../../test/exchange/transfers.ts'
import { importInEachTest } from '../../../test/for-each-test/import-place.ts'

const place = importInEachTest()

const at = (path: string) => `/stores/${place.storeId}${path}`

async function tried(file: string) {
  const { body } = await place.upload(file)
  await place.owner.send('POST', at(`/imports/${body.id}/trial`), asItIs)
  await place.service.runDue()
  return (await place.owner.send('GET', at(`/imports/${body.id}`))).body
}

test('a file that has arrived shows 160 characters of a cell, and the states of its first 2,000 rows', async () => {
  const rows = Array.from({ length: 1_999 }, () => 'P-1,5,x,approved')
  const file = ['product_id,rating,body,status', `P-1,5,${'x'.repeat(161)},approved`, ...rows]
  const { body } = await place.upload([...file, 'P-1,5,x,spam', ''].join('\n'))
  const [{ words }] = body.table.states
  expect([body.table.samples[0], words]).toEqual([
    ['P-1', '5', 'x'.repeat(160), 'approved'],
    [{ word: 'approved', count: 2_000, means: 'published' }],
  ])
})

test('a trial warns of five ids that lost their zeros', async () => {
  const ids = [1, 2, 3, 4, 5, 6].flatMap(id => [`${id}`, `00${id}`])
  const { notes } = await tried(`product_id,rating\n${ids.map(id => `${id},5\n`).join('')}`)
  const lost = notes.filter(({ name }: { name: string }) => name === 'lostZeros')
  expect(lost.map(({ values }: { values: { id: string } }) => values.id)).toEqual(
    [1, 2, 3, 4, 5].map(id => `"${id}"`),
  )
})

describe('a trial', () => {
  const address = (host: number, picture: number) => `https://h${host}.example/${picture}.jpg`
  const fileOf = (addresses: string[]) =>
    `product_id,rating,pictures\n${addresses.map(one => `P-1,5,${one}\n`).join('')}`

  test('names the three hosts with the most pictures', async () => {
    const few = [address(1, 1), address(2, 1), address(2, 2), address(3, 1), address(3, 2), address(3, 3)]
    const { notes } = await tried(fileOf([...few, address(4, 1)]))
    const values = { count: 7, hosts: 'h3.example (3), h2.example (2), h1.example (1), +1' }
    expect(notes).toContainEqual({ name: 'pictures', values })
  })

  test('counts fifty hosts, and the pictures on others together', async () => {
    const { notes } = await tried(fileOf(Array.from({ length: 52 }, (_, index) => address(index, 1))))
    const values = { count: 52, hosts: '… (2), h0.example (1), h1.example (1), +48' }
    expect(notes).toContainEqual({ name: 'pictures', values })
  })
})

test.each(['imports', 'exports'])('%s are listed by twenty', async list => {
  const at21 = sql`select ${place.storeId}::uuid, gen_random_uuid(), now() from generate_series(1, 21)`
  const rows =
    list === 'imports'
      ? sql`
          insert into imports (store_id, id, created_at, kind, state, file_name, size, file_until, created_by)
          select made.*, 'review', 'done', 'a.csv', 1, now(), 'command'
          from (${at21}) as made`
      : sql`
          insert into exports (store_id, id, created_at, kind, state, created_by)
          select made.*, 'archive', 'done', 'command'
          from (${at21}) as made`
  await place.service.database.query(rows)
  const first = (await place.owner.send('GET', at(`/${list}`))).body
  const second = (await place.owner.send('GET', at(`/${list}?before=${first.next}`))).body
  const ids = [first, second].map(({ result }) => result.map(({ id }: { id: string }) => id))
  expect(ids.map(({ length }) => length)).toEqual([20, 1])
  expect(first.next).toBe(ids[0].at(-1))
  expect(second.next).toBeNull()
  expect(ids.flat()).toEqual(ids.flat().toSorted().toReversed())
})
