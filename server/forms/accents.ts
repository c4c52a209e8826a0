import { readableOn } from '../lib/contrast.ts'

/** What stands behind text in both schemes; the same values are in pages/assets/forms.css. */
const backgrounds = { light: '#ffffff', dark: '#1b1d21' } as const

/**
 * The store's colour as it can be read on both backgrounds. Text of the background's own colour can be read
 * on it too.
 */
export function accentsOf(color: string): { light: string; dark: string } {
  return {
    light: readableOn(backgrounds.light, color, '#000000'),
    dark: readableOn(backgrounds.dark, color, '#ffffff'),
  }
}
