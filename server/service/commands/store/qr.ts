import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import qrcode from 'qrcode-generator'
import { readConfig } from '../../../foundation/config/config.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { urlForCommands } from '../../../foundation/http/public-url.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { findProduct } from '../../../tenants/products/products.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { print, say } from '../output.ts'
import { withDatabase } from '../with-database.ts'

type Flags = { store: string; product: string; out?: string; json?: boolean }

/** `store qr`: the address at which anybody may review a product, and its QR code for parcels and shelves. */
export function addStoreQr(store: Command): void {
  store
    .command('qr')
    .description('print the link and QR code for reviewing a product without an order')
    .requiredOption('--store <id>', 'the store')
    .requiredOption('--product <id>', "the store's own id of the product")
    .option('--out <file>', 'write the QR code to this SVG file')
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      const url = await withDatabase(async db => {
        const found = await readStore(db, flags.store)
        if (!found.open_reviews)
          throw new Problem(
            `${found.name} does not accept reviews without an order.`,
            `Allow them with: ./realword store update ${found.store_id} --open-reviews true`,
          )
        const { product_id } = await findProduct(db, found.store_id, { productId: flags.product }).catch(
          error => {
            if (!(error instanceof ApiError)) throw error
            throw new Problem(
              `The store has no product with the id ${flags.product}.`,
              'Send it by POST /products, or with an order.',
            )
          },
        )
        return writeUrl({ store_id: found.store_id, store_key: found.store_key, product_id })
      })
      const code = qrcode(0, 'M')
      code.addData(url)
      code.make()
      if (flags.out) writeSvg(flags.out, code.createSvgTag({ cellSize: 8, margin: 32, scalable: true }))
      print(flags.json, { url, file: flags.out ?? null }, () => {
        say(url)
        say()
        say(flags.out ? `The QR code is in ${flags.out}` : code.createASCII(1, 2))
      })
    })
}

function writeUrl(query: Record<string, string>): string {
  return `${urlForCommands(readConfig(process.env))}/write?${new URLSearchParams(query)}`
}

function writeSvg(file: string, svg: string): void {
  try {
    writeFileSync(file, `${svg}\n`)
  } catch (error) {
    throw new Problem(
      `${file} cannot be written: ${(error as Error).message}.`,
      'Name another file with --out.',
    )
  }
}
