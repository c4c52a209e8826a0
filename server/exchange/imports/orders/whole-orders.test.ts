import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { useOrderImports } from '../../../test/exchange/order-imports.ts'

const { stage, importText, importBoth, outcomes } = useOrderImports()

describe('never part of an order', () => {
  const header = 'order_id,order_date,delivery_date,product_id,product_name,customer_email'

  test('a line without an id among lines that repeat it refuses the order that it continues', async () => {
    const file = [
      header,
      '1,2026-11-10,2026-11-16,P-1,,a@example.com',
      '1,2026-11-10,2026-11-16,P-2,,a@example.com',
      '2,2026-11-10,2026-11-16,P-1,,b@example.com',
      ',2026-11-10,2026-11-16,P-2,,b@example.com',
      '3,2026-11-10,2026-11-16,P-1,,c@example.com',
    ].join('\n')
    const report = await importBoth(file)
    expect(report.refused).toEqual([
      { row: 3, column: null, problem: 'Row 4 of the same order is refused. Correct that row.' },
      { row: 4, column: 'order_id', problem: 'There is no order id. Give the id of the order.' },
    ])
    expect(Object.keys(await outcomes())).toEqual(['1', '3'])
  })

  test('a lost first line takes the lines that follow it along, and no other order', async () => {
    const file = [
      header,
      '1,2026-11-10,2026-11-16,P-1,,a@example.com',
      ',,,P-2,,',
      ',2026-11-11,2026-11-16,P-1,,b@example.com',
      ',,,P-3,,',
      '3,2026-11-10,2026-11-16,P-1,,c@example.com',
      ',,,,,',
      'Total,,,,,',
    ].join('\n')
    const { refused } = await importBoth(file)
    expect(refused.map(({ row, column }) => [row, column])).toEqual([
      [3, 'order_id'],
      [4, 'order_id'],
      [7, 'product_id'],
    ])
    expect(await outcomes()).toEqual({ '1': 'scheduled P-1+P-2', '3': 'scheduled P-1' })
  })

  test('a buyer without an address is counted, and the rest is stored', async () => {
    const file = [
      `${header},customer_phone,customer_language`,
      '1,2026-11-10,2026-11-16,P-1,,,0100000001,',
      '2,2026-11-10,2026-11-16,P-1,,b@example.com,0100000002,pt_BR',
      '3,2026-11-10,2026-11-16,P-1,,c@example.com,,Portuguese',
      '4,2026-11-10,2026-11-16,P-1,,d@example.com,,zh_Hant_HK',
      '5,2026-11-10,2026-11-16,P-1,,e@example.com,,pt_PT_ao90',
    ].join('\n')
    expect(await importBoth(file)).toMatchObject({
      imported: 4,
      refused: [],
      skippedStates: { 'no e-mail': 1 },
    })
    const customers = await stage.it.database.query<{ language: string | null }>(sql`
      select customers -> 0 -> 'language' as language
      from orders
      where store_id = ${stage.storeId}
      order by order_id`)
    expect(customers.map(({ language }) => language)).toEqual(['pt-BR', null, 'zh-Hant-HK', 'pt-PT'])
  })

  test('an order is known by its number whatever zeros begin it', async () => {
    const line = (id: string) => `${id},2026-11-10,2026-11-16,P-1,,a@example.com`
    await importText([header, line('0001001'), line('77')].join('\n'))
    const saved = [header, line('1001'), line('077'), line('78'), line('A-77')].join('\n')
    expect(await importBoth(saved)).toMatchObject({ imported: 2, skipped: 2 })
    expect(Object.keys(await outcomes()).toSorted()).toEqual(['0001001', '77', '78', 'A-77'])
  })

  test('an order whose number a file writes in two ways is refused, and never becomes two', async () => {
    const line = (id: string, more = 'P-1') => `${id},2026-11-10,2026-11-16,${more},,a@example.com`
    const file = [header, line('0052'), line('53'), line('52', 'P-2'), line('A052'), line('A52')].join('\n')
    const report = await importBoth(file)
    expect(report).toMatchObject({ imported: 3 })
    const problem = expect.stringContaining('both "0052" and "52"')
    expect(report.refused).toEqual([
      { row: 1, column: 'order_id', problem },
      { row: 3, column: 'order_id', problem },
    ])
    expect(Object.keys(await outcomes()).toSorted()).toEqual(['53', 'A052', 'A52'])
  })
})
