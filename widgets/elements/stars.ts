const namespace = 'http://www.w3.org/2000/svg'
const pitch = 26 // from star to star, in the drawing's units; a star is 24 wide

/** Stars as one drawing: `count` empty ones and, over them, as much of full ones as `setStars` says. */
export function drawStars(count: number): SVGSVGElement {
  const svg = draw('svg', {
    viewBox: frameOf(count),
    part: 'stars',
    'aria-hidden': 'true',
    class: 'stars',
  })
  const shape = shapeOf(count)
  const full = draw('svg', { height: '24', width: '0' }) // its own frame cuts the full stars off
  full.append(draw('path', { d: shape, class: 'full' }))
  svg.append(draw('path', { d: shape, class: 'empty' }), full)
  return svg as SVGSVGElement
}

/** Fills `value` of the stars, to a fraction of a star. */
export function setStars(svg: SVGSVGElement, value: number): void {
  svg.lastElementChild?.setAttribute('width', widthOf(value))
}

/** The frame, the path, and how far `value` of them reach: for those who draw stars in a template. */
export const frameOf = (count: number): string => `0 0 ${count * pitch - 2} 24`

export const shapeOf = (count: number): string =>
  Array.from({ length: count }, (_, index) => star(index * pitch)).join('')

export function widthOf(value: number): string {
  const whole = Math.floor(value)
  return (whole * pitch + (value - whole) * 24).toFixed(2)
}

// Rounded tips in the path itself: a rounded stroke would show through where the colour is translucent.
function star(x: number): string {
  return `M${x + 11.3} 3.3q.7-1.8 1.4 0l2.2 5.4 5.9.4q1.9.1.4 1.4l-4.4 3.7 1.3 5.7q.5 1.9-1.1.9l-5-3.1-5 3.1q-1.6 1-1.1-.9l1.3-5.7-4.4-3.7q-1.5-1.3.4-1.4l5.9-.4z`
}

function draw(name: string, attributes: Record<string, string>): Element {
  const element = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}
