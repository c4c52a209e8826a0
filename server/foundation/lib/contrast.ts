/** WCAG's contrast ratio of two colours (`#rrggbb`), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Mixes the colour with `towards` in small steps, until its contrast to `ground` is at least 4.5 (WCAG 2.2, 1.4.3). */
export function readableOn(ground: string, color: string, towards: '#000000' | '#ffffff'): string {
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = mix(color, towards, share)
    if (contrast(mixed, ground) >= 4.5) return mixed
  }
  return towards
}

/** `share` (0 to 1) of the other colour in a colour. */
export function mix(color: string, other: string, share: number): string {
  const others = channels(other)
  const mixed = channels(color).map((value, index) =>
    Math.round(value + ((others[index] ?? 0) - value) * share),
  )
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): number[] {
  return [1, 3, 5].map(start => Number.parseInt(color.slice(start, start + 2), 16))
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map(value => {
    const part = value / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
