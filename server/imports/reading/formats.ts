import type { Format } from '../formats/format.ts'
import { judgeme } from '../formats/judgeme/judgeme.ts'
import { loox } from '../formats/loox/loox.ts'
import { okendo } from '../formats/okendo/okendo.ts'
import { opinew } from '../formats/opinew/opinew.ts'
import { powerreviews } from '../formats/powerreviews/powerreviews.ts'
import { realword } from '../formats/realword/realword.ts'
import { shopify } from '../formats/shopify/shopify.ts'
import { stamped } from '../formats/stamped/stamped.ts'
import { yotpo } from '../formats/yotpo/yotpo.ts'

/** The systems whose review files are recognised by their columns. The first match reads the file. */
export const formats: Format[] = [yotpo, judgeme, opinew, loox, stamped, okendo, shopify, powerreviews]

/** The format of a reviews file; Realword's own if no other system matches. */
export function recognise(header: string[]): Format {
  const names = new Set(header.map(name => name.toLowerCase()))
  const has = (column: string) => names.has(column.toLowerCase())
  return formats.find(format => format.recognises(has)) ?? realword
}
