import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast } from '../../../foundation/lib/contrast.ts'
import { dark, light, mailColors } from './colors.ts'

describe('colours', () => {
  test('of any store are readable, in light and in dark', () => {
    const anyColor = fc
      .integer({ min: 0, max: 0xffffff })
      .map(value => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(anyColor, color => {
        const colors = mailColors(color)
        const { brand, onBrand, link, linkInDark, edge, edgeInDark } = colors
        expect(brand).toBe(color)
        expect(contrast(brand, onBrand)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(link, light)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(linkInDark, dark)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(edge, light)).toBeGreaterThanOrEqual(3)
        expect(contrast(edgeInDark, dark)).toBeGreaterThanOrEqual(3)
        expect(contrast(colors.onPlate, colors.plate)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(colors.onPlateInDark, colors.plateInDark)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  test('are our own if the store has no valid colour', () => {
    expect(mailColors('red;}</style><script>').brand).toBe('#1f6f54')
  })

  test('black and white have a contrast of 21, and a colour has 1 to itself', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2) // the example of WCAG's documents
    expect(contrast('#1f6f54', '#1f6f54')).toBe(1)
  })
})
