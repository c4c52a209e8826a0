/** What stands behind text in both schemes; the same values are in pages/assets/forms.css. */
const backgrounds = { light: '#ffffff', dark: '#1b1d21' } as const

/**
 * The store's colour as it can be read on both backgrounds: mixed with black or with white until its
 * contrast is at least 4.5 (WCAG 2.2, 1.4.3). Text of the background's own colour can be read on it too.
 */
export function accentsOf(color: string): { light: string; dark: string } {
  return {
    light: mixUntilReadable(color, backgrounds.light, '#000000'),
    dark: mixUntilReadable(color, backgrounds.dark, '#ffffff'),
  }
}

/** WCAG's contrast of two colours `#rrggbb`: 1 to 21. */
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const needed = 4.5
const step = 0.04

function mixUntilReadable(color: string, background: string, towards: string): string {
  let share = 0
  let mixed = color
  while (contrast(mixed, background) < needed && share < 1) {
    share += step
    mixed = mix(color, towards, Math.min(1, share))
  }
  return mixed
}

function mix(color: string, other: string, share: number): string {
  const others = channels(other)
  const mixed = channels(color).map((value, index) =>
    Math.round(value * (1 - share) + (others[index] ?? 0) * share),
  )
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map(value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channels(color: string): number[] {
  return [1, 3, 5].map(start => Number.parseInt(color.slice(start, start + 2), 16))
}
