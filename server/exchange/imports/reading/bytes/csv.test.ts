import fc from 'fast-check'
import { expect, test } from 'vitest'
import { surveyFile } from '../survey.ts'
import { openCsv } from './csv.ts'

/** The bytes in pieces of the given sizes, repeated. */
async function* inPieces(bytes: Buffer, sizes: number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number
    yield bytes.subarray(at, at + size)
    at += size
  }
}

const cell = fc.oneof(
  fc.constantFrom('', ' ', '"', '""', 'a\r\nb', ';', '\t', ',', "'", '\ufeff', '=1+1'),
  fc.string({ unit: 'grapheme' }).filter(text => text.isWellFormed()),
)

test('any table is read back as written, with any separator and in any pieces', async () => {
  const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 8 })
  const separators = fc.constantFrom(',', ';', '\t')
  const lineEnds = fc.constantFrom('\n', '\r\n', '\r')
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(
      table,
      separators,
      lineEnds,
      fc.boolean(),
      sizes,
      async (rows, by, end, mark, pieces) => {
        const quoted = rows.map(row => row.map(text => `"${text.replaceAll('"', '""')}"`).join(by) + end)
        const text = `${mark ? '\ufeff' : ''}${['one', '"two, or; so"', 'three'].join(by)}${end}${quoted.join('')}`
        const csv = await openCsv(inPieces(Buffer.from(text), pieces))
        expect(csv.header).toEqual(['one', 'two, or; so', 'three'])
        const read: unknown[] = []
        for await (const row of csv.rows) read.push(row)
        expect(read).toEqual(rows.map((cells, index) => ({ number: index + 1, cells })))
      },
    ),
    { numRuns: 300 },
  )
})

test('a table of more columns than are read is refused', async () => {
  const tableOf = (columns: number) =>
    openCsv(inPieces(Buffer.from(`${Array(columns).fill('a').join(',')}\n`), [65_536]))
  expect((await tableOf(5_000)).header).toHaveLength(5_000)
  await expect(tableOf(5_001)).rejects.toMatchObject({
    fault: { name: 'columns_many', values: [5_001, 5_000] },
  })
})

test('a file without an end of its first line is not read to its own end', async () => {
  let given = 0
  async function* oneLine() {
    for (; given < 100; given++) yield Buffer.alloc(64 * 1024, 'x')
  }
  await expect(openCsv(oneLine())).rejects.toMatchObject({ fault: { name: 'row_unreadable' } })
  expect(given).toBeLessThan(50)
})

test('a table is read while it arrives', async () => {
  let given = 0
  async function* endless() {
    yield Buffer.from('a,b\n')
    for (;;) {
      given++
      yield Buffer.from('1,2\n'.repeat(1_000))
    }
  }
  const { rows } = await openCsv(endless())
  for await (const { number } of rows) if (number === 5_000) break
  expect(given).toBeLessThan(100)
})

test('Windows-1252 is read where no text before it is UTF-8', async () => {
  const read = async (bytes: Buffer) => {
    const { dialect } = await surveyFile(() => inPieces(bytes, [7]))
    const { header, rows } = await openCsv(inPieces(bytes, [7]), dialect)
    const cells: unknown[] = []
    for await (const row of rows) cells.push(...row.cells)
    return [header, cells]
  }
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  const [header, row] = ['N\xba do pedido;Pre\xe7o', '1;\x93Caf\xe9\x94 \x80 5\x96']
  expect(await read(bytes(`${header}\n${row}\n`))).toEqual([
    ['Nº do pedido', 'Preço'],
    ['1', '“Café” € 5–'],
  ])
  expect(await read(bytes(`pedido;nome\n${row}\n2;Jo\xe3o\n`))).toEqual([
    ['pedido', 'nome'],
    ['1', '“Café” € 5–', '2', 'João'],
  ])
  const utf8 = Buffer.from('é;nome\n1;', 'utf8')
  expect(await read(Buffer.concat([utf8, bytes('Jo\xe3o\n')]))).toEqual([
    ['é', 'nome'],
    ['1', null],
  ])
  const marked = Buffer.from('\ufeffpedido;nome\n1;', 'utf8')
  expect(await read(Buffer.concat([marked, bytes('Jo\xe3o\n')]))).toEqual([
    ['pedido', 'nome'],
    ['1', null],
  ])
  expect(await read(bytes('pedido;nome\n1;a\xff\x01\n'))).toEqual([
    ['pedido', 'nome'],
    ['1', null],
  ])
  await expect(read(bytes('PK\x03\x04\xff;b\n'))).rejects.toThrow('not UTF-8')
})
