import { readableOn } from '../../../foundation/lib/contrast.ts'

/** The backgrounds of text in both schemes. pages/assets/forms.css has the same values. */
const backgrounds = { light: '#ffffff', dark: '#1b1d21' } as const

/**
 * Adjusts the store's colour to be readable on both backgrounds. Text in the background's colour is readable on it too.
 */
export function accentsOf(color: string): { light: string; dark: string } {
  return {
    light: readableOn(backgrounds.light, color, '#000000'),
    dark: readableOn(backgrounds.dark, color, '#ffffff'),
  }
}
