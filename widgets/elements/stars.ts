const namespace = 'http://www.w3.org/2000/svg'
const pitch = 26 // distance between stars in the drawing's units; a star is 24 wide

/** Stars as one drawing: `count` empty ones, covered by filled ones as far as `setStars` says. */
export function drawStars(count: number): SVGSVGElement {
  const svg = draw('svg', {
    viewBox: frameOf(count),
    part: 'stars',
    'aria-hidden': 'true',
    class: 'stars',
  })
  const shape = shapeOf(count)
  const full = draw('svg', { height: '24', width: '0' }) // its viewport clips the filled stars
  full.append(draw('path', { d: shape, class: 'full' }))
  svg.append(draw('path', { d: shape, class: 'empty' }), full)
  return svg as SVGSVGElement
}

/** Fills `value` stars; fractions fill part of a star. */
export function setStars(svg: SVGSVGElement, value: number): void {
  svg.lastElementChild?.setAttribute('width', widthOf(value))
}

/** The view box, the path, and the width of `value` stars, for stars in templates. */
export const frameOf = (count: number): string => `0 0 ${count * pitch - 2} 24`

export const shapeOf = (count: number): string =>
  Array.from({ length: count }, (_, index) => star(index * pitch)).join('')

export function widthOf(value: number): string {
  const whole = Math.floor(value)
  return (whole * pitch + (value - whole) * 24).toFixed(2)
}

// The path itself has rounded tips: a rounded stroke would be visible in translucent colours.
function star(x: number): string {
  return `M${x + 11.3} 3.3q.7-1.8 1.4 0l2.2 5.4 5.9.4q1.9.1.4 1.4l-4.4 3.7 1.3 5.7q.5 1.9-1.1.9l-5-3.1-5 3.1q-1.6 1-1.1-.9l1.3-5.7-4.4-3.7q-1.5-1.3.4-1.4l5.9-.4z`
}

function draw(name: string, attributes: Record<string, string>): Element {
  const element = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}
