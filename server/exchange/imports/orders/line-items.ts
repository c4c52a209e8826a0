import { mostProducts } from '../../../asking/orders/order-body.ts'
import type { CsvRow } from '../reading/bytes/csv.ts'
import { plainName } from '../reading/guess.ts'
import type { Survey } from '../reading/survey.ts'

/**
 * Files of WooCommerce's plugins with an order in each row, and its products in columns such as `line_item_1` or
 * `line_items`: "name:Blue mug|product_id:44|sku:MUG-1|quantity:1".
 */
const heading = /^line_items?(_\d+)?$/
const ofProduct = /^(?:(?:line_?)?item_)?(?:product_?id|sku|product_sku|product_name|item_name)$/

const fields = ['product_id', 'sku', 'name'] as const

/** The columns that such a file gets, as if each product had a row. */
const added = fields.map(field => `line_item ${field}`)

export const isItemColumn = (name: string): boolean => heading.test(plainName(name))

/** The survey of such a file, with columns for its products; others stay as they are. */
export function withItemColumns(survey: Survey): Survey {
  const { header, columns } = survey
  const isRead = header.some(isItemColumn) && !header.some(name => ofProduct.test(plainName(name)))
  if (!isRead) return survey
  const filled = columns.reduce((most, one) => Math.max(most, one.filled), 0)
  const facts = added.map(name => ({
    ...{ name, filled, values: undefined, hasTexts: false, serialDays: 0 },
    ...{ zeroed: new Map<string, string>(), plainNumbers: new Set<string>() },
  }))
  return { ...survey, header: [...header, ...added], columns: [...columns, ...facts] }
}

/** Splits a row of an order into a row for each of its products, with the cells of the added columns. */
export function createItems({ header }: Survey): <Row extends CsvRow>(row: Row) => Row[] {
  if (added.some((name, index) => header.at(index - added.length) !== name)) return row => [row]
  const width = header.length - added.length
  const places = header.flatMap((name, index) => (isItemColumn(name) ? [index] : []))
  return row => {
    if (row.cells.length !== width) return [row]
    const items = places.flatMap(place => itemsIn(row.cells[place] ?? ''))
    const distinct = new Map(items.map(item => [item.join('\0'), item]))
    // One more than an order can have refuses it.
    const lines =
      distinct.size > 0 ? [...distinct.values()].slice(0, mostProducts + 1) : [fields.map(() => '')]
    return lines.map(line => ({ ...row, cells: [...row.cells, ...line] }))
  }
}

function itemsIn(cell: string): string[][] {
  return cell
    .split(/;(?=(?:id|name|product_id):)/)
    .filter(item => item.includes('|'))
    .map(item => {
      const said = new Map(item.split('|').map(part => partsOf(part)))
      return fields.map(field => said.get(field) ?? '')
    })
}

function partsOf(text: string): [name: string, value: string] {
  const at = text.indexOf(':')
  return [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()]
}
