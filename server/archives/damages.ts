import { Problem } from '../lib/problem.ts'

/** What can be wrong with an archive, with names and numbers from it. The dashboard translates each. */
const damages = {
  zip: 'its ZIP cannot be read ({0})',
  twice: 'it has {0} twice',
  encrypted: '{0} is encrypted',
  bomb: 'it unpacks to {0} bytes, far more than an export does',
  manifest_size: 'manifest.json is too large',
  manifest_field: 'manifest.json: {0} is wrong',
  unnamed: '{0} is not named in manifest.json',
  missing: '{0} is missing',
  size: '{0} has not the size that manifest.json says',
  sum: '{0} is not what was exported',
  table: 'no table is named {0}',
  picture_name: 'no picture is named {0}',
  picture_size: 'the picture {0} is too large',
  picture: '{0} is no picture',
  line: '{0} has a line of more than 8 MiB',
  half_line: '{0} does not end with a whole line',
  rows: '{0} has {1} rows, and manifest.json says {2}',
  stores: '{0} has {1} rows instead of one',
  column: '{0} has a column that is not known',
  json: '{0}, row {1} is no JSON',
  row: '{0}, row {1} is no row',
  field_missing: '{0}, row {1}: {2} is missing',
  field: '{0}, row {1}: {2} is no {3}',
  refused: '{0} has a row that the table does not take ({1})',
  setting: 'the setting {0} of the store is invalid',
  counts: 'the counts of the product {0} differ from what was written',
} as const

export type Damage = keyof typeof damages

export const damageNames = Object.keys(damages) as Damage[]

export function isDamage(name: unknown): name is Damage {
  return damageNames.includes(name as Damage)
}

/** The problem to throw for a damaged archive. Its text says that nothing was imported. */
export function damaged(damage: Damage, ...values: (string | number)[]): Problem {
  const short = values.map(value => (typeof value === 'string' ? value.slice(0, 200) : value))
  const what = damages[damage].replace(/\{(\d)\}/g, (_, place) => String(short[Number(place)]))
  return new Problem(
    `The archive is damaged: ${what}.`,
    'Nothing of it was imported. Export the store again.',
    1,
    [{ path: 'archive', problem: damage, values: short }],
  )
}
