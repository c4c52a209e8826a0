import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  badgeProperties,
  carouselProperties,
  galleryProperties,
  storeProperties,
} from '../../widgets/elements/more-properties.ts'
import {
  questionsProperties,
  ratingProperties,
  reviewsProperties,
} from '../../widgets/elements/properties.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const built = join(checkout, 'build/widgets/v1')

test('the manifest names every attribute and property of the elements', () => {
  const { modules } = JSON.parse(readFileSync(join(built, 'custom-elements.json'), 'utf8'))
  const all = {
    'rw-rating': ratingProperties,
    'rw-reviews': reviewsProperties,
    'rw-questions': questionsProperties,
    'rw-gallery': galleryProperties,
    'rw-carousel': carouselProperties,
    'rw-badge': badgeProperties,
    'rw-store': storeProperties,
  }
  for (const [tagName, properties] of Object.entries(all)) {
    const found = modules[0].declarations.find((one: { tagName: string }) => one.tagName === tagName)
    const attributes = Object.values(properties).flatMap(one => ('attribute' in one ? one.attribute : []))
    expect(names(found.attributes)).toEqual(expect.arrayContaining(attributes))
    expect(names(found.members).sort()).toEqual(Object.keys(properties).sort())
    expect(names(found.cssProperties)).toContain('--rw-star-color')
    expect(names(found.cssParts).length).toBeGreaterThan(3)
  }
})

function names(list: { name: string }[]): string[] {
  return list.map(({ name }) => name)
}

test('the typings are correct in TypeScript and JSX', () => {
  const folder = mkdtempSync(join(tmpdir(), 'realword-typings-'))
  const file = join(folder, 'page.tsx')
  writeFileSync(
    file,
    `import type { RwRating } from '${built}/widgets.d.ts'
    const rating: RwRating = document.createElement('rw-rating')
    rating.rating = 4.5
    // @ts-expect-error: a number
    rating.totalReviews = 'many'
    window.ReviewWidgets.init({ storeId: 's', storeKey: 'k' })
    export const page = <rw-reviews data-product-id="p" data-items-per-page={5} data-list-type="list" />
    // @ts-expect-error: no such element
    export const wrong = <rw-nothing />`,
  )
  const tsc = join(checkout, 'node_modules/typescript-7/bin/tsc')
  const flags = '--ignoreConfig --noEmit --strict --jsx preserve --target esnext --module esnext'.split(' ')
  const more = '--moduleResolution bundler --allowImportingTsExtensions'.split(' ')
  try {
    expect(execFileSync(process.execPath, [tsc, ...flags, ...more, file], { encoding: 'utf8' })).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
